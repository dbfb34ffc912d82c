// Joints in a world: what creating, editing, breaking and destroying them does to their bodies.
// The file is over 600 lines: its cases share helpers.
#include "engine/world/compact_world.h"
#include "tests/support/joined_world.h"
#include "tests/support/world_invariants.h"
#include <satbox/limits.h>
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace satbox {
namespace {

using namespace test;

constexpr std::array kSolvers{SolverType::SoftStep, SolverType::SequentialImpulse,
                              SolverType::ManifoldImpulse, SolverType::VertexContact};

BodyId addBox(World& world, Position position, float half = 0.5f)
{
    return addBody(world, makeBox(half, half), {.position = position});
}

void step(World& world, int count)
{
    for (int i = 0; i < count; ++i) {
        world.step(kStep);
        REQUIRE(brokenInvariant(world, WorldMoment::Stepped) == "");
    }
}

// Steps until the body sleeps. Returns false if it does not within 20 s.
bool stepUntilAsleep(World& world, BodyId body)
{
    for (int i = 0; i < 1200 && world.body(body).awake; ++i) world.step(kStep);
    return !world.body(body).awake;
}

Position positionOf(const World& world, BodyId body) { return world.bodyDef(body).position; }

bool areTouching(const World& world, BodyId a, BodyId b)
{
    bool found = false;
    world.forEachContact([&](const Contact& c) {
        found |= c.touching && ((world.bodyAt(c.bodyA) == a && world.bodyAt(c.bodyB) == b) ||
                                (world.bodyAt(c.bodyA) == b && world.bodyAt(c.bodyB) == a));
    });
    return found;
}

// Two boxes that overlap by 0.2 m, without gravity.
struct OverlappingBoxes {
    World world{settingsFor(SolverType::SoftStep, {0.0f, 0.0f})};
    BodyId a = addBox(world, {0.0, 0.0});
    BodyId b = addBox(world, {0.8, 0.0});

    JointDef joint(const JointKind& kind = RevoluteJoint{}, bool collideConnected = false) const
    {
        return {.bodyA = a,
                .bodyB = b,
                .anchorA = {0.4f, 0.0f},
                .anchorB = {-0.4f, 0.0f},
                .collideConnected = collideConnected,
                .kind = kind};
    }
};

// A box that hangs below a static body. Its joint holds it at rest.
struct HangingBox {
    World world;
    BodyId ceiling = world.createBody({.type = BodyType::Static, .position = {0.0, 10.0}});
    BodyId box = addBox(world, {0.0, 8.0});
    JointDef def{.bodyA = ceiling, .bodyB = box, .anchorB = {0.0f, 2.0f}, .kind = RevoluteJoint{}};
    JointId joint{};

    explicit HangingBox(const JointKind& kind = RevoluteJoint{}, float breakForce = 0.0f,
                        float breakTorque = 0.0f)
    {
        def.kind = kind;
        def.breakForce = breakForce;
        def.breakTorque = breakTorque;
        joint = world.createJoint(def);
    }
    float weight() const { return world.totalMass() * 9.81f; } // N
};

// How far the joint is from what its kind holds, m or rad.
float errorOf(const World& world, JointId id)
{
    const JointDef def = world.jointDef(id);
    const JointView view = world.jointView(id);
    const float across =
        std::sqrt(std::max(0.0f, view.length * view.length - view.translation * view.translation));
    if (const auto* rod = std::get_if<DistanceJoint>(&def.kind)) return std::fabs(view.length - rod->length);
    if (std::holds_alternative<RevoluteJoint>(def.kind)) return view.length;
    if (std::holds_alternative<WeldJoint>(def.kind)) return std::max(view.length, std::fabs(view.angle));
    if (std::holds_alternative<PrismaticJoint>(def.kind)) return std::max(across, std::fabs(view.angle));
    if (std::holds_alternative<WheelJoint>(def.kind)) return across;
    if (const auto* pulley = std::get_if<PulleyJoint>(&def.kind)) {
        const auto partOf = [](Position anchor, Vec2 ground) {
            return length(anchor - Position{static_cast<double>(ground.x), static_cast<double>(ground.y)});
        };
        return std::fabs(partOf(view.anchorA, pulley->groundA) +
                         pulley->ratio * partOf(view.anchorB, pulley->groundB) - pulley->length);
    }
    return 0.0f;
}

// A chain of planks of 1 m, level, from a static body at the origin to the right.
std::vector<JointId> addLevelChain(World& world, int count, const JointKind& kind)
{
    std::vector<JointId> joints;
    BodyId previous = world.createBody({.type = BodyType::Static});
    for (int i = 0; i < count; ++i) {
        const BodyId plank = addBody(world, makeBox(0.5f, 0.1f), {.position = {0.5 + i, 0.0}});
        joints.push_back(world.createJoint({.bodyA = previous,
                                            .bodyB = plank,
                                            .anchorA = {i == 0 ? 0.0f : 0.5f, 0.0f},
                                            .anchorB = {-0.5f, 0.0f},
                                            .kind = kind}));
        previous = plank;
    }
    return joints;
}

// Kinetic energy, and potential energy from y = 0, J.
float energyOf(const World& world)
{
    float sum = 0.0f;
    world.forEachBody([&](BodyId, const Body&, const BodyMotion& m) {
        if (m.invMass > 0.0f)
            sum += 0.5f * dot(m.v, m.v) / m.invMass + 0.5f * m.w * m.w / m.invInertia +
                   9.81f * static_cast<float>(m.center.y) / m.invMass;
    });
    return sum;
}

// Joined bodies of all kinds in the middle of their life.
World joinedWorld(SolverType solver = SolverType::SoftStep, int steps = 20)
{
    World world(settingsFor(solver));
    addJoinedGroups(world, 6);
    for (int i = 0; i < steps; ++i) world.step(kStep);
    return world;
}

} // namespace

TEST_CASE("a_joint_is_read_back_as_it_was_defined")
{
    for (const JointKind& kind : changedJointKinds()) {
        CAPTURE(std::string(toString(kind)));
        OverlappingBoxes boxes;
        const JointDef def = changedJointDef(boxes.a, boxes.b, kind);
        const JointId id = boxes.world.createJoint(def);
        REQUIRE(boxes.world.isValid(id));
        CHECK((boxes.world.jointDef(id) == def));
        CHECK((boxes.world.joints() == std::vector{id}));
        CHECK((boxes.world.jointsOf(boxes.a) == std::vector{id}));
        CHECK((boxes.world.jointsOf(boxes.b) == std::vector{id}));
    }
}

TEST_CASE("an_edited_joint_keeps_its_id_and_has_the_new_definition")
{
    OverlappingBoxes boxes;
    const BodyId c = addBox(boxes.world, {3.0, 0.0});
    const JointId id = boxes.world.createJoint(boxes.joint());
    const JointDef def = changedJointDef(boxes.b, c, changedJointKinds()[4]);
    REQUIRE(boxes.world.setJointDef(id, def));
    CHECK((boxes.world.jointDef(id) == def));
    CHECK(boxes.world.jointsOf(boxes.a).empty());
    CHECK((boxes.world.jointsOf(c) == std::vector{id}));
}

TEST_CASE("a_destroyed_joint_has_a_stale_id_and_its_slot_is_used_again_under_another_id")
{
    OverlappingBoxes boxes;
    World& world = boxes.world;
    const JointId first = world.createJoint(boxes.joint());
    REQUIRE(world.destroyJoint(first));
    CHECK_FALSE(world.isValid(first));
    CHECK(world.joints().empty());
    CHECK((world.jointDef(first) == JointDef{}));
    CHECK(world.jointView(first).length == 0.0f);
    CHECK_FALSE(world.destroyJoint(first));
    CHECK_FALSE(world.setJointDef(first, boxes.joint()));
    const JointId second = world.createJoint(boxes.joint());
    CHECK(second != first);
    CHECK(second.index == first.index);
    CHECK_FALSE(world.isValid(JointId{}));
}

TEST_CASE("refused_joints_change_nothing_and_tell_why")
{
    OverlappingBoxes boxes;
    World& world = boxes.world;
    const BodyId gone = addBox(world, {5.0, 0.0});
    world.destroyBody(gone);
    const JointId joint = world.createJoint(boxes.joint());
    const JointId stale = world.createJoint(boxes.joint());
    world.destroyJoint(stale);
    const uint64_t hash = world.hash();

    const auto refusal = [&](const Op& op) {
        const OpResult result = world.apply(op);
        CHECK_FALSE(result.joint != JointId{});
        return result.refusal;
    };
    const auto changed = [&](auto&& change) {
        JointDef def = boxes.joint();
        change(def);
        return def;
    };
    const JointDef staleA = changed([&](JointDef& def) { def.bodyA = gone; });
    const JointDef nullB = changed([&](JointDef& def) { def.bodyB = BodyId{}; });
    const JointDef same = changed([&](JointDef& def) { def.bodyB = def.bodyA; });
    const JointDef limits = changed([&](JointDef& def) {
        def.kind = RevoluteJoint{.limit = {.enabled = true, .lower = 2.0f, .upper = 1.0f}};
    });
    const JointDef notFinite =
        changed([&](JointDef& def) { def.anchorA.x = std::numeric_limits<float>::quiet_NaN(); });
    for (const bool edits : {false, true}) {
        CAPTURE(edits);
        const auto of = [&](const JointDef& def) {
            return edits ? refusal(op::SetJoint{joint, def}) : refusal(op::CreateJoint{def});
        };
        CHECK(of(staleA) == "bodyA: there is no such body: the id is stale or null");
        CHECK(of(nullB) == "bodyB: there is no such body: the id is stale or null");
        CHECK(of(same) == "bodyB: the same body as bodyA, expected another one");
        CHECK(of(limits) == "limit.lower: 2 is above the upper limit, 1");
        CHECK(of(notFinite).starts_with("anchorA"));
    }
    CHECK(refusal(op::SetJoint{stale, boxes.joint()}) == "there is no such joint: the id is stale or null");
    CHECK(refusal(op::DestroyJoint{stale}) == "there is no such joint: the id is stale or null");
    CHECK(world.hash() == hash);
    CHECK((world.jointDef(joint) == boxes.joint()));
}

TEST_CASE("a_full_world_refuses_one_more_joint")
{
    OverlappingBoxes boxes;
    World& world = boxes.world;
    JointDef def = boxes.joint(FilterJoint{});
    def.collideConnected = true;
    JointId last;
    for (size_t i = 0; i < kMaxJoints; ++i) last = world.createJoint(def);
    REQUIRE(world.isValid(last));
    CHECK(world.apply(op::CreateJoint{def}).refusal == "the world already has 100000 joints, the maximum");
    world.destroyJoint(last);
    CHECK(world.isValid(world.createJoint(def)));
}

TEST_CASE("joined_bodies_collide_only_if_the_joint_says_so")
{
    for (const bool collideConnected : {false, true}) {
        CAPTURE(collideConnected);
        OverlappingBoxes boxes;
        REQUIRE(boxes.world.isValid(boxes.world.createJoint(boxes.joint(FilterJoint{}, collideConnected))));
        step(boxes.world, 1);
        CHECK(areTouching(boxes.world, boxes.a, boxes.b) == collideConnected);
        step(boxes.world, 60);
        const double distance = positionOf(boxes.world, boxes.b).x - positionOf(boxes.world, boxes.a).x;
        if (collideConnected)
            CHECK(distance > 0.9); // pushed apart
        else
            CHECK(distance == doctest::Approx(0.8));
    }
}

TEST_CASE("bodies_collide_again_when_the_last_joint_that_keeps_them_apart_is_destroyed")
{
    OverlappingBoxes boxes;
    World& world = boxes.world;
    const JointId first = world.createJoint(boxes.joint(FilterJoint{}));
    JointDef reversed = boxes.joint(FilterJoint{});
    std::swap(reversed.bodyA, reversed.bodyB);
    const JointId second = world.createJoint(reversed);
    const JointId colliding = world.createJoint(boxes.joint(FilterJoint{}, true));
    step(world, 2);
    world.destroyJoint(first);
    step(world, 2);
    CHECK_FALSE(areTouching(world, boxes.a, boxes.b));
    world.destroyJoint(second);
    step(world, 2);
    CHECK(areTouching(world, boxes.a, boxes.b));
    CHECK(world.isValid(colliding));
}

TEST_CASE("an_edit_of_collide_connected_takes_effect_with_the_next_step")
{
    OverlappingBoxes boxes;
    World& world = boxes.world;
    const JointId id = world.createJoint(boxes.joint());
    for (const bool collides : {true, false, true}) {
        CAPTURE(collides);
        REQUIRE(world.setJointDef(id, boxes.joint(RevoluteJoint{}, collides)));
        step(world, 1);
        CHECK(areTouching(world, boxes.a, boxes.b) == collides);
    }
}

TEST_CASE("a_joint_that_is_moved_to_other_bodies_lets_the_old_ones_collide")
{
    OverlappingBoxes boxes;
    World& world = boxes.world;
    const BodyId c = addBox(world, {1.6, 0.0});
    const JointId id = world.createJoint(boxes.joint(FilterJoint{}));
    step(world, 1);
    JointDef def = boxes.joint(FilterJoint{});
    def.bodyA = c;
    REQUIRE(world.setJointDef(id, def));
    step(world, 1);
    CHECK(areTouching(world, boxes.a, boxes.b));
    CHECK_FALSE(areTouching(world, boxes.b, c));
}

TEST_CASE("a_new_joint_ends_the_contact_of_its_bodies")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver));
        const BodyId ground = addGround(world);
        const BodyId box = addBox(world, {0.0, 0.5});
        step(world, 10);
        REQUIRE(areTouching(world, ground, box));
        world.createJoint({.bodyA = ground, .bodyB = box, .kind = FilterJoint{}});
        CHECK_FALSE(areTouching(world, ground, box));
        CHECK(world.counters().contacts == 0);
        world.step(kStep);
        REQUIRE(world.events().ends.size() == 1);
        CHECK(world.bodyOf(world.events().ends[0].shapeA) == ground);
        step(world, 30);
        CHECK(positionOf(world, box).y < 0.0); // falls through the ground
    }
}

