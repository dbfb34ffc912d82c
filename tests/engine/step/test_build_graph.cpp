// The plan decides how the graph is built. Colours, groups and partitions: tests/engine/step/schedule.

#include "engine/step/build_graph.h"

#include "engine/step/step_settings.h"
#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

// Enough stacks for several groups, or one wide pile, touching each other.
World rows(float distance)
{
    WorldSettings settings = settingsFor(SolverType::SoftStep);
    settings.sleeping = false;
    World world(settings);
    addGround(world, 0.0f, {}, 3000.0f);
    addStacks(world, 600, 8, distance);
    for (int i = 0; i < 3; ++i) world.step(kStep);
    return world;
}

SolverStep build(World& world, const StepPlan& plan)
{
    SolverStep step;
    step.plan = plan;
    step.context = makeStepContext(world.settings(), kStep);
    buildGraph(stateOf(world), reportOf(world), workspaceOf(world), step);
    return step;
}

} // namespace

TEST_CASE("a_single_group_has_its_rows_in_the_order_of_awake_bodies_and_several_do_not_need_to")
{
    World world = rows(3.0f);
    CHECK(build(world, {.singleGroup = false}).graph.groups.size() > 1);
    const SolverStep step = build(world, {.singleGroup = true});
    CHECK(step.graph.groups.size() == 1);
    const std::vector<uint32_t>& awake = stateOf(world).bodies.awake;
    REQUIRE(step.graph.slotOf.size() == awake.size() + 1);
    bool inOrder = true;
    for (size_t i = 0; i < awake.size(); ++i) inOrder &= step.graph.slotOf[i + 1] == awake[i];
    CHECK(inOrder);
    CHECK(step.contacts.size() == stateOf(world).contacts.awake.size());
    CHECK(step.eventFlags.size() == step.contacts.size());
}

TEST_CASE("rows_are_filled_only_if_the_plan_says_so")
{
    World world;
    const BodyId body = addBody(world, Circle{}, {.linearVelocity = {3.0f, 0.0f}});
    const SolverStep step = build(world, {.gathering = Granularity::Whole});
    CHECK(step.bodies.states[1].v == Vec2{3.0f, 0.0f});
    stateOf(world).bodies.motions[body.index].v = {4.0f, 0.0f};
    step.bodies.states[1].v = {5.0f, 0.0f}; // the solver's arena is not reset, so this row is another one
    const SolverStep later = build(world, {.gathering = Granularity::PerGroup});
    later.bodies.states[1].v = {6.0f, 0.0f};
    CHECK(later.bodies.states.data() != step.bodies.states.data());
    const SolverStep last = build(world, {.gathering = Granularity::Whole});
    CHECK(last.bodies.states[1].v == Vec2{4.0f, 0.0f});
}

TEST_CASE("a_dominant_group_is_not_searched_again_for_some_steps")
{
    World pile = rows(1.0f); // neighbours touch, so that all boxes are one island
    StepWorkspace& work = workspaceOf(pile);
    work.regroupCountdown = 0;
    const SolverStep found = build(pile, {.singleGroup = false});
    REQUIRE(hasDominantGroup(found.graph));
    const int steps = work.regroupCountdown;
    CHECK(steps > 1);
    build(pile, {.singleGroup = true});
    CHECK(work.regroupCountdown == steps - 1);

    World field = rows(3.0f);
    workspaceOf(field).regroupCountdown = 0;
    build(field, {.singleGroup = false});
    CHECK(workspaceOf(field).regroupCountdown == 0);
    build(field, {.singleGroup = true}); // an observer's single group says nothing about islands
    CHECK(workspaceOf(field).regroupCountdown == 0);
}
