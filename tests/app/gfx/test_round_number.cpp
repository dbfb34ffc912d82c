#include "app/gfx/round_number.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <limits>

using doctest::Approx;
using satbox::app::roundDownTo125;
using satbox::app::RoundNumber;
using satbox::app::roundUpTo125;

TEST_CASE("numbers_are_rounded_to_one_two_or_five_times_a_power_of_ten")
{
    for (const double power : {0.001, 0.01, 0.1, 1.0, 10.0, 1000.0}) {
        CAPTURE(power);
        CHECK(roundDownTo125(1.01 * power).value() == Approx(power));
        CHECK(roundDownTo125(1.99 * power).value() == Approx(power));
        CHECK(roundDownTo125(2.01 * power).value() == Approx(2.0 * power));
        CHECK(roundDownTo125(4.99 * power).value() == Approx(2.0 * power));
        CHECK(roundDownTo125(5.01 * power).value() == Approx(5.0 * power));
        CHECK(roundDownTo125(9.99 * power).value() == Approx(5.0 * power));
        CHECK(roundUpTo125(1.01 * power).value() == Approx(2.0 * power));
        CHECK(roundUpTo125(1.99 * power).value() == Approx(2.0 * power));
        CHECK(roundUpTo125(2.01 * power).value() == Approx(5.0 * power));
        CHECK(roundUpTo125(4.99 * power).value() == Approx(5.0 * power));
        CHECK(roundUpTo125(5.01 * power).value() == Approx(10.0 * power));
        CHECK(roundUpTo125(9.99 * power).value() == Approx(10.0 * power));
    }
}

TEST_CASE("round_numbers_stay_unchanged_and_rounding_errors_skip_none")
{
    for (const double value : {1.0, 2.0, 5.0, 10.0, 100.0}) {
        CAPTURE(value);
        for (const double error : {-1e-6, 0.0, 1e-6}) {
            CHECK(roundDownTo125(value * (1.0 + error)).value() == value);
            CHECK(roundUpTo125(value * (1.0 + error)).value() == value);
        }
    }
    const RoundNumber number = roundDownTo125(0.027);
    CHECK(number.digit == 2);
    CHECK(number.exponent == -2);
}

TEST_CASE("rounding_gives_a_positive_number_for_any_value")
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const double value : {0.0, -1.0, kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
        CAPTURE(value);
        CHECK(roundDownTo125(value).value() > 0.0);
        CHECK(roundUpTo125(value).value() > 0.0);
    }
}