TEST_CASE("bodies_without_a_joint_of_their_own_still_collide_with_joined_ones")
{
    OverlappingBoxes boxes;
    World& world = boxes.world;
    world.createJoint(boxes.joint());
    const BodyId c = addBox(world, {1.6, 0.0});
    step(world, 1);
    CHECK(areTouching(world, boxes.b, c));
}

TEST_CASE("a_joint_is_destroyed_with_either_of_its_bodies_and_the_other_body_wakes")
{
    for (const bool destroysCeiling : {false, true}) {
        CAPTURE(destroysCeiling);
        HangingBox hanging;
        World& world = hanging.world;
        REQUIRE(stepUntilAsleep(world, hanging.box));
        world.destroyBody(destroysCeiling ? hanging.ceiling : hanging.box);
        CHECK_FALSE(world.isValid(hanging.joint));
        CHECK(world.joints().empty());
        if (!destroysCeiling) continue;
        CHECK(world.body(hanging.box).awake);
        step(world, 30);
        CHECK(positionOf(world, hanging.box).y < 7.5);
    }
}

TEST_CASE("a_new_body_in_the_slot_of_a_joined_one_collides")
{
    OverlappingBoxes boxes;
    World& world = boxes.world;
    world.createJoint(boxes.joint());
    world.destroyBody(boxes.b);
    const BodyId again = addBox(world, {0.8, 0.0});
    REQUIRE(again.index == boxes.b.index);
    CHECK(world.jointsOf(again).empty());
    step(world, 1);
    CHECK(areTouching(world, boxes.a, again));
}

