#include "engine/constraints/joint/joint_equations.h"
#include "engine/constraints/joint_constraints.h"
#include "engine/step/step_settings.h"
#include "engine/world/world_access.h"
#include "tests/support/lcg.h"
#include "tests/support/prepared_joints.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <utility>
#include <vector>

using namespace satbox;

namespace {

struct Prepared : test::PreparedJoints {
    using PreparedJoints::PreparedJoints;
    size_t inTree() const
    {
        size_t count = 0;
        for (const JointComponent& c : joints.components) count += c.tree.constraints.size();
        return count;
    }
    // fn(constraint, its joint in the tree, tree) for all joints of trees.
    template<class Fn>
    void forEachInTree(Fn&& fn) const
    {
        for (const JointComponent& component : joints.components)
            for (size_t i = 0; i < component.tree.joints.size(); ++i)
                fn(component.tree.constraints[i], component.tree.joints[i], component.tree);
    }
    void solveTrees(JointPass pass)
    {
        for (const JointComponent& component : joints.components)
            solveJointTree(component.tree, states, pass);
    }
    void eliminate(JointPass pass)
    {
        for (const JointComponent& component : joints.components) {
            for (JointConstraint& c : component.tree.constraints) chooseTreeRows(c, pass);
            eliminateJointTree(component.tree);
        }
    }
    void warmStart()
    {
        warmStartJoints(joints, states, true, nullptr);
        eliminate(JointPass::Velocity);
    }
    // The greatest velocity across a joint of a tree, m/s or rad/s.
    double residual() const
    {
        double most = 0.0;
        forEachInTree([&](const JointConstraint& c, const TreeJoint& joint, const JointTree&) {
            TreeRows rows;
            setTreeRows(rows, c, joint.parentIsA);
            for (const double error : treeErrors(c, rows.softness, states, JointPass::Velocity))
                most = std::max(most, std::fabs(error));
        });
        return most;
    }
};

BodyId addBar(World& world, Position at, float density = 1.0f)
{
    const BodyId id = world.createBody({.position = at});
    world.addShape(id, {.geometry = makeBox(0.5f, 0.1f), .material = {.density = density}});
    return id;
}

void pin(World& world, BodyId a, Vec2 anchorA, BodyId b, Vec2 anchorB,
         const JointKind& kind = RevoluteJoint{})
{
    REQUIRE(
        world.createJoint({.bodyA = a, .bodyB = b, .anchorA = anchorA, .anchorB = anchorB, .kind = kind}));
}

// A tree in which each body hangs on a random earlier one, by a random kind of joint; masses differ by a
// factor of 100.
World randomTree(uint64_t seed, bool isFixed)
{
    test::Lcg random(seed);
    World world;
    std::vector<BodyId> bodies;
    if (isFixed) bodies.push_back(world.createBody({.type = BodyType::Static}));
    for (int i = 0; i < 30; ++i) {
        const float x = random.between(-5.0f, 5.0f), y = random.between(-5.0f, 5.0f);
        const float density = std::pow(10.0f, random.between(-1.0f, 1.0f));
        const BodyId body = addBar(world, Vec2{x, y}, density);
        const float vx = random.between(-3.0f, 3.0f), vy = random.between(-3.0f, 3.0f);
        world.setVelocity(body, {vx, vy}, random.between(-5.0f, 5.0f));
        const JointKind kinds[]{RevoluteJoint{}, WeldJoint{}, PrismaticJoint{}, DistanceJoint{},
                                WheelJoint{}};
        if (!bodies.empty()) {
            const BodyId parent = bodies[random.below(static_cast<uint32_t>(bodies.size()))];
            const bool isA = random.below(2) == 0;
            pin(world, isA ? parent : body, {0.5f, 0.0f}, isA ? body : parent, {-0.5f, 0.0f},
                kinds[random.below(5)]);
        }
        bodies.push_back(body);
    }
    return world;
}

} // namespace

TEST_CASE("all_joints_of_a_tree_hold_at_once_after_one_pass_whatever_the_masses")
{
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        Prepared p(randomTree(seed, seed % 2 == 0));
        CHECK(p.inTree() == p.joints.joints.size());
        p.warmStart();
        const double before = p.residual();
        CHECK(before > 0.1);
        p.solveTrees(JointPass::Velocity);
        CHECK(p.residual() < 2e-5 * before); // impulses are rounded to floats, for bodies of unequal masses
    }
}

TEST_CASE("impulses_of_a_tree_keep_the_momentum_of_bodies_that_are_free")
{
    Prepared p(randomTree(7, false));
    const auto momentum = [&] {
        Vec2 sum{0.0f, 0.0f};
        for (const BodyState& s : p.states)
            if (s.invMass > 0.0f) sum += (1.0f / s.invMass) * s.v;
        return sum;
    };
    const Vec2 before = momentum();
    p.warmStart();
    const double residual = p.residual();
    p.solveTrees(JointPass::Velocity);
    CHECK(p.residual() < 1e-3 * residual); // impulses were applied
    CHECK(length(momentum() - before) < 1e-4f * length(before));
}

