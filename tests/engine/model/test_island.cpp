// When bodies fall asleep: the limits are inclusive.

#include "engine/model/island.h"
#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("motionless_body_sleeps_even_with_a_sleep_speed_of_zero")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, 0.0f});
    settings.sleepSpeed = 0.0f;
    World world(settings);
    const BodyId still = addBody(world, Circle{}, {});
    const BodyId slow = addBody(world, Circle{}, {.position = {5.0f, 0.0f}, .linearVelocity = {0.01f, 0.0f}});
    run(world, 1.0f);
    CHECK_FALSE(world.body(still).awake);
    CHECK(world.body(slow).awake);
}

TEST_CASE("body_sleeps_in_the_step_in_which_it_has_rested_long_enough")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, 0.0f});
    settings.timeToSleep = 0.25f;
    World world(settings);
    const BodyId still = addBody(world, Circle{}, {});
    for (int i = 0; i < 15; ++i) world.step(1.0f / 64.0f); // exact in float
    CHECK(world.body(still).awake);
    world.step(1.0f / 64.0f);
    CHECK_FALSE(world.body(still).awake);
}

// Island reports are ordered by their lowest bodies and rely on the label alone.
TEST_CASE("an_island_is_labelled_with_the_lowest_index_of_its_bodies_however_they_touch")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    // From left to right: bodies 4, 1, 3, 0, and alone 2.
    for (const float x : {3.0f, 1.0f, 9.0f, 2.0f, 0.0f})
        addBody(world, makeBox(0.5f, 0.5f), {.position = {0.999f * x, 0.0f}, .sleepAllowed = false});
    world.step(kStep);
    REQUIRE(world.counters().touching == 3);
    const std::vector<uint32_t> labels =
        labelAwakeIslands(stateOf(world).bodies, stateOf(world).contacts.awake);
    CHECK((labels == std::vector<uint32_t>{0, 0, 2, 0, 0}));
}