TEST_CASE("a_joint_holds_up_to_its_break_force_and_breaks_above_it")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        for (const float share : {1.5f, 0.7f}) {
            CAPTURE(share);
            HangingBox hanging(WeldJoint{}, share * 9.81f);
            World& world = hanging.world;
            REQUIRE(world.totalMass() == doctest::Approx(1.0));
            WorldSettings settings = settingsFor(solver);
            settings.sleeping = false;
            world.setSettings(settings);
            if (share > 1.0f) {
                for (int i = 0; i < 120; ++i) {
                    world.step(kStep);
                    REQUIRE(world.events().brokenJoints.empty());
                }
                CHECK(world.isValid(hanging.joint));
                CHECK(length(world.jointView(hanging.joint).force) ==
                      doctest::Approx(hanging.weight()).epsilon(0.02));
                CHECK(world.jointView(hanging.joint).force.y > 0.0f); // on body B, upwards
                continue;
            }
            world.step(kStep);
            REQUIRE(world.events().brokenJoints.size() == 1);
            const JointBrokenEvent event = world.events().brokenJoints[0];
            CHECK(event.joint == hanging.joint);
            CHECK(event.bodyA == hanging.ceiling);
            CHECK(event.bodyB == hanging.box);
            CHECK(event.point.y == doctest::Approx(10.0).epsilon(0.01));
            CHECK(event.force > share * 9.81f);
            CHECK_FALSE(world.isValid(hanging.joint));
            world.step(kStep);
            CHECK(world.events().brokenJoints.empty());
        }
    }
}

