// How the joints of a group are divided: trees, linkages, nets, and the hinges of nets that are solved in
// lanes.

#include "engine/constraints/joint_plan.h"
#include "tests/support/joint_fixture.h"
#include "tests/support/prepared_joints.h"

#include <doctest/doctest.h>

#include <set>
#include <utility>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

// A grid of `side` by `side` discs with hinges between neighbours, one of which has a limit; beside it, a
// rope of three.
World gridAndRope(int side)
{
    World world = sleepless();
    const auto addDisc = [&](float x, float y) {
        return addGhost(world, Circle{.radius = 0.4f}, {.position = Vec2{x, y}});
    };
    const auto hinge = [&](BodyId a, BodyId b, Vec2 direction, const RevoluteJoint& kind = {}) {
        world.createJoint({.bodyA = a,
                           .bodyB = b,
                           .anchorA = 0.5f * direction,
                           .anchorB = -0.5f * direction,
                           .kind = kind});
    };
    const RevoluteJoint limited{.limit = {.enabled = true, .lower = -1.0f, .upper = 1.0f}};
    std::vector<BodyId> discs;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const BodyId disc = addDisc(static_cast<float>(x), static_cast<float>(-y));
            if (x > 0) hinge(discs.back(), disc, {1.0f, 0.0f}, x == 1 && y == 0 ? limited : RevoluteJoint{});
            if (y > 0) hinge(discs[discs.size() - static_cast<size_t>(side)], disc, {0.0f, -1.0f});
            discs.push_back(disc);
        }
    }
    BodyId last = addDisc(-10.0f, 0.0f);
    for (int i = 0; i < 2; ++i) {
        const BodyId next = addDisc(-9.0f + static_cast<float>(i), 0.0f);
        hinge(last, next, {1.0f, 0.0f});
        last = next;
    }
    return world;
}

constexpr int kSide = 6;
constexpr size_t kGridHinges = 2 * kSide * (kSide - 1), kRopeHinges = 2;

} // namespace

TEST_CASE("hinges_of_a_net_are_pins_and_all_other_joints_are_constraints_of_their_component")
{
    const PreparedJoints p(gridAndRope(kSide), &scalarPinKernels(), 0);
    const JointPlan& plan = p.plan;
    CHECK(plan.pins.size() == kGridHinges - 1);
    CHECK(plan.jointCount == 1 + kRopeHinges);
    CHECK(plan.rowCount == 1); // the limit
    REQUIRE(plan.components.size() == 2);
    const PlannedComponent& grid = plan.components[0];
    CHECK(grid.component.isNet);
    CHECK(grid.joints.size() == 1);
    CHECK(grid.firstJoint == 0);
    CHECK(grid.firstRow == 0);
    const PlannedComponent& rope = plan.components[1];
    CHECK_FALSE(rope.component.isNet);
    CHECK(rope.component.tree.joints.size() == kRopeHinges);
    CHECK(rope.joints.size() == kRopeHinges);
    CHECK(rope.firstJoint == 1);
    CHECK(rope.firstRow == 1);

    std::set<uint32_t> all(plan.pins.begin(), plan.pins.end());
    for (const PlannedComponent& component : plan.components)
        all.insert(component.joints.begin(), component.joints.end());
    CHECK(all.size() == p.active.joints.size());     // each once
    CHECK(plan.pinOrder.blocks == plan.pins.size()); // one lane
}

TEST_CASE("solvers_without_lanes_have_no_pins")
{
    const PreparedJoints p(gridAndRope(kSide), nullptr, 0);
    CHECK(p.plan.pins.empty());
    CHECK(p.plan.jointCount == kGridHinges + kRopeHinges);
}

TEST_CASE("without_exact_joints_every_component_is_a_net")
{
    PreparedJoints p(gridAndRope(kSide), &scalarPinKernels());
    REQUIRE_FALSE(p.plan.components[0].component.linkage.empty());
    JointPlan plan;
    const JointSource source{stateOf(std::as_const(p.world)).joints,
                             stateOf(std::as_const(p.world)).bodies,
                             p.rowOf,
                             p.context,
                             &scalarPinKernels(),
                             {.exactJoints = false}};
    planJoints(plan, p.active, source);
    REQUIRE(plan.components.size() == 2);
    for (const PlannedComponent& component : plan.components) {
        CHECK(component.component.isNet);
        CHECK(component.component.tree.joints.empty());
        CHECK(component.component.linkage.empty());
    }
    CHECK(plan.pins.size() == kGridHinges - 1 + kRopeHinges);
}

