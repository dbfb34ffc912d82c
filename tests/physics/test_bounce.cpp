// Collisions against the laws of impact.

#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr SolverType kSolvers[] = {SolverType::SoftStep, SolverType::SequentialImpulse};

// Greatest height of a ball's lower rim after its first impact, dropped from `height` onto flat ground, m.
float bounceHeight(SolverType solver, float restitution, float height)
{
    World world(settingsFor(solver));
    addGround(world, 0.0f, {.restitution = restitution});
    const BodyId ball =
        addBody(world, Circle{.radius = 0.5f}, {.position = {0.0f, height + 0.5f}, .sleepAllowed = false},
                {.restitution = restitution});
    bool touched = false;
    float best = 0.0f;
    const float dt =
        1.0f / 240.0f; // small steps, because the height depends on the time of impact within the step
    for (int i = 0; i < 240 * 3; ++i) {
        world.step(dt);
        touched |= !world.events().begins.empty();
        if (touched && world.motion(ball).v.y < 0.0f && best > 0.0f) break;
        if (touched) best = std::max(best, toVec2(world.motion(ball).center).y - 0.5f);
    }
    REQUIRE(touched);
    return best;
}

struct HeadOn {
    float v1, v2;
};

HeadOn headOn(SolverType solver, float m1, float m2, float v1, float v2, float restitution)
{
    World world(settingsFor(solver, {0.0f, 0.0f}));
    const Material base{.staticFriction = 0.0f, .dynamicFriction = 0.0f, .restitution = restitution};
    Material one = base, two = base;
    one.density = m1;
    two.density = m2;
    const BodyId a =
        addBody(world, makeBox(0.5f, 0.5f), {.position = {-3.0f, 0.0f}, .linearVelocity = {v1, 0.0f}}, one);
    const BodyId b =
        addBody(world, makeBox(0.5f, 0.5f), {.position = {3.0f, 0.0f}, .linearVelocity = {v2, 0.0f}}, two);
    run(world, 2.0f);
    return {world.motion(a).v.x, world.motion(b).v.x};
}

} // namespace

TEST_CASE("dropped_ball_bounces_to_the_square_of_its_restitution")
{
    for (const SolverType solver : kSolvers) {
        for (const float e : {0.0f, 0.3f, 0.5f, 0.8f, 1.0f}) {
            CAPTURE(e);
            CAPTURE(toString(solver));
            const float height = 4.0f;
            CHECK(bounceHeight(solver, e, height) ==
                  doctest::Approx(static_cast<double>(e * e * height)).epsilon(0.03));
        }
    }
}

TEST_CASE("approach_slower_than_the_threshold_does_not_bounce")
{
    World world;
    addGround(world, 0.0f, {.restitution = 1.0f});
    const BodyId ball =
        addBody(world, Circle{.radius = 0.5f}, {.position = {0.0f, 0.53f}}, {.restitution = 1.0f});
    float highest = 0.0f;
    run(world, 0.3f);
    for (int i = 0; i < 120; ++i) {
        world.step(kStep);
        highest = std::max(highest, toVec2(world.motion(ball).center).y - 0.5f);
    }
    CHECK(highest < 1e-3f);
}

TEST_CASE("equal_masses_swap_velocities_in_an_elastic_head_on_collision")
{
    for (const SolverType solver : kSolvers) {
        const HeadOn after = headOn(solver, 1.0f, 1.0f, 5.0f, -3.0f, 1.0f);
        CHECK(after.v1 == doctest::Approx(-3.0).epsilon(1e-4));
        CHECK(after.v2 == doctest::Approx(5.0).epsilon(1e-4));
    }
}

TEST_CASE("unequal_masses_separate_as_momentum_and_restitution_demand")
{
    for (const SolverType solver : kSolvers) {
        for (const float e : {0.0f, 0.5f, 1.0f}) {
            CAPTURE(e);
            CAPTURE(toString(solver));
            const double m1 = 3.0, m2 = 1.0, u1 = 4.0, u2 = -2.0;
            const double common = (m1 * u1 + m2 * u2) / (m1 + m2);
            const double v1 = common - static_cast<double>(e) * m2 * (u1 - u2) / (m1 + m2);
            const double v2 = common + static_cast<double>(e) * m1 * (u1 - u2) / (m1 + m2);
            const HeadOn after = headOn(solver, 3.0f, 1.0f, 4.0f, -2.0f, e);
            // Within 0.5 % of the closing speed: the rest of the soft push after the relax pass.
            CHECK(std::fabs(static_cast<double>(after.v1) - v1) < 0.005 * (u1 - u2));
            CHECK(std::fabs(static_cast<double>(after.v2) - v2) < 0.005 * (u1 - u2));
        }
    }
}

TEST_CASE("off_centre_hit_keeps_momentum_and_angular_momentum")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(toString(solver));
        World world(settingsFor(solver, {0.0f, 0.0f}));
        const Material material{.staticFriction = 0.4f, .dynamicFriction = 0.4f, .restitution = 0.5f};
        const BodyId a = addBody(world, makeBox(0.5f, 0.5f),
                                 {.position = {-3.0f, 0.4f}, .linearVelocity = {5.0f, 0.0f}}, material);
        const BodyId b = addBody(world, makeBox(0.3f, 1.0f),
                                 {.position = {1.0f, -0.3f}, .angularVelocity = 0.5f}, material);
        const auto angularMomentum = [&] {
            double sum = 0.0;
            for (const BodyId id : {a, b}) {
                const BodyMotion& m = world.motion(id);
                sum += static_cast<double>(cross(toVec2(m.center), m.v) / m.invMass) +
                       static_cast<double>(m.w / m.invInertia);
            }
            return sum;
        };
        const double before = angularMomentum();
        const float impulse = 1.0f / world.motion(a).invMass * 5.0f;
        run(world, 2.0f);
        const Vec2 after = (1.0f / world.motion(a).invMass) * world.motion(a).v +
                           (1.0f / world.motion(b).invMass) * world.motion(b).v;
        CHECK(std::fabs(world.motion(a).w) > 0.1f); // the hit was off centre
        CHECK(after.x == doctest::Approx(static_cast<double>(impulse)).epsilon(1e-5));
        CHECK(std::fabs(after.y) < 1e-4f);
        CHECK(angularMomentum() == doctest::Approx(before).epsilon(1e-5));
    }
}