TEST_CASE("a_joint_breaks_above_its_break_torque")
{
    // A lever of 1 m that is held at its end: 9.81 N times 0.5 m.
    for (const float breakTorque : {6.0f, 4.0f}) {
        CAPTURE(breakTorque);
        WorldSettings settings;
        settings.sleeping = false;
        World world(settings);
        const BodyId wall = world.createBody({.type = BodyType::Static});
        const BodyId lever = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.5, 0.0}});
        const JointId id = world.createJoint({.bodyA = wall,
                                              .bodyB = lever,
                                              .anchorB = {-0.5f, 0.0f},
                                              .breakTorque = breakTorque,
                                              .kind = WeldJoint{}});
        int broken = 0;
        for (int i = 0; i < 120; ++i) {
            world.step(kStep);
            broken += static_cast<int>(world.events().brokenJoints.size());
            if (!world.events().brokenJoints.empty())
                CHECK(std::fabs(world.events().brokenJoints[0].torque) > breakTorque);
        }
        CHECK(broken == (breakTorque < 4.9f ? 1 : 0));
        CHECK(world.isValid(id) == (broken == 0));
        if (broken == 0) CHECK(world.jointView(id).torque == doctest::Approx(4.905).epsilon(0.02));
    }
}

TEST_CASE("bodies_collide_after_their_joint_broke")
{
    OverlappingBoxes boxes;
    World& world = boxes.world;
    JointDef def = boxes.joint(WeldJoint{});
    def.breakForce = 1.0f;
    const JointId id = world.createJoint(def);
    step(world, 2);
    REQUIRE(world.isValid(id));
    world.applyForce(boxes.b, {50.0f, 0.0f}, {0.8, 0.0});
    step(world, 1);
    REQUIRE_FALSE(world.isValid(id));
    step(world, 1);
    CHECK(areTouching(world, boxes.a, boxes.b));
}

TEST_CASE("a_sleeping_body_falls_when_its_joint_is_made_too_weak_or_destroyed")
{
    for (const bool destroys : {false, true}) {
        CAPTURE(destroys);
        HangingBox hanging;
        World& world = hanging.world;
        REQUIRE(stepUntilAsleep(world, hanging.box));
        if (destroys) {
            REQUIRE(world.destroyJoint(hanging.joint));
        } else {
            hanging.def.breakForce = 1.0f;
            REQUIRE(world.setJointDef(hanging.joint, hanging.def));
        }
        CHECK(world.body(hanging.box).awake);
        step(world, 30);
        CHECK_FALSE(world.isValid(hanging.joint));
        CHECK(world.body(hanging.box).awake);
        CHECK(positionOf(world, hanging.box).y < 7.5);
    }
}

TEST_CASE("joined_bodies_sleep_together_and_wake_together")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver));
        addGround(world);
        const BodyId a = addBox(world, {0.0, 0.5}), b = addBox(world, {5.0, 0.5});
        world.createJoint({.bodyA = a, .bodyB = b, .kind = DistanceJoint{.length = 5.0f}});
        for (int i = 0; i < 1200 && (world.body(a).awake || world.body(b).awake); ++i) {
            world.step(kStep);
            REQUIRE(world.body(a).awake == world.body(b).awake);
        }
        REQUIRE_FALSE(world.body(a).awake);
        world.wake(b);
        world.step(kStep);
        CHECK(world.body(a).awake);
        CHECK(world.body(b).awake);
    }
}

TEST_CASE("a_body_that_moves_keeps_the_body_at_its_joint_awake")
{
    World world;
    addGround(world);
    const BodyId a = addBox(world, {0.0, 0.5});
    const BodyId b = addBody(world, makeBox(0.1f, 0.1f), {.position = {0.0, 3.0}, .gravityScale = 0.0f});
    world.createJoint({.bodyA = a,
                       .bodyB = b,
                       .anchorA = {0.0f, 2.5f},
                       .kind = RevoluteJoint{.motor = {.enabled = true, .speed = 1.0f, .maxForce = 1.0f}}});
    step(world, 300);
    CHECK(world.body(a).awake);
    CHECK(world.body(b).awake);
}

TEST_CASE("a_joint_between_sleepers_lets_them_sleep_and_then_they_wake_together")
{
    const auto sleepers = [](World& world, BodyId& a, BodyId& b, BodyId& ground) {
        ground = addGround(world);
        a = addBox(world, {0.0, 0.5});
        b = addBox(world, {5.0, 0.5});
        REQUIRE(stepUntilAsleep(world, a));
        REQUIRE(stepUntilAsleep(world, b));
        JointDef def{.bodyA = a, .bodyB = b, .kind = DistanceJoint{.length = 5.0f}};
        REQUIRE(world.isValid(world.createJoint(def)));
    };
    SUBCASE("they_sleep_on")
    {
        World world;
        BodyId a, b, ground;
        sleepers(world, a, b, ground);
        CHECK_FALSE(world.body(a).awake);
        CHECK_FALSE(world.body(b).awake);
        step(world, 30);
        CHECK_FALSE(world.body(a).awake);
        CHECK_FALSE(world.body(b).awake);
    }
    SUBCASE("an_impulse_on_one_wakes_both")
    {
        World world;
        BodyId a, b, ground;
        sleepers(world, a, b, ground);
        world.applyImpulse(b, {3.0f, 0.0f}, {5.0, 0.5});
        step(world, 1);
        CHECK(world.body(a).awake);
        CHECK(world.motion(a).v.x > 0.5f);
    }
    SUBCASE("a_joint_of_a_sleeper_with_the_ground_lets_it_sleep")
    {
        World world;
        BodyId a, b, ground;
        sleepers(world, a, b, ground);
        REQUIRE(world.isValid(world.createJoint({.bodyA = ground,
                                                 .bodyB = a,
                                                 .anchorA = {0.0f, 1.5f},
                                                 .collideConnected = true,
                                                 .kind = RevoluteJoint{}})));
        CHECK_FALSE(world.body(a).awake);
    }
}

