// The record of one step for a joint has the bits of the step itself, and its arithmetic is that of the
// solver.
#include "engine/lab/joint_record.h"
#include "engine/world/world_access.h"
#include "tests/support/joined_world.h"
#include "tests/support/joint_fixture.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr SolverType kRecordedSolvers[]{SolverType::SoftStep, SolverType::SequentialImpulse,
                                        SolverType::ManifoldImpulse, SolverType::VertexContact};

const Joint& storedJoint(const World& world, JointId id)
{
    return stateOf(world).joints.of<Joint>().at(id.index);
}

bool isNear(float a, float b, float size) { return std::fabs(a - b) <= 2e-5f * size + 1e-9f; }
bool isNear(Vec2 a, Vec2 b, float size) { return isNear(a.x, b.x, size) && isNear(a.y, b.y, size); }

// The impulse that the equation of a visit asks for.
Vec2 wantedBy(const JointVisit& v)
{
    const Vec2 speed = v.rate + v.bias;
    const Vec2 push{v.massXX * speed.x + v.massXY * speed.y, v.massXY * speed.x + v.massYY * speed.y};
    return v.before - v.massScale * push - v.impulseScale * v.before;
}

// A square net of boxes that hangs from its upper row.
struct Net {
    World world = sleepless();
    std::vector<JointId> joints;
    explicit Net(int side, const RevoluteJoint& kind = {})
    {
        std::vector<BodyId> bodies;
        for (int row = 0; row < side; ++row)
            for (int column = 0; column < side; ++column) {
                const Vec2 at{static_cast<float>(column), -static_cast<float>(row)};
                const BodyId body = row == 0 ? world.createBody({.type = BodyType::Static, .position = at})
                                             : addGhost(world, makeBox(0.2f, 0.2f), {.position = at});
                const auto join = [&](size_t other, Vec2 anchor) {
                    joints.push_back(world.createJoint({.bodyA = bodies[other],
                                                        .bodyB = body,
                                                        .anchorA = anchor,
                                                        .anchorB = -anchor,
                                                        .kind = kind}));
                };
                if (row > 0 && column > 0) join(bodies.size() - 1, {0.5f, 0.0f});
                if (row > 0) join(bodies.size() - static_cast<size_t>(side), {0.0f, -0.5f});
                bodies.push_back(body);
            }
    }
};

} // namespace

TEST_CASE("a_step_recorded_for_a_joint_has_the_bits_of_the_step")
{
    for (const SolverType solver : kRecordedSolvers) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver));
        const std::vector<JointId> joints = addJoinedGroups(world, 3);
        size_t visits = 0;
        for (size_t i = 0; i < 90; ++i) {
            const JointId joint = joints[i % joints.size()];
            if (!world.isValid(joint)) continue;
            World copy = world;
            const JointRecord record = recordJoint(copy, kStep, joint.index);
            world.step(kStep);
            REQUIRE(copy.hash() == world.hash());
            for (const JointSubstep& substep : record.substeps) visits += substep.visits.size();
        }
        CHECK(visits > 500);
    }
    Net net(20);
    for (size_t i = 0; i < net.joints.size(); i += 25) {
        const JointId joint = net.joints[i];
        World copy = net.world;
        CHECK(recordJoint(copy, kStep, joint.index).company.kind == JointCompany::Kind::Block);
        net.world.step(kStep);
        REQUIRE(copy.hash() == net.world.hash());
    }
}

namespace {

// Planks that hang on each other by hinges with narrow limits, beside the groups.
struct LimitedPlanks {
    JointId firstHinge{};
    BodyId last{};
};
LimitedPlanks addLimitedPlanks(World& world)
{
    BodyId previous = world.createBody({.type = BodyType::Static, .position = {60.0, 8.0}});
    LimitedPlanks planks;
    for (int i = 0; i < 4; ++i) {
        const BodyId plank =
            addBody(world, makeBox(0.5f, 0.1f), {.position = {60.5 + static_cast<double>(i), 8.0}});
        const JointId hinge = world.createJoint(
            {.bodyA = previous,
             .bodyB = plank,
             .anchorA = {i == 0 ? 0.0f : 0.5f, 0.0f},
             .anchorB = {-0.5f, 0.0f},
             .kind = RevoluteJoint{.limit = {.enabled = true, .lower = -0.1f, .upper = 0.1f}}});
        if (i == 0) planks.firstHinge = hinge;
        planks.last = previous = plank;
    }
    return planks;
}

} // namespace

