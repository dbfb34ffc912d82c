// When a body rests: the bounds are reached, not only passed.

#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("body_that_does_not_move_at_all_sleeps_with_a_sleep_speed_of_zero")
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
    for (int i = 0; i < 15; ++i) world.step(1.0f / 64.0f); // exact in floats
    CHECK(world.body(still).awake);
    world.step(1.0f / 64.0f);
    CHECK_FALSE(world.body(still).awake);
}