TEST_CASE("a_chain_of_sleepers_that_were_joined_in_any_order_wakes_as_one")
{
    const auto momentumOf = [](const World& world) { // kg m/s, along x
        float sum = 0.0f;
        world.forEachBody([&](BodyId, const Body&, const BodyMotion& m) { sum += m.v.x / m.invMass; });
        return sum;
    };
    for (const int variant : {0, 1, 2, 3}) {
        const bool isReversed = variant % 2 == 1, isHit = variant / 2 == 1;
        CAPTURE(isReversed);
        CAPTURE(isHit);
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        std::vector<BodyId> boxes;
        for (int i = 0; i < 5; ++i) boxes.push_back(addBox(world, {2.0 * i, 0.0}));
        for (const BodyId box : boxes) REQUIRE(stepUntilAsleep(world, box));
        for (size_t n = 1; n < boxes.size(); ++n) {
            const size_t i = isReversed ? boxes.size() - n : n;
            world.createJoint(
                {.bodyA = boxes[i - 1], .bodyB = boxes[i], .kind = DistanceJoint{.length = 2.0f}});
        }
        REQUIRE_FALSE(world.body(boxes[0]).awake);
        if (isHit) {
            const BodyId ball = addBody(world, Circle{.radius = 0.5f}, {.position = {-1.2, 0.0}});
            world.setVelocity(ball, {10.0f, 0.0f}, 0.0f);
        } else {
            world.applyImpulse(boxes[0], {-5.0f, 0.0f}, {0.0, 0.0});
        }
        const float before = momentumOf(world);
        int apart = 0; // steps in which some of them were awake
        for (int i = 0; i < 10; ++i) {
            step(world, 1);
            const auto isAwake = [&](BodyId box) { return world.body(box).awake; };
            apart += std::any_of(boxes.begin(), boxes.end(), isAwake) !=
                     std::all_of(boxes.begin(), boxes.end(), isAwake);
        }
        CHECK(apart == 0);
        CHECK(world.body(boxes[4]).awake);
        CHECK(momentumOf(world) == doctest::Approx(before).epsilon(0.01)); // none is lost to a sleeper
    }
}

TEST_CASE("a_sleeping_joint_keeps_its_force_so_that_its_body_does_not_move_when_it_wakes")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        CAPTURE(std::string(toString(solver)));
        HangingBox hanging;
        World& world = hanging.world;
        world.setSettings(settingsFor(solver));
        run(world, 0.25f);
        const Vec2 force = world.jointView(hanging.joint).force;
        CHECK(force.y == doctest::Approx(hanging.weight()).epsilon(0.02));
        REQUIRE(stepUntilAsleep(world, hanging.box));
        step(world, 10);
        CHECK(world.jointView(hanging.joint).force.y == doctest::Approx(force.y).epsilon(0.02));
        const Position before = positionOf(world, hanging.box);
        world.wake(hanging.box);
        step(world, 1);
        CHECK(length(positionOf(world, hanging.box) - before) < 1e-4f);
        CHECK(world.jointView(hanging.joint).force.y == doctest::Approx(force.y).epsilon(0.02));
    }
}

TEST_CASE("a_new_joint_that_ends_the_contact_a_sleeper_rests_on_wakes_it")
{
    for (const bool onGround : {true, false}) {
        CAPTURE(onGround);
        World world;
        const BodyId ground = addGround(world);
        const BodyId lower = addBox(world, {0.0, 0.5}), upper = addBox(world, {0.0, 1.5});
        REQUIRE(stepUntilAsleep(world, lower));
        REQUIRE(stepUntilAsleep(world, upper));
        if (onGround)
            world.createJoint({.bodyA = ground, .bodyB = lower, .kind = FilterJoint{}});
        else
            world.createJoint({.bodyA = lower, .bodyB = upper, .kind = FilterJoint{}});
        step(world, 30);
        CHECK(world.body(upper).awake);
        CHECK(positionOf(world, upper).y < 1.0);
    }
}

TEST_CASE("joints_between_bodies_of_all_types_and_states_can_be_stepped")
{
    for (const SolverType solver : kSolvers)
        for (const BodyType typeA : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic})
            for (const BodyType typeB : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic})
                for (const bool enabled : {true, false})
                    for (const JointKind& kind : changedJointKinds()) {
                        CAPTURE(std::string(toString(solver)));
                        CAPTURE(std::string(toString(kind)));
                        World world(settingsFor(solver));
                        const BodyId a = addBody(world, makeBox(0.5f, 0.5f), {.type = typeA});
                        const BodyId b =
                            addBody(world, makeBox(0.5f, 0.5f), {.type = typeB, .position = {2.0, 0.0}});
                        const BodyId without = world.createBody({.type = typeA, .position = {-1.0, 0.0}});
                        JointDef def = changedJointDef(a, b, kind);
                        def.breakForce = def.breakTorque = 0.0f;
                        const JointId first = world.createJoint(def);
                        def.bodyA = without; // has no shape
                        const JointId second = world.createJoint(def);
                        BodyDef body = world.bodyDef(b);
                        body.enabled = enabled;
                        body.fixedRotation = !enabled;
                        REQUIRE(world.setBodyDef(b, body));
                        for (int i = 0; i < 10; ++i) world.step(kStep);
                        REQUIRE(brokenInvariant(world, WorldMoment::Stepped) == "");
                        for (const JointId id : {first, second}) {
                            REQUIRE(world.isValid(id));
                            const JointView view = world.jointView(id);
                            REQUIRE(std::isfinite(view.length + view.angle + view.force.x + view.force.y +
                                                  view.torque));
                        }
                        const auto hasStayed = [&](BodyId id, BodyType type, Vec2 position) {
                            return type == BodyType::Dynamic ||
                                   length(positionOf(world, id) - Position(position)) < 1e-4f;
                        };
                        REQUIRE(hasStayed(a, typeA, {0.0f, 0.0f}));
                        REQUIRE(hasStayed(b, typeB, {2.0f, 0.0f}));
                    }
}

