// Sequential impulses: the effect of its iterations. Stacks and energies: tests/physics.

#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

// Depth of a box, one step after it was put 10 cm into the ground, m.
float depthAfterAStep(int velocityIterations, int positionIterations)
{
    WorldSettings settings = settingsFor(SolverType::SequentialImpulse, {0.0f, 0.0f});
    settings.velocityIterations = velocityIterations;
    settings.positionIterations = positionIterations;
    World world(settings);
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.4f}});
    world.step(kStep);
    return 0.5f - static_cast<float>(world.motion(box).center.y);
}

} // namespace

TEST_CASE("only_position_iterations_remove_overlap_each_a_share_of_the_rest")
{
    CHECK(depthAfterAStep(8, 0) == doctest::Approx(0.1f));
    CHECK(depthAfterAStep(50, 0) == doctest::Approx(0.1f));
    const float one = depthAfterAStep(8, 1), three = depthAfterAStep(8, 3);
    CHECK(one < 0.09f);
    CHECK(three < one - 0.01f);
    CHECK(depthAfterAStep(50, 3) == doctest::Approx(three));
    CHECK(depthAfterAStep(8, 100) ==
          doctest::Approx(WorldSettings{}.linearSlop).epsilon(0.05)); // the slop stays
}

TEST_CASE("more_velocity_iterations_bring_a_row_of_touching_bodies_nearer_to_one_speed")
{
    const auto spread = [](int iterations) {
        WorldSettings settings = settingsFor(SolverType::SequentialImpulse, {0.0f, 0.0f});
        settings.velocityIterations = iterations;
        World world(settings);
        BodyId last, first;
        for (int i = 0; i < 6; ++i) {
            const BodyId box =
                addBody(world, makeBox(0.5f, 0.5f), {.position = {static_cast<float>(i), 0.0f}});
            if (i == 0) first = box;
            last = box;
        }
        world.setVelocity(first, {3.0f, 0.0f}, 0.0f);
        world.step(kStep);
        return world.motion(first).v.x - world.motion(last).v.x;
    };
    CHECK(spread(30) < spread(4));
}
