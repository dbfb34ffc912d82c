// The soft step: the effect of its passes. Loads and stacks: tests/physics.

#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace satbox;
using namespace satbox::test;

// Springs alone push slow deep overlap apart at up to the push speed. Such deep overlap is removed by
// position correction instead, so that bodies gain no speed.
TEST_CASE("bodies_that_begin_deep_in_each_other_are_moved_apart_without_gaining_speed")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId a = addBody(world, makeBox(0.5f, 0.5f), {.position = {-0.3f, 0.0f}});
    const BodyId b = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.3f, 0.0f}}); // 0.4 m deep
    float fastest = 0.0f;
    for (int i = 0; i < 60; ++i) {
        world.step(kStep);
        fastest = std::max({fastest, length(world.motion(a).v), length(world.motion(b).v)});
    }
    CHECK(fastest < 0.5f);
    CHECK(world.motion(b).center.x - world.motion(a).center.x > 0.95);
}

TEST_CASE("a_box_at_rest_gets_no_speed_from_being_pushed_out_of_the_ground")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep);
    settings.sleeping = false;
    World world(settings);
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.495f}}); // 5 mm deep
    float fastest = 0.0f;
    for (int i = 0; i < 60; ++i) {
        world.step(kStep);
        fastest = std::max(fastest, world.motion(box).v.y);
    }
    CHECK(fastest < 0.05f); // pushing apart takes substeps; relaxing removes the speed
    CHECK(world.motion(box).center.y == doctest::Approx(0.5).epsilon(0.01));
}