TEST_CASE("a_joint_that_closes_a_loop_makes_a_linkage_of_the_tree")
{
    World world;
    const BodyId a = addBar(world, {0.0, 0.0}), b = addBar(world, {1.0, 0.0}), c = addBar(world, {2.0, 0.0});
    pin(world, a, {0.5f, 0.0f}, b, {-0.5f, 0.0f});
    pin(world, b, {0.5f, 0.0f}, c, {-0.5f, 0.0f});
    CHECK(Prepared(world).inTree() == 2);
    pin(world, c, {0.5f, 0.0f}, a, {-0.5f, 0.0f});
    const Prepared p(world);
    CHECK(p.joints.joints.size() == 3);
    CHECK(p.inTree() == 0);
    CHECK(p.joints.components[0].linkage.nodes.size() == 6);
    const Prepared single(world, nullptr, 0); // without linkages
    CHECK(single.inTree() == 2);
    CHECK_FALSE(single.joints.joints.back().isInTree);
}

TEST_CASE("a_net_has_neither_tree_nor_linkage_and_each_of_a_row_of_machines_with_a_loop_has_a_linkage")
{
    World net, machines;
    constexpr int kSide = 16;
    std::vector<BodyId> knots;
    for (int x = 0; x < kSide; ++x)
        for (int y = 0; y < kSide; ++y) {
            knots.push_back(addBar(net, Vec2{static_cast<float>(x), static_cast<float>(y)}));
            if (y > 0) pin(net, knots[knots.size() - 2], {0.0f, 0.5f}, knots.back(), {0.0f, -0.5f});
            if (x > 0) pin(net, knots[knots.size() - 1 - kSide], {0.5f, 0.0f}, knots.back(), {-0.5f, 0.0f});
        }
    {
        const Prepared p(net);
        REQUIRE(p.joints.components.size() == 1);
        CHECK(p.joints.components[0].isNet);
        CHECK(p.inTree() == 0);
        CHECK(p.joints.components[0].linkage.empty());
    }
    const BodyId ground = machines.createBody({.type = BodyType::Static});
    for (int i = 0; i < 20; ++i) { // a parallelogram
        const float x = 4.0f * static_cast<float>(i);
        const BodyId a = addBar(machines, Vec2{x, 0.0f}), b = addBar(machines, Vec2{x + 1.0f, 0.0f}),
                     c = addBar(machines, Vec2{x + 2.0f, 0.0f});
        pin(machines, ground, {x - 0.5f, 0.0f}, a, {-0.5f, 0.0f});
        pin(machines, a, {0.5f, 0.0f}, b, {-0.5f, 0.0f});
        pin(machines, b, {0.5f, 0.0f}, c, {-0.5f, 0.0f});
        pin(machines, ground, {x + 2.5f, 0.0f}, c, {0.5f, 0.0f});
    }
    const Prepared p(machines);
    CHECK(p.joints.components.size() == 20);
    for (const JointComponent& component : p.joints.components) {
        CHECK_FALSE(component.isNet);
        CHECK(component.linkage.nodes.size() == 3 + 4);
    }
    CHECK(Prepared(machines, nullptr, 0).inTree() == 60);
}

TEST_CASE("a_rope_beside_a_net_keeps_its_tree_and_each_rope_has_one_of_its_own")
{
    World world;
    constexpr int kSide = 18;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    std::vector<BodyId> knots, ropes(3, ground);
    for (int x = 0; x < kSide; ++x)
        for (int y = 0; y < kSide; ++y) {
            knots.push_back(addBar(world, Vec2{static_cast<float>(x), static_cast<float>(y)}));
            if (y > 0) pin(world, knots[knots.size() - 2], {0.0f, 0.5f}, knots.back(), {0.0f, -0.5f});
            if (x > 0) pin(world, knots[knots.size() - 1 - kSide], {0.5f, 0.0f}, knots.back(), {-0.5f, 0.0f});
            BodyId& rope = ropes[knots.size() % 3]; // the links of three ropes, in turn
            const BodyId link = addBar(world, Vec2{20.0f, static_cast<float>(y)});
            pin(world, rope, {0.5f, 0.0f}, link, {-0.5f, 0.0f});
            rope = link;
        }
    const Prepared p(world);
    REQUIRE(p.joints.components.size() == 4);
    size_t nets = 0;
    for (const JointComponent& component : p.joints.components) {
        nets += component.isNet ? 1 : 0;
        CHECK(component.joints.size() == (component.isNet ? 612 : 108));
        CHECK(component.tree.joints.size() == (component.isNet ? 0 : 108));
    }
    CHECK(nets == 1);
}

