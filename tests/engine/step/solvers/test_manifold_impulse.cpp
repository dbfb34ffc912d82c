// Friction and hits of the manifold-impulse solver. Its published figures:
// tests/physics/test_published_solvers.cpp.

#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("a_sliding_body_is_slowed_by_dynamic_friction_however_large_static_friction_is")
{
    WorldSettings settings = settingsFor(SolverType::ManifoldImpulse);
    World world(settings);
    const Material material{.staticFriction = 0.9f, .dynamicFriction = 0.2f};
    addGround(world, 0.0f, material);
    const BodyId box = addBody(
        world, makeBox(0.5f, 0.5f),
        {.position = {0.0f, 0.499f}, .linearVelocity = {5.0f, 0.0f}, .fixedRotation = true}, material);
    run(world, 1.0f);
    CHECK(world.motion(box).v.x == doctest::Approx(5.0f - 0.2f * 9.81f).epsilon(0.05));
}

TEST_CASE("hits_are_impacts_at_least_as_fast_as_the_threshold")
{
    for (const float speed : {0.5f, 3.0f}) {
        WorldSettings settings = settingsFor(SolverType::ManifoldImpulse, {0.0f, 0.0f});
        settings.hitThreshold = 1.0f;
        World world(settings);
        addGround(world);
        addBody(world, makeBox(0.5f, 0.5f),
                {.position = {0.0f, 0.5f + 0.5f * speed * kStep}, .linearVelocity = {0.0f, -speed}});
        size_t hits = 0;
        for (int i = 0; i < 4; ++i) {
            world.step(kStep);
            hits += world.events().hits.size();
            for (const ContactHitEvent& hit : world.events().hits) CHECK(hit.speed == doctest::Approx(speed));
        }
        CHECK(hits == (speed > 1.0f ? 1u : 0u));
    }
}
