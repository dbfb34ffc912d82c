// Mouse joints in a step. The constraint itself: tests/engine/constraints/mouse.

#include "engine/step/mouse_joints.h"

#include "engine/step/build_graph.h"
#include "engine/step/step_settings.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

struct Held {
    World world{settingsFor(SolverType::SoftStep, {0.0f, 0.0f})};
    BodyId first = addBody(world, Circle{}, {});
    BodyId second = addBody(world, Circle{}, {.position = {5.0f, 0.0f}});
    // In an order that differs from that of the rows.
    MouseJointId ofSecond = world.createMouseJoint(second, {5.0f, 0.0f});
    MouseJointId ofFirst = world.createMouseJoint(first, {0.0f, 0.0f});
    SolverStep step;

    void prepare()
    {
        step.context = makeStepContext(world.settings(), kStep);
        buildGraph(stateOf(world), reportOf(world), workspaceOf(world), step);
    }
};

} // namespace

TEST_CASE("mouse_joints_are_sorted_by_row_and_each_group_has_its_own")
{
    Held h;
    h.prepare();
    REQUIRE(h.step.mouseJoints.size() == 2);
    CHECK(h.step.mouseJoints[0].joint == h.ofFirst.index);
    CHECK(h.step.mouseJoints[1].joint == h.ofSecond.index);
    REQUIRE(h.step.graph.groups.size() == 1);
    CHECK(h.step.graph.groups[0].mouseJoints.size() == 2);
}

TEST_CASE("a_joint_of_a_body_without_a_row_is_not_solved_and_has_no_force")
{
    Held h;
    stateOf(h.world).mouseJoints.at(h.ofFirst.index).force = {7.0f, 0.0f};
    removeFromAwake(stateOf(h.world).bodies, h.first.index);
    h.prepare();
    REQUIRE(h.step.mouseJoints.size() == 1);
    CHECK(h.step.mouseJoints[0].joint == h.ofSecond.index);
    storeMouseJoints(stateOf(h.world), h.step);
    CHECK(h.world.mouseJoint(h.ofFirst).force == Vec2{0.0f, 0.0f});
}

TEST_CASE("the_stored_force_is_the_mean_over_the_whole_step")
{
    Held h;
    h.prepare();
    h.step.mouseJoints[0].impulse = {1.0f, 0.0f};
    h.step.mouseJoints[0].total = {4.0f, 0.0f};
    storeMouseJoints(stateOf(h.world), h.step);
    CHECK(h.world.mouseJoint(h.ofFirst).force.x == doctest::Approx(4.0f / kStep));
    CHECK(h.world.state().mouseJoints.at(h.ofFirst.index).impulse.x == 1.0f);
}

TEST_CASE("held_bodies_are_those_with_a_joint")
{
    Held h;
    CHECK(mouseHeldBodies(h.world.state()) == std::vector<uint32_t>{h.second.index, h.first.index});
    REQUIRE(h.world.destroyMouseJoint(h.ofSecond));
    CHECK(mouseHeldBodies(h.world.state()) == std::vector<uint32_t>{h.first.index});
}