TEST_CASE("a_second_joint_to_a_body_that_nothing_moves_closes_a_loop")
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    const BodyId a = addBar(world, {0.0, 0.0}), b = addBar(world, {1.0, 0.0});
    pin(world, a, {0.5f, 0.0f}, b, {-0.5f, 0.0f});
    pin(world, ground, {1.5f, 0.0f}, b, {0.5f, 0.0f});
    {
        const Prepared p(world);
        CHECK(p.inTree() == 2);
        CHECK(p.joints.components[0].tree.joints.front().parent == kNoIndex); // the ground is the root
    }
    pin(world, ground, {-0.5f, 0.0f}, a, {-0.5f, 0.0f});
    CHECK(Prepared(world).joints.components[0].linkage.nodes.size() == 5);
    CHECK(Prepared(world, nullptr, 0).inTree() == 2);
}

TEST_CASE("motors_and_limits_are_left_to_the_joint_itself_and_springs_are_solved_if_there_is_room")
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    const BodyId bar = addBar(world, {0.0, 0.0}), slider = addBar(world, {3.0, 0.0});
    const JointSpring spring{.enabled = true};
    const JointMotor motor{.enabled = true, .speed = 1.0f, .maxForce = 1e4f};
    const JointLimit limit{.enabled = true, .lower = -1.0f, .upper = 1.0f};
    pin(world, ground, {-0.5f, 0.0f}, bar, {-0.5f, 0.0f}, RevoluteJoint{spring, limit, motor});
    pin(world, ground, {3.0f, 0.0f}, slider, {0.0f, 0.0f}, PrismaticJoint{spring, limit, motor});
    Prepared p(world);
    p.warmStart();
    REQUIRE(p.inTree() == 2);
    p.forEachInTree([](const JointConstraint& c, const TreeJoint&, const JointTree&) {
        for (const JointRow& row : c.rows) {
            const JointPart::Role role = row.part.role;
            const bool hasBounds = role == JointPart::Role::Motor || role == JointPart::Role::Limit;
            CHECK(row.isInTree == !hasBounds);
        }
    });
}

// See JointBody: with new tension, a link gets another inertia although no body has moved.
TEST_CASE("effective_masses_follow_the_inertia_of_a_link_under_tension")
{
    World world;
    const BodyId post = world.createBody({.type = BodyType::Static}), link = addBar(world, {0.5, 0.0}),
                 load = addBar(world, {1.5, 0.0}, 1000.0f);
    pin(world, post, {0.0f, 0.0f}, link, {-0.5f, 0.0f});
    pin(world, link, {0.5f, 0.0f}, load, {-0.5f, 0.0f});
    Prepared p(std::move(world));
    warmStartJoints(p.joints, p.states, true, nullptr);
    const float before = p.joints.joints[0].invInertiaB;
    for (JointConstraint& c : p.joints.joints) c.pinImpulse = {-50.0f, 0.0f}; // N s, pulls B towards A
    warmStartJoints(p.joints, p.states, false, nullptr);
    CHECK(p.joints.joints[0].invInertiaB < 0.5f * before);
    for (const JointConstraint& c : p.joints.joints) {
        const float turnA = c.invInertiaA * c.now.rA.x * c.now.rA.x,
                    turnB = c.invInertiaB * c.now.rB.x * c.now.rB.x;
        CHECK(c.k22 == doctest::Approx(c.invMassA + c.invMassB + turnA + turnB));
    }
}

TEST_CASE("correcting_a_tree_removes_a_share_of_all_errors_at_once_and_changes_no_velocity")
{
    Prepared p(randomTree(3, true));
    p.warmStart();
    for (JointConstraint& c : p.joints.joints)
        updateToPoses(c, stateOf(p.states, c.rowA), stateOf(p.states, c.rowB));
    p.eliminate(JointPass::Correct);
    const std::vector<BodyState> before = p.states;
    p.solveTrees(JointPass::Correct);
    for (size_t i = 0; i < before.size(); ++i) CHECK(p.states[i].v == before[i].v);
    p.forEachInTree([&](const JointConstraint& c, const TreeJoint& joint, const JointTree& tree) {
        TreeRows rows;
        setTreeRows(rows, c, joint.parentIsA);
        const auto errors = treeErrors(c, rows.softness, p.states, JointPass::Correct);
        for (size_t k = 0; k < kMaxTreeRows; ++k) {
            double change = errors[k];
            for (size_t axis = 0; axis < 3; ++axis) {
                change += rows.child[k][axis] * tree.bodies[joint.child].change[axis];
                if (joint.parent != kNoIndex)
                    change += rows.parent[k][axis] * tree.bodies[joint.parent].change[axis];
            }
            CHECK(std::fabs(change) < 1e-5);
        }
    });
}