TEST_CASE("a_joint_of_a_sleeping_and_an_awake_body_wakes_both")
{
    World world;
    addGround(world);
    const BodyId a = addBox(world, {0.0, 0.5});
    REQUIRE(stepUntilAsleep(world, a));
    const BodyId b = addBox(world, {5.0, 0.5});
    REQUIRE(world.body(b).awake);
    world.createJoint({.bodyA = a, .bodyB = b, .kind = DistanceJoint{.length = 5.0f}});
    CHECK(world.body(a).awake);
}

TEST_CASE("an_edit_of_a_static_body_wakes_what_is_joined_to_it")
{
    HangingBox hanging;
    World& world = hanging.world;
    REQUIRE(stepUntilAsleep(world, hanging.box));
    SUBCASE("its_definition")
    {
        BodyDef def = world.bodyDef(hanging.ceiling);
        def.position.y += 1.0;
        world.setBodyDef(hanging.ceiling, def);
    }
    SUBCASE("its_transform") { world.setTransform(hanging.ceiling, {{0.0, 11.0}, {}}); }
    CHECK(world.body(hanging.box).awake);
    step(world, 600);
    CHECK(positionOf(world, hanging.box).y == doctest::Approx(9.0).epsilon(0.02));
}

TEST_CASE("a_joint_to_a_moving_kinematic_body_keeps_its_body_awake")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId cart = world.createBody({.type = BodyType::Kinematic, .linearVelocity = {1.0f, 0.0f}});
    const BodyId box = addBox(world, {0.0, -2.0});
    world.createJoint({.bodyA = cart, .bodyB = box, .anchorB = {0.0f, 2.0f}, .kind = WeldJoint{}});
    step(world, 300);
    CHECK(world.body(box).awake);
    CHECK(positionOf(world, box).x == doctest::Approx(5.0).epsilon(0.01));
}

TEST_CASE("the_angle_counts_full_turns_in_both_directions")
{
    for (const float speed : {10.0f, -10.0f}) {
        CAPTURE(speed);
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        const BodyId wall = world.createBody({.type = BodyType::Static});
        const BodyId wheel = addBody(world, Circle{}, {});
        const JointId id = world.createJoint(
            {.bodyA = wall,
             .bodyB = wheel,
             .angleB = 0.25f,
             .kind = RevoluteJoint{.motor = {.enabled = true, .speed = speed, .maxForce = 1e6f}}});
        CHECK(world.jointView(id).angle == doctest::Approx(0.25));
        run(world, 3.0f);
        CHECK(world.jointView(id).angle == doctest::Approx(3.0f * speed + 0.25f).epsilon(0.01));
        const World copy = world;
        CHECK(copy.jointView(id).angle == world.jointView(id).angle);
    }
}

TEST_CASE("a_limit_beyond_a_full_turn_stops_the_body_there")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId wall = world.createBody({.type = BodyType::Static});
    const BodyId wheel = addBody(world, Circle{}, {});
    const JointId id = world.createJoint(
        {.bodyA = wall,
         .bodyB = wheel,
         .kind = RevoluteJoint{.limit = {.enabled = true, .lower = 0.0f, .upper = 9.0f},
                               .motor = {.enabled = true, .speed = 6.0f, .maxForce = 100.0f}}});
    run(world, 4.0f);
    CHECK(world.jointView(id).angle == doctest::Approx(9.0).epsilon(0.01));
}

TEST_CASE("a_view_measures_the_joint_in_the_world")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId a = world.createBody({.position = {1.0, 2.0}, .rotation = makeRot(kPi / 2.0f)});
    const BodyId b = addBox(world, {4.0, 2.0});
    const JointId id = world.createJoint({.bodyA = a,
                                          .bodyB = b,
                                          .anchorA = {1.0f, 0.0f},
                                          .anchorB = {0.0f, 5.0f},
                                          .angleA = 0.0f,
                                          .kind = FilterJoint{}});
    const JointView view = world.jointView(id);
    CHECK(view.anchorA.x == doctest::Approx(1.0));
    CHECK(view.anchorA.y == doctest::Approx(3.0));
    CHECK(view.anchorB.x == doctest::Approx(4.0));
    CHECK(view.anchorB.y == doctest::Approx(7.0));
    CHECK(view.translation == doctest::Approx(4.0)); // along y, the axis of frame A
    CHECK(view.length == doctest::Approx(5.0));
    CHECK(view.angle == doctest::Approx(-kPi / 2.0f));
    CHECK(view.force == Vec2{0.0f, 0.0f});
}

TEST_CASE("a_filter_joint_holds_nothing_and_does_not_join_islands")
{
    World world;
    addGround(world);
    const BodyId a = addBox(world, {0.0, 0.5});
    const BodyId b = addBox(world, {0.2, 20.0});
    const JointId id = world.createJoint({.bodyA = a, .bodyB = b, .kind = FilterJoint{}});
    step(world, 60);
    CHECK(positionOf(world, b).y < 17.0);
    REQUIRE(stepUntilAsleep(world, b));
    CHECK(positionOf(world, b).y == doctest::Approx(0.5).epsilon(0.02)); // fell through the other box
    CHECK(length(world.jointView(id).force) == 0.0f);
    world.applyImpulse(b, {0.1f, 0.0f}, positionOf(world, b));
    step(world, 1);
    CHECK(world.body(b).awake);
    CHECK_FALSE(world.body(a).awake);
}

TEST_CASE("equal_operations_give_equal_worlds")
{
    World first = joinedWorld(), second = joinedWorld();
    CHECK(first == second);
    CHECK(first.hash() == second.hash());
    CHECK(first.joints() == second.joints());
}

