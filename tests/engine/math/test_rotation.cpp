// The engine's sine, cosine and angle against those of the C library.

#include <satbox/math.h>

#include <doctest/doctest.h>
#include <limits>

#include <cmath>
#include <initializer_list>

using namespace satbox;

TEST_CASE("sine_and_cosine_match_the_library_in_every_quadrant")
{
    for (int i = -2000; i <= 2000; ++i) {
        const float angle = 0.0123f * static_cast<float>(i);
        const Rot q = makeRot(angle);
        CHECK(std::fabs(static_cast<double>(q.c) - std::cos(static_cast<double>(angle))) < 1e-7);
        CHECK(std::fabs(static_cast<double>(q.s) - std::sin(static_cast<double>(angle))) < 1e-7);
    }
    for (const float far : {9999.5f, -9999.5f})
        CHECK(std::fabs(static_cast<double>(makeRot(far).s) - std::sin(static_cast<double>(far))) < 1e-7);
}

TEST_CASE("the_rotation_by_an_angle_that_is_not_finite_is_none")
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const float angle : {kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN()}) {
        const Rot q = makeRot(angle);
        CHECK(std::isnan(q.c));
        CHECK(std::isnan(q.s));
    }
}

TEST_CASE("angle_of_a_rotation_inverts_make_rot_in_the_range_from_minus_pi_to_pi")
{
    for (int i = -314; i <= 314; ++i) {
        const float angle = 0.01f * static_cast<float>(i);
        CHECK(std::fabs(angleOf(makeRot(angle)) - angle) < 1e-6f);
    }
    CHECK(angleOf({1.0f, 0.0f}) == 0.0f);
    CHECK(angleOf({0.0f, 1.0f}) == doctest::Approx(0.5f * kPi));
    CHECK(angleOf({-1.0f, 0.0f}) == doctest::Approx(kPi));
    CHECK(angleOf({0.0f, -1.0f}) == doctest::Approx(-0.5f * kPi));
    CHECK(angleOf({0.0f, 0.0f}) == 0.0f);
}

TEST_CASE("rotations_compose_and_part_as_their_angles_add_and_subtract")
{
    const Rot a = makeRot(0.7f), b = makeRot(-2.1f);
    CHECK(angleOf(mul(a, b)) == doctest::Approx(-1.4f));
    CHECK(angleOf(invMul(a, b)) == doctest::Approx(-2.8f));
    CHECK(length(invRotate(a, rotate(a, {3.0f, -4.0f})) - Vec2{3.0f, -4.0f}) < 1e-5f);
}