TEST_CASE("a_plan_that_is_used_again_has_nothing_of_the_last_one")
{
    PreparedJoints p(gridAndRope(kSide), &scalarPinKernels(), 0);
    const JointSource source{stateOf(std::as_const(p.world)).joints,
                             stateOf(std::as_const(p.world)).bodies,
                             p.rowOf,
                             p.context,
                             &scalarPinKernels(),
                             {.linkageProducts = 0}};
    planJoints(p.plan, {}, source);
    CHECK(p.plan.components.empty());
    CHECK(p.plan.pins.empty());
    CHECK(p.plan.jointCount == 0);
    CHECK(p.plan.rowCount == 0);
    planJoints(p.plan, p.active, source);
    CHECK(p.plan.pins.size() == kGridHinges - 1);
    CHECK(p.plan.jointCount == 1 + kRopeHinges);
}

TEST_CASE("a_world_plans_its_joints_again_when_they_are_edited_or_their_bodies_change")
{
    World world = gridAndRope(16);  // so many loops that its hinges are pins
    const auto checkAsFresh = [&] { // a copy has no plans of an earlier step
        World fresh = world;
        world.step(1.0f / 60.0f);
        fresh.step(1.0f / 60.0f);
        CHECK(fresh == world);
    };
    const JointId hinge = world.joints()[3];
    const JointDef def = world.jointDef(hinge);
    for (int i = 0; i < 3; ++i) checkAsFresh();
    JointDef driven = def;
    driven.kind = RevoluteJoint{.motor = {.enabled = true, .speed = 3.0f, .maxForce = 10.0f}};
    REQUIRE(world.setJointDef(hinge, driven));
    checkAsFresh();
    REQUIRE(world.setJointDef(hinge, def));
    checkAsFresh();
    REQUIRE(world.destroyJoint(world.joints()[5]));
    checkAsFresh();
    REQUIRE(world.createJoint(def).index == 5);
    checkAsFresh();
    BodyDef body = world.bodyDef(def.bodyB);
    body.fixedRotation = true;
    REQUIRE(world.setBodyDef(def.bodyB, body));
    checkAsFresh();
    body.type = BodyType::Static;
    REQUIRE(world.setBodyDef(def.bodyB, body));
    checkAsFresh();
    WorldSettings settings = world.settings();
    settings.exactJoints = false;
    REQUIRE(world.setSettings(settings));
    checkAsFresh();
    settings.solver = SolverType::SequentialImpulse;
    REQUIRE(world.setSettings(settings));
    checkAsFresh();
    settings.solver = SolverType::SoftStep;
    REQUIRE(world.setSettings(settings));
    const BodyId disc = world.jointDef(world.joints()[40]).bodyA;
    const MouseJointId mouse = world.createMouseJoint(disc, world.motion(disc).center);
    checkAsFresh();
    REQUIRE(world.destroyMouseJoint(mouse));
    checkAsFresh();
    REQUIRE(world.destroyBody(disc));
    checkAsFresh();
    for (int i = 0; i < 3; ++i) checkAsFresh();
}

TEST_CASE("a_plan_is_kept_while_nothing_changes")
{
    World world = gridAndRope(16);
    world.step(1.0f / 60.0f);
    const JointPlans& plans = WorldAccess::data(world).work->jointPlans;
    REQUIRE(plans.key.has_value());
    const JointPlans::Key key = *plans.key;
    for (int i = 0; i < 5; ++i) {
        world.step(1.0f / 60.0f);
        CHECK(plans.key == key);
    }
    REQUIRE(world.destroyJoint(world.joints()[5]));
    world.step(1.0f / 60.0f);
    CHECK(plans.key != key);
}