TEST_CASE("each_visit_to_a_joint_satisfies_its_recorded_equation")
{
    std::set<std::pair<JointPart::Role, JointVisit::Kind>> seen;
    for (const SolverType solver : kRecordedSolvers) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver));
        std::vector<JointId> joints = addJoinedGroups(world, 3);
        const LimitedPlanks planks = addLimitedPlanks(world);
        joints.push_back(planks.firstHinge);
        size_t alone = 0, trees = 0, limited = 0;
        for (size_t i = 0; i < 120; ++i) {
            // The planks hang on their limits, until one is thrown up and they leave them.
            if (i % 30 == 27) REQUIRE(world.setVelocity(planks.last, {0.0f, 8.0f}, 0.0f));
            const JointId joint = i % 3 == 0 ? joints.back() : joints[i % joints.size()];
            if (!world.isValid(joint)) continue;
            const JointRecord record = recordJoint(world, kStep, joint.index);
            for (const JointSubstep& substep : record.substeps) {
                for (const JointVisit& v : substep.visits) {
                    if (v.row != kPinRow)
                        for (const JointEquation& e : record.equations)
                            if (e.row == v.row) seen.insert({e.part.role, v.kind});
                    if (v.kind == JointVisit::Kind::Leave)
                        CHECK(std::fabs(v.after.x) < std::fabs(v.before.x));
                    if (v.kind != JointVisit::Kind::Alone) continue;
                    ++alone;
                    const float size =
                        length(v.before) + length(v.wanted) +
                        v.massScale * (v.massXX + v.massYY) * (length(v.rate) + length(v.bias));
                    REQUIRE(isNear(v.wanted, wantedBy(v), size));
                    if (v.limit <= 0.0f) continue;
                    REQUIRE(length(v.after) <= v.limit * 1.00001f);
                    limited += v.after != v.wanted ? 1 : 0;
                }
                for (const JointTreeVisit& tree : substep.trees) {
                    ++trees;
                    const double e[3] = {tree.error[0] + tree.fromOthers[0],
                                         tree.error[1] + tree.fromOthers[1],
                                         tree.error[2] + tree.fromOthers[2]};
                    const SymmetricBlock& m = tree.mass;
                    CHECK(tree.impulse[0] == doctest::Approx(-(m.xx * e[0] + m.xy * e[1] + m.xz * e[2])));
                    CHECK(tree.impulse[1] == doctest::Approx(-(m.xy * e[0] + m.yy * e[1] + m.yz * e[2])));
                    CHECK(tree.impulse[2] == doctest::Approx(-(m.xz * e[0] + m.yz * e[1] + m.zz * e[2])));
                }
            }
        }
        CHECK(alone > 100);
        CHECK(trees > 100);
        CHECK(limited > 0);
    }
    using Role = JointPart::Role;
    for (const Role role : {Role::Spring, Role::Limit, Role::Motor})
        CHECK(seen.contains({role, JointVisit::Kind::Alone}));
    for (const JointVisit::Kind kind : {JointVisit::Kind::Tree, JointVisit::Kind::Leave})
        CHECK_MESSAGE(seen.contains({Role::Limit, kind}), static_cast<int>(kind));
    CHECK(seen.contains({Role::Lock, JointVisit::Kind::Tree}));
    CHECK(seen.contains({Role::Spring, JointVisit::Kind::Tree}));
}

TEST_CASE("visits_follow_each_other_and_add_up_to_what_the_joint_keeps")
{
    for (const SolverType solver : kRecordedSolvers) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver));
        const std::vector<JointId> joints = addJoinedGroups(world, 3);
        for (int i = 0; i < 20; ++i) world.step(kStep);
        for (const JointId joint : joints) {
            World copy = world;
            if (!world.isValid(joint)) continue;
            const JointRecord record = recordJoint(copy, kStep, joint.index);
            if (record.substeps.empty() || record.broke) continue;
            const Joint& kept = storedJoint(copy, joint);
            Vec2 force{0.0f, 0.0f};
            for (const JointSubstep& substep : record.substeps) {
                for (size_t e = 0; e < record.equations.size(); ++e) {
                    const JointEquation& equation = record.equations[e];
                    const JointEquationRecord& one = substep.equations[e];
                    Vec2 last{0.0f, 0.0f};
                    for (const JointVisit& v : substep.visits) {
                        if (v.row != equation.row) continue;
                        CHECK(v.before == last);
                        last = v.after;
                    }
                    CHECK(one.total == last);
                    const float size = length(one.again) + length(one.pushed) + length(one.relaxed);
                    CHECK(isNear(one.again + one.pushed + one.relaxed, one.total, size));
                    // The direction is that of the substep's start, the one of its end is a little turned.
                    force += equation.isPin() ? one.total : one.total.x * one.directionB;
                    if (&substep != &record.substeps.back()) continue;
                    if (equation.isPin())
                        CHECK(kept.pinImpulse == one.total);
                    else
                        CHECK(kept.impulses[static_cast<size_t>(equation.row)] == one.total.x);
                }
            }
            CHECK(record.force == length(kept.force));
            CHECK(length(force) / kStep == doctest::Approx(record.force).epsilon(0.02).scale(1.0));
        }
    }
}

