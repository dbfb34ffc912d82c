// Impacts without restitution of bodies of unlike mass.

#include "tests/support/physics_fixture.h"
#include <satbox/lab/metrics.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr Material kHeavy{.density = 50.0f, .staticFriction = 0.5f, .dynamicFriction = 0.5f};
constexpr Material kLight{.density = 1.0f, .staticFriction = 0.5f, .dynamicFriction = 0.5f};

} // namespace

TEST_CASE("a_heavy_body_that_hits_a_light_one_continues_with_it_at_the_common_speed")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId heavy = addBody(world, makeBox(0.5f, 0.5f),
                                 {.position = {-2.0f, 0.0f}, .linearVelocity = {10.0f, 0.0f}}, kHeavy);
    const BodyId light = addBody(world, makeBox(0.5f, 0.5f), {}, kLight);
    for (int i = 0; i < 15; ++i) world.step(kStep);
    const float common = 10.0f * 50.0f / 51.0f;
    CHECK(world.motion(heavy).v.x == doctest::Approx(common).epsilon(0.001));
    CHECK(world.motion(light).v.x == doctest::Approx(common).epsilon(0.001));
}

TEST_CASE("an_oblique_impact_of_a_heavy_body_drags_the_light_one_by_friction")
{
    const auto tangentialSpeed = [](float friction) {
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        Material heavy = kHeavy, light = kLight;
        heavy.staticFriction = heavy.dynamicFriction = light.staticFriction = light.dynamicFriction =
            friction;
        addBody(world, makeBox(0.5f, 5.0f),
                {.position = {-2.0f, 0.0f}, .linearVelocity = {10.0f, 4.0f}, .fixedRotation = true}, heavy);
        const BodyId hit = addBody(world, makeBox(0.5f, 0.5f), {.fixedRotation = true}, light);
        // Only the step in which they meet: later rubbing would have the same effect.
        for (int i = 0; i < 30; ++i) {
            world.step(kStep);
            if (length(world.motion(hit).v) > 1.0f) break;
        }
        return world.motion(hit).v.y;
    };
    CHECK(tangentialSpeed(0.0f) == doctest::Approx(0.0f));
    CHECK(tangentialSpeed(0.1f) == doctest::Approx(0.1f * 9.8f).epsilon(0.1)); // mu times the normal impulse
    CHECK(tangentialSpeed(1.0f) > 3.0f); // it holds: the face's own speed
}

TEST_CASE("an_impact_adds_no_energy_and_conserves_momentum")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    addBody(world, makeBox(0.5f, 0.5f),
            {.position = {-2.0f, 0.2f}, .rotation = makeRot(0.3f), .linearVelocity = {12.0f, 0.0f}}, kHeavy);
    addBody(world, makeBox(0.5f, 0.5f), {}, kLight);
    addBody(world, makeBox(0.5f, 0.5f), {.position = {1.1f, 0.1f}}, kLight);
    const WorldMetrics before = measure(world);
    double most = 0.0;
    for (int i = 0; i < 30; ++i) {
        world.step(kStep);
        most = std::max(most, measure(world).kinetic);
    }
    const WorldMetrics after = measure(world);
    CHECK(most <= before.kinetic * 1.0001);
    CHECK(after.kinetic < before.kinetic);
    CHECK(after.momentumX == doctest::Approx(before.momentumX).epsilon(1e-4));
    CHECK(after.momentumY == doctest::Approx(0.0).epsilon(1e-3));
}