TEST_CASE("the_hash_covers_what_a_step_reads_of_a_joint_but_not_its_name")
{
    for (const JointKind& kind : changedJointKinds()) {
        CAPTURE(std::string(toString(kind)));
        OverlappingBoxes boxes;
        const JointDef def = changedJointDef(boxes.a, boxes.b, kind);
        const JointId id = boxes.world.createJoint(def);
        const auto isCovered = [&](auto&& change) {
            World other = boxes.world;
            JointDef edited = def;
            change(edited);
            REQUIRE(other.setJointDef(id, edited));
            CHECK((other == boxes.world) == (other.hash() == boxes.world.hash()));
            return other.hash() != boxes.world.hash();
        };
        CHECK_FALSE(isCovered([](JointDef&) {}));
        CHECK_FALSE(isCovered([](JointDef& d) { d.name = "other"; }));
        CHECK(isCovered([](JointDef& d) { d.anchorA.x += 0.1f; }));
        CHECK(isCovered([](JointDef& d) { d.anchorB.y += 0.1f; }));
        CHECK(isCovered([](JointDef& d) { d.angleA += 0.1f; }));
        CHECK(isCovered([](JointDef& d) { d.angleB += 0.1f; }));
        CHECK(isCovered([](JointDef& d) { d.collideConnected = false; }));
        CHECK(isCovered([](JointDef& d) { d.breakForce = 2.0f; }));
        CHECK(isCovered([](JointDef& d) { d.breakTorque = 2.0f; }));
        CHECK(isCovered([](JointDef& d) { std::swap(d.bodyA, d.bodyB); }));
        CHECK(isCovered([&](JointDef& d) {
            if (std::holds_alternative<WeldJoint>(kind))
                d.kind = MotorJoint{};
            else
                d.kind = WeldJoint{};
        }));
    }
}

TEST_CASE("a_copy_of_a_joined_world_goes_on_with_the_same_bits")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        World world = joinedWorld(solver);
        World copy = world, assigned;
        assigned = world;
        for (int i = 0; i < 60; ++i) {
            world.step(kStep);
            copy.step(kStep);
            assigned.step(kStep);
            REQUIRE(copy.hash() == world.hash());
            REQUIRE(assigned.hash() == world.hash());
        }
        CHECK(copy.joints() == world.joints());
    }
}

TEST_CASE("a_compact_copy_of_a_joined_world_is_restored_and_goes_on_with_the_same_bits")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver));
        addJoinedGroups(world, 6);
        std::vector<CompactWorld> copies{CompactWorld(world)};
        for (int round = 0; round < 8; ++round) {
            const std::vector<JointId> joints = world.joints();
            if (round % 3 == 1) world.destroyJoint(joints[joints.size() / 2]);
            if (round % 3 == 2) world.destroyBody(world.jointDef(joints[joints.size() / 3]).bodyB);
            for (int i = 0; i < 15; ++i) world.step(kStep);
            copies.push_back(CompactWorld(world, &copies.back()));
            World restored = copies.back().world();
            REQUIRE(restored.hash() == world.hash());
            REQUIRE(restored == world);
            REQUIRE(brokenInvariant(restored, WorldMoment::Stepped) == "");
            CHECK(restored.joints() == world.joints());
            World original = world;
            for (int i = 0; i < 20; ++i) {
                original.step(kStep);
                restored.step(kStep);
                REQUIRE(restored.hash() == original.hash());
                REQUIRE(restored.events().brokenJoints.size() == original.events().brokenJoints.size());
            }
        }
        CHECK(world.joints().size() > 20);
    }
}

TEST_CASE("joined_bodies_stay_apart_in_a_world_restored_from_a_compact_copy")
{
    OverlappingBoxes boxes;
    boxes.world.createJoint(boxes.joint(FilterJoint{}));
    step(boxes.world, 2);
    World restored = CompactWorld(boxes.world).world();
    restored.setTransform(boxes.b, {{0.7, 0.1}, {}});
    step(restored, 3);
    CHECK(restored.counters().contacts == 0);
}

TEST_CASE("the_number_of_threads_and_the_instruction_set_do_not_change_the_bits_of_joined_worlds")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        World expected(settingsFor(solver));
        addJoinedGroups(expected, 20, 12.0f);
        const World start = expected;
        std::vector<uint64_t> hashes;
        size_t broken = 0;
        for (int i = 0; i < 90; ++i) {
            expected.step(kStep);
            hashes.push_back(expected.hash());
            broken += expected.events().brokenJoints.size();
        }
        CHECK(broken > 0); // a case of this test
        ThreadPool four(4, ThreadPool::WaitPolicy::Unlimited), one(1);
        const auto check = [&](InstructionSet set, ThreadPool& threads) {
            CAPTURE(std::string(toString(set)));
            CAPTURE(threads.threadCount());
            World world = start;
            REQUIRE(world.setInstructionSet(set));
            for (const uint64_t hash : hashes) {
                world.step(kStep, nullptr, &threads);
                REQUIRE(world.hash() == hash);
            }
        };
        check(bestInstructionSet(), one);
        for (const InstructionSet set : availableInstructionSets()) check(set, four);
    }
}

TEST_CASE("every_solver_keeps_rigid_joints_together")
{
    const std::array<JointKind, 6> kinds{DistanceJoint{}, RevoluteJoint{}, PrismaticJoint{},
                                         WeldJoint{},     WheelJoint{},    PulleyJoint{}};
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        for (const JointKind& kind : kinds) {
            CAPTURE(std::string(toString(kind)));
            World world(settingsFor(solver));
            // Chains of boxes 1 m apart, which swing from a static body. A wheel's and a slider's axis is
            // level.
            BodyId previous = world.createBody({.type = BodyType::Static});
            std::vector<JointId> joints;
            const int count = std::holds_alternative<PulleyJoint>(kind) ? 1 : 4;
            for (int i = 0; i < count; ++i) {
                const double x = 1.0 + i;
                const BodyId box = addBody(world, makeBox(0.3f, 0.2f), {.position = {x, 0.0}});
                JointDef def{.bodyA = previous, .bodyB = box, .kind = kind};
                if (std::holds_alternative<DistanceJoint>(kind)) {
                    def.anchorA = def.anchorB = {0.0f, 0.0f};
                } else {
                    def.anchorA = {0.5f, 0.0f};
                    def.anchorB = {-0.5f, 0.0f};
                }
                if (std::holds_alternative<PulleyJoint>(kind)) {
                    def.bodyA = addBody(world, makeBox(0.5f, 0.5f), {.position = {-2.0, 0.0}});
                    def.anchorA = def.anchorB = {0.0f, 0.0f};
                    def.kind = PulleyJoint{
                        .groundA = {-2.0f, 3.0f}, .groundB = {1.0f, 3.0f}, .length = 6.0f, .ratio = 1.0f};
                }
                joints.push_back(world.createJoint(def));
                previous = box;
            }
            float worst = 0.0f, start = 0.0f;
            for (const JointId id : joints) start = std::max(start, errorOf(world, id));
            REQUIRE(start < 1e-5f);
            const float moved = static_cast<float>(positionOf(world, previous).y);
            const int steps = std::holds_alternative<PulleyJoint>(kind) ? 30 : 120;
            for (int i = 0; i < steps; ++i) {
                world.step(kStep);
                for (const JointId id : joints) worst = std::max(worst, errorOf(world, id));
            }
            CHECK(worst < 0.02f);
            if (!std::holds_alternative<WeldJoint>(kind) && !std::holds_alternative<PrismaticJoint>(kind))
                CHECK(static_cast<float>(positionOf(world, previous).y) != moved);
        }
    }
}