TEST_CASE("the_error_at_the_end_is_that_of_the_next_start_and_a_tree_leaves_four_fifths_of_it")
{
    World world = sleepless();
    const BodyId wall = addAnchor(world);
    const BodyId arm = addArm(world);
    const JointId joint = world.createJoint({.bodyA = wall,
                                             .bodyB = arm,
                                             .anchorA = {0.0f, 0.01f},
                                             .anchorB = {-0.5f, 0.0f},
                                             .kind = RevoluteJoint{}});
    const JointRecord first = recordJoint(world, kStep, joint.index);
    REQUIRE(first.substeps.size() == 4);
    CHECK(first.company.kind == JointCompany::Kind::Tree);
    CHECK(first.company.joints == 1);
    CHECK(length(first.substeps[0].equations[0].start) == doctest::Approx(0.01f));
    for (size_t s = 0; s < 4; ++s) {
        const JointEquationRecord& one = first.substeps[s].equations[0];
        CHECK(one.isInTree);
        CHECK(length(one.end) == doctest::Approx(0.8f * length(one.start)).epsilon(1e-2));
        if (s + 1 < 4) CHECK(one.end == first.substeps[s + 1].equations[0].start);
        CHECK(first.substeps[s].pushPasses == 2);
        CHECK(first.substeps[s].relaxPasses == 1);
    }
    CHECK(isNear(first.after[0], first.substeps[3].equations[0].end, 0.01f));
    const JointView view = world.jointView(joint);
    CHECK(isNear(first.after[0], view.anchorB - view.anchorA, 0.01f));
    CHECK(first.force == length(view.force));
}

TEST_CASE("limits_and_motors_are_recorded_as_active_and_at_their_limit")
{
    World world = sleepless();
    const BodyId wall = addAnchor(world);
    const BodyId arm = addArm(world); // it falls onto its lower limit; the motor is too weak to lift it
    const JointId joint = world.createJoint(
        {.bodyA = wall,
         .bodyB = arm,
         .anchorB = {-0.5f, 0.0f},
         .kind = RevoluteJoint{.limit = {.enabled = true, .lower = -0.2f, .upper = 1.0f},
                               .motor = {.enabled = true, .speed = 1.0f, .maxForce = 0.1f}}});
    const auto equation = [](const JointRecord& record, JointPart::Role role) {
        for (size_t i = 0; i < record.equations.size(); ++i)
            if (!record.equations[i].isPin() && record.equations[i].part.role == role) return i;
        return record.equations.size();
    };
    const JointRecord falling = recordJoint(world, kStep, joint.index);
    const size_t limit = equation(falling, JointPart::Role::Limit),
                 motor = equation(falling, JointPart::Role::Motor);
    REQUIRE(limit < falling.equations.size());
    REQUIRE(motor < falling.equations.size());
    for (const JointSubstep& substep : falling.substeps) {
        CHECK(substep.equations[limit].total.x == 0.0f);
        CHECK(substep.equations[motor].isAtLimit);
        CHECK(substep.equations[motor].total.x == doctest::Approx(0.1f * kStep / 4.0f));
    }
    for (int i = 0; i < 120; ++i) world.step(kStep);
    const JointRecord resting = recordJoint(world, kStep, joint.index);
    for (const JointSubstep& substep : resting.substeps) CHECK(substep.equations[limit].total.x > 0.0f);
    // Both together hold the weight, 0.1 kg at 0.5 m.
    CHECK(resting.torque == doctest::Approx(0.5 * 0.1 * kGravity * std::cos(0.2)).epsilon(0.01));
}

