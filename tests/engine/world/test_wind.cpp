#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace satbox;
using namespace satbox::test;

namespace {

// Falls through still air until it has its final speed, m/s.
float finalSpeed(const Shape& shape, float density)
{
    World world;
    const BodyId body = addBody(world, shape, {});
    for (int i = 0; i < 1200; ++i) {
        REQUIRE(world.applyWind({0.0f, 0.0f}, density, kStep));
        world.step(kStep);
    }
    CHECK(std::fabs(world.motion(body).w) < 1e-4f);
    return -world.motion(body).v.y;
}

} // namespace

TEST_CASE("a_box_falls_through_air_at_the_speed_at_which_its_drag_carries_it")
{
    // m g = 1/2 rho w v^2
    CHECK(finalSpeed(makeBox(0.5f, 0.5f), 1.0f) == doctest::Approx(std::sqrt(2.0f * 9.81f)).epsilon(0.01));
    CHECK(finalSpeed(makeBox(1.0f, 0.25f), 0.5f) == doctest::Approx(std::sqrt(2.0f * 9.81f)).epsilon(0.01));
}

TEST_CASE("a_disc_has_two_thirds_of_the_drag_of_a_plate_of_its_width")
{
    // m g = 2/3 rho r v^2
    const float v = std::sqrt(kPi * 0.25f * 9.81f / (2.0f / 3.0f * 0.5f));
    CHECK(finalSpeed(Circle{}, 1.0f) == doctest::Approx(v).epsilon(0.01));
}

TEST_CASE("round_corners_have_the_drag_of_their_faces_and_of_a_disc")
{
    // m g = 1/2 rho w v^2 + 2/3 rho r v^2: the face below and the two corners beside it, a half disc.
    const float mass = 1.0f + 4.0f * 0.25f + kPi * 0.0625f;
    const float v = std::sqrt(mass * 9.81f / (0.5f * 1.0f + 2.0f / 3.0f * 0.25f));
    CHECK(finalSpeed(makeRoundedBox(0.5f, 0.5f, 0.25f), 1.0f) == doctest::Approx(v).epsilon(0.01));
    // Turned by 45 degrees, two faces and three corners face the air.
    const float turned = std::sqrt(mass * 9.81f / (0.5f * 2.0f * std::sqrt(0.125f) + 2.0f / 3.0f * 0.25f));
    CHECK(finalSpeed(makeRoundedBox(0.5f, 0.5f, 0.25f, {}, makeRot(0.25f * kPi)), 1.0f) ==
          doctest::Approx(turned).epsilon(0.01));
}

TEST_CASE("wind_takes_a_light_body_along_and_makes_it_no_faster_than_the_air")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId leaf = addBody(world, makeBox(0.5f, 0.5f), {}, {.density = 0.001f});
    float fastest = 0.0f;
    for (int i = 0; i < 300; ++i) {
        REQUIRE(world.applyWind({20.0f, 0.0f}, 1.2f, kStep));
        world.step(kStep);
        fastest = std::max(fastest, world.motion(leaf).v.x);
    }
    CHECK(fastest <= 20.001f);
    CHECK(world.motion(leaf).v.x == doctest::Approx(20.0f).epsilon(0.02));
    for (int i = 0; i < 100; ++i) { // with long steps too
        REQUIRE(world.applyWind({-20.0f, 0.0f}, 1.2f, 0.1f));
        world.step(0.1f);
        REQUIRE(world.motion(leaf).v.x >= -20.001f);
    }
}

TEST_CASE("wind_spares_sleepers_and_categories_outside_of_its_mask")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId asleep = addBody(world, Circle{}, {.position = {0.0f, 3.0f}});
    const BodyId spared = addBody(world, Circle{}, {});
    BodyDef def = world.bodyDef(asleep);
    def.awake = false;
    REQUIRE(world.setBodyDef(asleep, def));
    REQUIRE(world.applyWind({20.0f, 0.0f}, 1.0f, kStep, 2));
    world.step(kStep);
    CHECK(world.motion(spared).v == Vec2{0.0f, 0.0f});
    REQUIRE(world.applyWind({20.0f, 0.0f}, 1.0f, kStep));
    world.step(kStep);
    CHECK(world.motion(spared).v.x > 0.0f);
    CHECK_FALSE(world.body(asleep).awake);
}

TEST_CASE("wind_with_bad_numbers_is_refused")
{
    World world;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(world.apply(op::ApplyWind{{nan, 0.0f}, 1.0f, kStep}).refusal.starts_with("velocity: "));
    CHECK(world.apply(op::ApplyWind{{1.0f, 0.0f}, -1.0f, kStep}).refusal.starts_with("density: "));
    CHECK(world.apply(op::ApplyWind{{1.0f, 0.0f}, nan, kStep}).refusal.starts_with("density: "));
    CHECK(world.apply(op::ApplyWind{{1.0f, 0.0f}, 1.0f, 0.0f}).refusal.starts_with("dt must be"));
}