TEST_CASE("chains_that_fall_from_level_gain_no_energy_whether_limits_stop_them_or_not")
{
    const std::array<JointKind, 4> kinds{
        RevoluteJoint{}, WeldJoint{}, RevoluteJoint{.limit = {.enabled = true, .lower = 0.0f, .upper = 0.0f}},
        RevoluteJoint{.limit = {.enabled = true, .lower = -0.1f, .upper = 0.1f}}};
    for (const SolverType solver : kSolvers)
        for (size_t kind = 0; kind < kinds.size(); ++kind)
            for (const int count : {1, 2, 3, 5, 8}) {
                CAPTURE(std::string(toString(solver)));
                CAPTURE(kind);
                CAPTURE(count);
                World world(settingsFor(solver));
                const std::vector<JointId> joints = addLevelChain(world, count, kinds[kind]);
                const float allowed =
                    energyOf(world) + 0.15f * world.totalMass() * 9.81f * static_cast<float>(count);
                float highest = energyOf(world), longest = 0.0f;
                for (int i = 0; i < 600; ++i) {
                    world.step(kStep);
                    highest = std::max(highest, energyOf(world));
                    for (const JointId id : joints) longest = std::max(longest, world.jointView(id).length);
                }
                CHECK(highest <= allowed);
                CHECK(longest < 0.1f);
            }
}

TEST_CASE("every_solver_steps_a_world_with_all_kinds_of_joints")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver));
        addJoinedGroups(world, 6);
        for (int i = 0; i < 240; ++i) {
            world.step(kStep);
            REQUIRE(brokenInvariant(world, WorldMoment::Stepped) == "");
            REQUIRE(world.events().quarantines.empty());
        }
        for (const JointId id : world.joints()) {
            const JointView view = world.jointView(id);
            CHECK(std::isfinite(view.force.x + view.force.y + view.torque + view.angle));
        }
    }
}

TEST_CASE("a_motor_joint_draws_its_bodies_together_but_not_with_more_than_its_force")
{
    for (const float maxForce : {100.0f, 5.0f}) {
        CAPTURE(maxForce);
        HangingBox hanging(MotorJoint{.maxForce = maxForce});
        hanging.world.step(kStep);
        run(hanging.world, 1.0f);
        const JointView view = hanging.world.jointView(hanging.joint);
        CHECK(length(view.force) <= 1.01f * maxForce);
        if (maxForce > hanging.weight())
            CHECK(view.length < 0.1f);
        else
            CHECK(view.length > 1.0f);
    }
}

TEST_CASE("edits_that_keep_the_kind_keep_the_joint_at_rest")
{
    HangingBox hanging;
    run(hanging.world, 0.25f);
    const Position before = positionOf(hanging.world, hanging.box);
    hanging.def.name = "renamed";
    REQUIRE(hanging.world.setJointDef(hanging.joint, hanging.def));
    CHECK(length(hanging.world.jointView(hanging.joint).force) > 0.5f * hanging.weight());
    hanging.world.step(kStep);
    CHECK(length(positionOf(hanging.world, hanging.box) - before) < 1e-3f);
    hanging.def.kind = WeldJoint{};
    REQUIRE(hanging.world.setJointDef(hanging.joint, hanging.def));
    CHECK(length(hanging.world.jointView(hanging.joint).force) == 0.0f);
}

TEST_CASE("a_joint_that_holds_nothing_counts_full_turns")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId wall = world.createBody({.type = BodyType::Static});
    const BodyId wheel = addBody(world, Circle{}, {.angularVelocity = 6.0f});
    const JointId joint = world.createJoint(
        {.bodyA = wall, .bodyB = wheel, .kind = MotorJoint{.maxForce = 0.0f, .maxTorque = 0.0f}});
    run(world, 3.0f);
    CHECK(world.jointView(joint).angle == doctest::Approx(18.0f).epsilon(0.01));
}

TEST_CASE("a_change_of_solver_leaves_no_joints_of_the_last_one_behind")
{
    constexpr SolverType kChanges[]{SolverType::SoftStep, SolverType::VertexContact, SolverType::SoftStep,
                                    SolverType::ManifoldImpulse, SolverType::SequentialImpulse};
    World world(settingsFor(SolverType::SoftStep));
    std::vector<JointId> joints = addJoinedGroups(world, 6);
    for (const SolverType solver : kChanges) {
        WorldSettings settings = world.settings();
        settings.solver = solver;
        REQUIRE(world.setSettings(settings));
        World copy = world; // without its workspace
        for (int i = 0; i < 3; ++i) {
            world.step(kStep);
            copy.step(kStep);
        }
        CHECK(world.hash() == copy.hash());
        REQUIRE(world.destroyJoint(joints.back()));
        joints.pop_back();
    }
}

} // namespace satbox