TEST_CASE("a_motor_is_in_the_tree_while_it_has_force_to_spare")
{
    // The first substep, in which nothing is known of the motor yet.
    const auto visitsOf = [](float maxForce) {
        World world = sleepless();
        const JointId joint = world.createJoint({.bodyA = addAnchor(world),
                                                 .bodyB = addArm(world),
                                                 .anchorB = {-0.5f, 0.0f},
                                                 .kind = RevoluteJoint{.motor = {true, 1.0f, maxForce}}});
        const JointRecord record = recordJoint(world, kStep, joint.index);
        std::vector<JointVisit> visits;
        for (const JointVisit& v : record.substeps.at(0).visits)
            if (v.row != kPinRow && v.kind != JointVisit::Kind::Begin && v.pass == JointPass::Push)
                visits.push_back(v);
        return visits;
    };
    const std::vector<JointVisit> strong = visitsOf(1000.0f), weak = visitsOf(0.1f);
    REQUIRE(strong.size() == 2);
    for (const JointVisit& v : strong) CHECK(v.kind == JointVisit::Kind::Tree);
    REQUIRE(weak.size() > 2);
    CHECK(weak[0].kind == JointVisit::Kind::Tree);
    CHECK(weak[1].kind == JointVisit::Kind::Leave);
    CHECK(weak[1].before.x > weak[1].limit);
    for (size_t i = 1; i < weak.size(); ++i) {
        if (i > 1) CHECK(weak[i].kind == JointVisit::Kind::Alone);
        CHECK(weak[i].after.x == weak[1].limit);
    }
}

TEST_CASE("the_record_says_with_what_a_joint_was_solved")
{
    World world = sleepless();
    BodyId last = addAnchor(world);
    std::vector<JointId> chain;
    for (int i = 0; i < 6; ++i) {
        const BodyId link =
            addGhost(world, makeBox(0.5f, 0.1f), {.position = {0.5f + static_cast<float>(i), 0.0f}});
        chain.push_back(world.createJoint({.bodyA = last,
                                           .bodyB = link,
                                           .anchorA = {i == 0 ? 0.0f : 0.5f, 0.0f},
                                           .anchorB = {-0.5f, 0.0f}}));
        last = link;
    }
    World copy = world;
    JointRecord record = recordJoint(copy, kStep, chain[2].index);
    CHECK(record.company.kind == JointCompany::Kind::Tree);
    CHECK(record.company.joints == 6);
    // A second rod to the world closes a loop.
    const JointId loop = world.createJoint({.bodyA = world.jointDef(chain[0]).bodyA,
                                            .bodyB = last,
                                            .anchorA = {6.0f, 0.0f},
                                            .anchorB = {0.5f, 0.0f}});
    record = recordJoint(world, kStep, loop.index);
    CHECK(record.company.kind == JointCompany::Kind::Linkage);
    CHECK(record.company.joints == 7);
    for (const JointSubstep& substep : record.substeps) CHECK_FALSE(substep.trees.empty());

    Net hinges(20);
    record = recordJoint(hinges.world, kStep, hinges.joints[7].index);
    CHECK(record.company.joints == hinges.joints.size());
    REQUIRE(record.company.colour.has_value());
    CHECK(*record.company.colour < record.company.colours);
    CHECK(record.company.colours >= 4);
    Net motors(20, {.motor = {.enabled = true, .speed = 1.0f, .maxForce = 1.0f}});
    record = recordJoint(motors.world, kStep, motors.joints[7].index);
    CHECK(record.company.kind == JointCompany::Kind::Net);
    CHECK(record.company.joints == motors.joints.size());
}

TEST_CASE("the_joints_of_a_rope_are_recorded_with_the_arithmetic_of_their_elimination")
{
    for (const bool isBridge : {false, true}) {
        CAPTURE(isBridge);
        World world = sleepless();
        const std::vector<JointId> joints = addRope(world, 30, isBridge);
        for (int i = 0; i < 30; ++i) world.step(kStep);
        // The rope is eliminated in segments of four links, then the joints between them, of which 27 is the
        // last one.
        for (const size_t i : {0u, 3u, 11u, 27u, 29u}) {
            World copy = world;
            const JointRecord record = recordJoint(copy, kStep, joints[i].index);
            CHECK(record.company.kind == JointCompany::Kind::Chain);
            CHECK(record.company.joints == joints.size());
            REQUIRE(record.substeps.size() == 4);
            for (const JointSubstep& substep : record.substeps) {
                CHECK(substep.pushPasses == 2);
                CHECK(substep.relaxPasses == 1);
                REQUIRE(substep.trees.size() == 3);
                Vec2 pushed{0.0f, 0.0f};
                size_t solution = 0;
                for (const JointVisit& visit : substep.visits) {
                    if (visit.kind != JointVisit::Kind::Tree || i != 0 || isBridge) continue;
                    const JointTreeVisit& tree = substep.trees[solution++];
                    CHECK(tree.error[0] == doctest::Approx(visit.rate.x + visit.bias.x));
                    CHECK(tree.error[1] == doctest::Approx(visit.rate.y + visit.bias.y));
                }
                CHECK(solution == (i == 0 && !isBridge ? 3 : 0));
                for (const JointTreeVisit& tree : substep.trees) {
                    const double others = std::hypot(tree.fromOthers[0], tree.fromOthers[1]);
                    const double own = std::hypot(tree.error[0], tree.error[1]);
                    if (i == 27)
                        CHECK(others <= 1e-6 * own);
                    else
                        CHECK(others > 1e-6 * own);
                    CHECK((tree.compliance[0] > 0.0) == isBridge);
                    const double x = tree.error[0] + tree.fromOthers[0],
                                 y = tree.error[1] + tree.fromOthers[1];
                    CHECK(tree.impulse[0] == doctest::Approx(-(tree.mass.xx * x + tree.mass.xy * y)));
                    CHECK(tree.impulse[1] == doctest::Approx(-(tree.mass.xy * x + tree.mass.yy * y)));
                }
                for (const JointVisit& visit : substep.visits)
                    if (visit.kind == JointVisit::Kind::Tree && visit.pass == JointPass::Push)
                        pushed += visit.after - visit.before;
                CHECK(length(pushed - substep.equations[0].pushed) <= 1e-5f * length(pushed));
                CHECK(length(substep.equations[0].end) < 1e-3f);
            }
            CHECK(length(world.jointView(joints[i]).force) > 0.0f);
            CHECK(record.force == doctest::Approx(length(copy.jointView(joints[i]).force)));
        }
    }
}

