// Contacts under load are stiffer than those that carry only their own bodies.

#include "engine/scene/builders.h"
#include "engine/world/metrics.h"
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

// Overlap at rest of two boxes that cannot turn, m, the upper one so many times as heavy as the lower.
float overlapUnder(float massRatio, float frequency)
{
    WorldSettings settings = settingsFor(SolverType::SoftStep);
    settings.contactFrequency = frequency;
    settings.sleeping = false;
    World world(settings);
    addGround(world);
    const Polygon box = makeBox(0.5f, 0.5f);
    const BodyId light = addBody(world, box, {.position = {0.0f, 0.5f}, .fixedRotation = true});
    const BodyId heavy =
        addBody(world, box, {.position = {0.0f, 1.5f}, .fixedRotation = true}, {.density = massRatio});
    run(world, 20.0f);
    return 1.0f - (world.motion(heavy).center.y - world.motion(light).center.y);
}

// The same from F / (m_eff w^2), where each of two points carries half the weight.
float overlapByHand(float massRatio, float frequency, float stiffening)
{
    const float pair = massRatio / (1.0f + massRatio);
    const float omega = 2.0f * kPi * frequency;
    return 0.5f * massRatio * 9.81f / (pair * omega * omega * stiffening);
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

TEST_CASE("box_on_the_ground_is_hardly_stiffened")
{
    // Each corner carries half of the weight with the effective mass of .4 boxes (1 + 1/4 / (1/6) = 2.5 of
    // 1/m): 1.25 of what it weighs.
    CHECK(sinkOfTower(1.0f, 1) / sinkOfTower(3.0f, 1) == doctest::Approx(1.25).epsilon(0.005));
}

TEST_CASE("contact_hardens_where_overlap_is_deep")
{
    const WorldSettings s;
    const float shallow = overlapByHand(20.0f, 30.0f, s.contactStiffening);
    CHECK(shallow < s.linearSlop);
    CHECK(overlapUnder(20.0f, 30.0f) / shallow == doctest::Approx(1.0).epsilon(0.01));
    // So deep that it is as hard as it gets: twice as far above 1.
    const float deep = overlapByHand(110.0f, 10.0f, 1.0f + 2.0f * (s.contactStiffening - 1.0f));
    CHECK(deep > 4.0f * s.linearSlop);
    CHECK(overlapUnder(110.0f, 10.0f) / deep == doctest::Approx(1.0).epsilon(0.01));
}

TEST_CASE("heap_of_two_thousand_boxes_keeps_little_overlap")
{
    const BuiltinScene* scene = findBuiltinScene("container2000");
    REQUIRE(scene != nullptr);
    World world = scene->build().world;
    run(world, 9.0f);
    const WorldMetrics metrics = measure(world);
    CHECK(metrics.maxPenetration < 0.08f);
    CHECK(metrics.p99Penetration < 0.033f);
}
