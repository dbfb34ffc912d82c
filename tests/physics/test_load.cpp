// Contacts under load are stiffer than those that carry only their own bodies.

#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

// How far the top of a tower of unit boxes has sunk after it came to rest, m.
float sinkOfTower(float stiffening, int boxes)
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, -9.81f});
    settings.contactStiffening = stiffening;
    settings.sleeping = false;
    World world(settings);
    const BodyId ground = world.createBody({.type = BodyType::Static, .position = {0.0f, -0.5f}});
    world.addShape(ground, {.geometry = makeBox(10.0f, 0.5f)});
    BodyId top;
    for (int i = 0; i < boxes; ++i) {
        top = world.createBody({.position = {0.0f, 0.5f + static_cast<float>(i)}});
        world.addShape(top, {.geometry = makeBox(0.5f, 0.5f)});
    }
    for (int i = 0; i < 600; ++i) world.step(kStep);
    return static_cast<float>(boxes) - 0.5f - world.motion(top).center.y;
}

} // namespace

TEST_CASE("tower_sinks_less_where_contacts_under_load_are_stiffer")
{
    const float soft = sinkOfTower(1.0f, 20);
    const float stiff = sinkOfTower(3.0f, 20);
    CHECK(soft > 0.0f);
    CHECK(stiff > 0.0f);
    // Overlap at rest is F / (m_eff w^2): nearly a third where every contact carries three times its own
    // weight.
    CHECK(stiff < 0.45f * soft);
}

TEST_CASE("box_on_the_ground_sinks_alike_whatever_loads_may_stiffen")
{
    CHECK(sinkOfTower(3.0f, 1) == doctest::Approx(sinkOfTower(1.0f, 1)).epsilon(0.05));
}