TEST_CASE("a_hinge_of_a_net_is_recorded_by_its_kernel")
{
    Net net(20);
    for (int i = 0; i < 10; ++i) net.world.step(kStep);
    for (size_t i = 0; i < net.joints.size(); i += 25) {
        const JointId joint = net.joints[i];
        World copy = net.world;
        const JointRecord record = recordJoint(copy, kStep, joint.index);
        for (size_t s = 0; s < record.substeps.size(); ++s) {
            const JointSubstep& substep = record.substeps[s];
            REQUIRE(substep.visits.size() == 4); // warm start, push, moved anchors, relax
            Vec2 last{0.0f, 0.0f};
            for (const JointVisit& v : substep.visits) {
                CHECK(v.before == last);
                last = v.after;
                if (v.kind != JointVisit::Kind::Alone) continue;
                const float size = length(v.before) + length(v.wanted) +
                                   (v.massXX + v.massYY) * (length(v.rate) + length(v.bias));
                REQUIRE(isNear(v.wanted, wantedBy(v), size));
            }
            if (s + 1 < record.substeps.size())
                CHECK(substep.equations[0].end == record.substeps[s + 1].equations[0].start);
        }
        CHECK(storedJoint(copy, joint).pinImpulse == record.substeps.back().equations[0].total);
    }
}

TEST_CASE("a_joint_that_breaks_is_recorded_with_its_load_and_an_idle_one_with_the_reason")
{
    World world = sleepless();
    const BodyId wall = addAnchor(world);
    const BodyId arm = addArm(world);
    const JointId weak = world.createJoint({.bodyA = wall,
                                            .bodyB = arm,
                                            .anchorB = {-0.5f, 0.0f},
                                            .breakForce = 0.01f,
                                            .kind = RevoluteJoint{}});
    const JointRecord record = recordJoint(world, kStep, weak.index);
    CHECK(record.broke);
    CHECK(record.force > 0.01f);
    CHECK_FALSE(world.isValid(weak));

    const JointId filter = world.createJoint({.bodyA = wall, .bodyB = arm, .kind = FilterJoint{}});
    CHECK(std::string(recordJoint(world, kStep, filter.index).unsolvedReason).find("holds nothing") !=
          std::string::npos);
    const BodyId other = addAnchor(world);
    const JointId fixed = world.createJoint({.bodyA = wall, .bodyB = other, .kind = WeldJoint{}});
    CHECK(std::string(recordJoint(world, kStep, fixed.index).unsolvedReason).find("can be pushed") !=
          std::string::npos);
    World sleeper;
    const BodyId ground = addAnchor(sleeper);
    const JointId hinge =
        sleeper.createJoint({.bodyA = ground,
                             .bodyB = addGhost(sleeper, makeBox(0.1f, 0.5f), {.position = {0.0f, -0.5f}}),
                             .anchorB = {0.0f, 0.5f},
                             .kind = RevoluteJoint{}});
    for (int i = 0; i < 200; ++i) sleeper.step(kStep);
    CHECK(std::string(recordJoint(sleeper, kStep, hinge.index).unsolvedReason).find("sleep") !=
          std::string::npos);
    CHECK(std::string(recordJoint(world, 1.0f, fixed.index).unsolvedReason).find("too long") !=
          std::string::npos);
}
