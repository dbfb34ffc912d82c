// Free bodies against closed forms.

#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("free_fall_is_the_exact_symplectic_sum_at_1_2_4_and_8_substeps")
{
    for (const int substeps : {1, 2, 4, 8}) {
        CAPTURE(substeps);
        WorldSettings settings;
        settings.substeps = substeps;
        World world(settings);
        const BodyId ball = addBody(world, Circle{.radius = 0.5f},
                                    {.position = {1.0f, 50.0f}, .linearVelocity = {2.0f, 3.0f}});
        const int steps = 120;
        for (int i = 0; i < steps; ++i) world.step(kStep);

        // v_k = v0 + k h g and x_n = x0 + h sum(v_1 .. v_n).
        const double h = static_cast<double>(kStep) / substeps;
        const double n = static_cast<double>(steps) * substeps;
        const double g = static_cast<double>(settings.gravity.y);
        const double y = 50.0 + n * h * 3.0 + g * h * h * n * (n + 1.0) / 2.0;
        const double vy = 3.0 + n * h * g;
        CHECK(world.motion(ball).center.y == doctest::Approx(y).epsilon(1e-5));
        CHECK(world.motion(ball).center.x == doctest::Approx(1.0 + n * h * 2.0).epsilon(1e-5));
        CHECK(world.motion(ball).v.y == doctest::Approx(vy).epsilon(1e-5));
        CHECK(world.motion(ball).v.x == 2.0f);
    }
}

TEST_CASE("spinning_free_body_keeps_its_spin")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        World world(settingsFor(solver, {0.0f, 0.0f}));
        const BodyId box = addBody(world, makeBox(0.5f, 0.2f), {.angularVelocity = 3.0f});
        run(world, 10.0f);
        CHECK(world.motion(box).w == 3.0f);
        CHECK(length(toVec2(world.motion(box).center)) < 1e-6f);
        const Rot q = world.motion(box).q;
        CHECK(q.c * q.c + q.s * q.s == doctest::Approx(1.0).epsilon(1e-6));
        // Rotation is integrated along the tangent: each substep rotates by atan(h w), about (h w)^3 / 3 less
        // than h w.
        const double h = static_cast<double>(kStep) / (solver == SolverType::SoftStep ? 4 : 1);
        const double turned = 600.0 * (solver == SolverType::SoftStep ? 4 : 1) * std::atan(h * 3.0);
        CHECK(std::cos(turned) == doctest::Approx(static_cast<double>(q.c)).epsilon(2e-3));
    }
}

TEST_CASE("damping_takes_velocity_away_at_its_rate_and_never_turns_it_round")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId slow = addBody(world, Circle{},
                                {.linearVelocity = {10.0f, 0.0f},
                                 .angularVelocity = 4.0f,
                                 .linearDamping = 0.5f,
                                 .angularDamping = 1.0f});
    const BodyId stiff = addBody(
        world, Circle{}, {.position = {0.0f, 20.0f}, .linearVelocity = {10.0f, 0.0f}, .linearDamping = 1e4f});
    run(world, 2.0f);
    CHECK(world.motion(slow).v.x == doctest::Approx(10.0 * std::exp(-1.0)).epsilon(0.01));
    CHECK(world.motion(slow).w == doctest::Approx(4.0 * std::exp(-2.0)).epsilon(0.01));
    CHECK(world.motion(stiff).v.x >= 0.0f);
    CHECK(world.motion(stiff).v.x < 1e-3f);
}

TEST_CASE("force_accelerates_by_its_share_of_mass_and_impulse_acts_at_once")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId box = addBody(world, makeBox(1.0f, 0.5f), {}, {.density = 2.0f}); // 4 kg
    for (int i = 0; i < 60; ++i) {
        REQUIRE(world.applyForce(box, {8.0f, 0.0f}, world.motion(box).center));
        world.step(kStep);
    }
    CHECK(world.motion(box).v.x == doctest::Approx(2.0).epsilon(1e-4));
    CHECK(world.motion(box).w == 0.0f);

    // An impulse J at lever arm r changes the spin by cross(r, J) / I, with I = m (w^2 + h^2) / 12.
    const float inertia = 4.0f * (4.0f + 1.0f) / 12.0f;
    REQUIRE(world.applyImpulse(box, {0.0f, 4.0f}, world.motion(box).center + Vec2{0.5f, 0.0f}));
    CHECK(world.motion(box).v.y == doctest::Approx(1.0).epsilon(1e-5));
    CHECK(world.motion(box).w == doctest::Approx(static_cast<double>(0.5f * 4.0f / inertia)).epsilon(1e-4));
}

TEST_CASE("fixed_rotation_never_turns_and_gravity_scale_multiplies_gravity")
{
    World world;
    const BodyId upright = addBody(world, makeBox(0.5f, 0.5f), {.fixedRotation = true});
    const BodyId floating = addBody(world, Circle{}, {.position = {10.0f, 0.0f}, .gravityScale = 0.0f});
    const BodyId rising = addBody(world, Circle{}, {.position = {20.0f, 0.0f}, .gravityScale = -0.5f});
    REQUIRE(world.applyImpulse(upright, {1.0f, 0.0f}, {0.0f, 0.5f}));
    run(world, 1.0f);
    CHECK(world.motion(upright).w == 0.0f);
    CHECK(world.motion(floating).center.y == 0.0f);
    CHECK(world.motion(rising).v.y == doctest::Approx(0.5 * 9.81).epsilon(1e-4));
}

TEST_CASE("torque_changes_the_spin_by_torque_times_dt_over_inertia_in_every_solver")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        CAPTURE(static_cast<int>(solver));
        World world(settingsFor(solver, {0.0f, 0.0f}));
        const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {});
        REQUIRE(world.applyTorque(box, 0.5f));
        world.step(kStep);
        const float wanted = 0.5f * kStep * world.motion(box).invInertia;
        CHECK(world.motion(box).w == doctest::Approx(wanted).epsilon(1e-5));
        world.step(kStep); // the torque acted for one step only
        CHECK(world.motion(box).w == doctest::Approx(wanted).epsilon(1e-5));
    }
}

TEST_CASE("spin_is_limited_alike_in_both_directions")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        CAPTURE(static_cast<int>(solver));
        World world(settingsFor(solver, {0.0f, 0.0f}));
        const BodyId left = addBody(world, Circle{}, {.angularVelocity = 9000.0f});
        const BodyId right =
            addBody(world, Circle{}, {.position = {10.0f, 0.0f}, .angularVelocity = -9000.0f});
        world.step(kStep);
        CHECK(world.motion(left).w > 1.0f);
        CHECK(world.motion(left).w < 400.0f); // a quarter turn per substep: 377 rad/s with four
        CHECK(world.motion(right).w == -world.motion(left).w);
    }
}
