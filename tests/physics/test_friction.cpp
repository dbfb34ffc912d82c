// Coulomb friction against closed forms.

#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr SolverType kSolversWithFriction[] = {SolverType::SoftStep, SolverType::SequentialImpulse};

Material rough(float friction) { return {.staticFriction = friction, .dynamicFriction = friction}; }

// A box on a slope of `degrees`: the distance that it has slid after `seconds`, m, and its speed.
struct Slide {
    double distance, speed;
};
Slide slideDown(SolverType solver, float degrees, float friction, float seconds)
{
    const float angle = degrees * kPi / 180.0f;
    const Rot q = makeRot(-angle);
    World world(settingsFor(solver));
    addGround(world, -angle, rough(friction), 2000.0f);
    const BodyId box = addBody(world, makeBox(0.5f, 0.25f),
                               {.position = rotate(q, {0.0f, 0.25f}), .rotation = q, .sleepAllowed = false},
                               rough(friction));
    const Position start = world.motion(box).center;
    run(world, seconds);
    const Vec2 down = rotate(q, {1.0f, 0.0f});
    return {static_cast<double>(dot(world.motion(box).center - start, down)),
            static_cast<double>(dot(world.motion(box).v, down))};
}

} // namespace

TEST_CASE("box_on_slope_below_friction_angle_stays")
{
    // The friction angle of 0.6 is 31 degrees.
    for (const SolverType solver : kSolversWithFriction) {
        for (const float degrees : {5.0f, 10.0f, 15.0f, 20.0f, 25.0f, 29.0f}) {
            CAPTURE(degrees);
            CAPTURE(toString(solver));
            CHECK(std::fabs(slideDown(solver, degrees, 0.6f, 10.0f).distance) < 0.005);
        }
    }
}

TEST_CASE("box_on_slope_above_friction_angle_slides_at_g_sin_less_mu_cos")
{
    for (const SolverType solver : kSolversWithFriction) {
        for (const float degrees : {20.0f, 25.0f, 30.0f, 35.0f, 40.0f, 45.0f}) {
            CAPTURE(degrees);
            CAPTURE(toString(solver));
            const double angle = static_cast<double>(degrees) * 3.14159265358979 / 180.0;
            const double acceleration = kGravity * (std::sin(angle) - 0.3 * std::cos(angle));
            CHECK(slideDown(solver, degrees, 0.3f, 2.0f).speed ==
                  doctest::Approx(2.0 * acceleration).epsilon(0.02));
        }
    }
}

TEST_CASE("sliding_box_stops_after_v_squared_over_two_mu_g")
{
    for (const SolverType solver : kSolversWithFriction) {
        CAPTURE(toString(solver));
        World world(settingsFor(solver));
        addGround(world, 0.0f, rough(0.5f));
        const BodyId box = addBody(world, makeBox(0.5f, 0.25f),
                                   {.position = {0.0f, 0.25f}, .linearVelocity = {8.0f, 0.0f}}, rough(0.5f));
        run(world, 4.0f);
        CHECK(std::fabs(world.motion(box).v.x) < 1e-4f);
        CHECK(world.motion(box).center.x == doctest::Approx(64.0 / (2.0 * 0.5 * kGravity)).epsilon(0.01));
    }
}

TEST_CASE("disc_rolls_down_a_slope_at_two_thirds_g_sin")
{
    for (const SolverType solver : kSolversWithFriction) {
        for (const float degrees : {5.0f, 10.0f, 20.0f}) {
            CAPTURE(degrees);
            CAPTURE(toString(solver));
            const float angle = degrees * kPi / 180.0f;
            const Rot q = makeRot(-angle);
            World world(settingsFor(solver));
            addGround(world, -angle, rough(0.9f), 2000.0f);
            const BodyId disc =
                addBody(world, Circle{.radius = 0.5f}, {.position = rotate(q, {0.0f, 0.5f})}, rough(0.9f));
            run(world, 2.0f);
            const double speed = static_cast<double>(dot(world.motion(disc).v, rotate(q, {1.0f, 0.0f})));
            CHECK(speed == doctest::Approx(2.0 * 2.0 / 3.0 * kGravity * std::sin(static_cast<double>(angle)))
                               .epsilon(0.02));
            // It rolls without sliding.
            CHECK(static_cast<double>(-world.motion(disc).w) * 0.5 == doctest::Approx(speed).epsilon(0.01));
        }
    }
}

TEST_CASE("static_friction_holds_where_dynamic_friction_alone_would_not")
{
    // 25 degrees: tan is 0.466, between the two coefficients.
    const float angle = 25.0f * kPi / 180.0f;
    const Rot q = makeRot(-angle);
    const Material material{.staticFriction = 0.6f, .dynamicFriction = 0.3f};
    World world;
    addGround(world, -angle, material, 2000.0f);
    const BodyId resting =
        addBody(world, makeBox(0.5f, 0.25f),
                {.position = rotate(q, {0.0f, 0.25f}), .rotation = q, .sleepAllowed = false}, material);
    const BodyId pushed = addBody(world, makeBox(0.5f, 0.25f),
                                  {.position = rotate(q, {-5.0f, 0.25f}),
                                   .rotation = q,
                                   .linearVelocity = rotate(q, {-0.0f, 0.0f}),
                                   .sleepAllowed = false},
                                  material);
    run(world, 1.0f);
    CHECK(length(world.motion(resting).v) < 1e-3f);
    REQUIRE(world.setVelocity(pushed, rotate(q, {1.0f, 0.0f}), 0.0f));
    run(world, 0.5f);
    const double angleD = static_cast<double>(angle);
    const double expected = 1.0 + 0.5 * kGravity * (std::sin(angleD) - 0.3 * std::cos(angleD));
    CHECK(static_cast<double>(dot(world.motion(pushed).v, rotate(q, {1.0f, 0.0f}))) ==
          doctest::Approx(expected).epsilon(0.03));
}

TEST_CASE("friction_override_takes_the_place_of_every_material")
{
    WorldSettings settings;
    settings.overrideFriction = true;
    settings.frictionOverride = 0.0f;
    World world(settings);
    addGround(world);
    const BodyId box =
        addBody(world, makeBox(0.5f, 0.25f), {.position = {0.0f, 0.25f}, .linearVelocity = {2.0f, 0.0f}});
    run(world, 1.0f);
    CHECK(world.motion(box).v.x == doctest::Approx(2.0).epsilon(1e-4));
    settings.frictionOverride = 1.0f;
    REQUIRE(world.setSettings(settings));
    run(world, 1.0f);
    CHECK(std::fabs(world.motion(box).v.x) < 1e-3f);
}
