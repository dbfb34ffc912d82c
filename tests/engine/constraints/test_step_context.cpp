// The spring of an implicit-Euler solver.

#include "engine/constraints/step_context.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;

// One mass on the spring, impulse after impulse as a solver gives them, against implicit Euler for m x'' = -k
// x - d x'.
TEST_CASE("soft_impulses_are_implicit_euler_for_a_damped_spring")
{
    const float frequency = 3.0f, ratio = 0.4f, h = 1.0f / 120.0f, mass = 2.0f;
    const Softness soft = makeSoftness(frequency, ratio, h);
    const double omega = 2.0 * 3.14159265358979 * 3.0;
    const double k = 2.0 * omega * omega, d = 2.0 * 2.0 * 0.4 * omega;
    double x = 0.5, v = 0.0; // implicit Euler
    float sx = 0.5f, sv = 0.0f;
    for (int i = 0; i < 100; ++i) {
        v = (v - h / 2.0 * k * x) / (1.0 + h / 2.0 * d + h * h / 2.0 * k);
        x += h * v;
        const float impulse =
            -soft.massScale * mass * (sv + soft.biasRate * sx); // none accumulated: one pass a step
        sv += impulse / mass;
        sx += h * sv;
        CHECK(static_cast<double>(sx) == doctest::Approx(x).epsilon(1e-3));
    }
    CHECK(std::fabs(x) < 0.1);
}

TEST_CASE("a_spring_without_frequency_has_no_strength_and_a_hard_one_is_nearly_rigid")
{
    const Softness none = makeSoftness(0.0f, 1.0f, 1.0f / 60.0f);
    CHECK(none.massScale == 0.0f);
    CHECK(none.impulseScale == 1.0f);
    const Softness hard = makeSoftness(1e4f, 1.0f, 1.0f / 60.0f);
    CHECK(hard.massScale > 0.999f);
    CHECK(hard.massScale + hard.impulseScale == doctest::Approx(1.0f));
}

TEST_CASE("spin_is_limited_to_a_quarter_turn_a_substep_and_to_what_definitions_allow")
{
    StepContext context;
    context.invH = 240.0f;
    CHECK(maxSpinOf(context) == doctest::Approx(0.5f * kPi * 240.0f));
    context.invH = 1e6f;
    CHECK(maxSpinOf(context) == kMaxSpin);
}
