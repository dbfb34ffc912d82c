// Impacts with restitution within a substep. Heights, rows of balls and step rates: tests/physics.

#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr Material kElastic{.staticFriction = 0.0f, .dynamicFriction = 0.0f, .restitution = 1.0f};

} // namespace

// Wherever in the step the surface is met, the ball ends where a mirror would put it.
TEST_CASE("a_bouncing_ball_ends_its_step_at_the_mirrored_position")
{
    const float travel = 10.0f * kStep;
    for (const float gap : {0.01f, 0.04f, 0.07f, 0.12f, 0.15f}) {
        CAPTURE(gap);
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        addGround(world, 0.0f, kElastic);
        // One step comes first, because pairs are found from the motion of the previous step.
        const BodyDef def{.position = {0.0f, 0.5f + gap + travel}, .linearVelocity = {0.0f, -10.0f}};
        const BodyId ball = addBody(world, Circle{.radius = 0.5f}, def, kElastic);
        world.step(kStep);
        REQUIRE(world.motion(ball).v.y == -10.0f);
        world.step(kStep);
        CHECK(world.motion(ball).v.y == doctest::Approx(10.0f).epsilon(1e-3));
        CHECK(world.motion(ball).center.y ==
              doctest::Approx(static_cast<double>(0.5f + travel - gap)).epsilon(0.01));
    }
}

TEST_CASE("a_hit_event_reports_the_hardest_impact_of_the_step")
{
    // Between two walls a fast ball bounces several times a step, with less speed each time.
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const Material half{.restitution = 0.5f};
    const BodyId wall = world.createBody({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    world.addShape(wall, {.geometry = makeBox(5.0f, 1.0f), .material = half});
    const BodyId ball = addBody(world, Circle{.radius = 0.5f},
                                {.position = {0.0f, 0.52f}, .linearVelocity = {0.0f, -8.0f}}, half);
    world.step(kStep);
    REQUIRE(world.events().hits.size() == 1);
    CHECK(world.events().hits[0].speed == doctest::Approx(8.0f).epsilon(1e-3));
    CHECK(world.motion(ball).v.y == doctest::Approx(4.0f).epsilon(1e-3));
}

TEST_CASE("a_bounce_with_friction_takes_no_more_than_sliding_friction_allows")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const Material rough{.staticFriction = 0.5f, .dynamicFriction = 0.1f, .restitution = 1.0f};
    addGround(world, 0.0f, rough);
    const BodyId ball = addBody(world, Circle{.radius = 0.5f},
                                {.position = {0.0f, 0.52f}, .linearVelocity = {20.0f, -4.0f}}, rough);
    world.step(kStep);
    // The impulse along the ground is mu times the one into it, which is m times 8 m/s.
    CHECK(world.motion(ball).v.x == doctest::Approx(20.0f - 0.1f * 8.0f).epsilon(1e-3));
    CHECK(world.motion(ball).w ==
          doctest::Approx(-0.1f * 8.0f / (0.5f * 0.5f)).epsilon(0.01)); // r mu 8 m / (m r^2 / 2)
}
