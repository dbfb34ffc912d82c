#include "app/view/round_number.h"

#include <doctest/doctest.h>

#include <initializer_list>

using satbox::app::roundedDown;

TEST_CASE("a_number_is_rounded_down_to_one_two_or_five_times_a_power_of_ten")
{
    for (const float power : {0.001f, 0.01f, 0.1f, 1.0f, 10.0f, 1000.0f}) {
        CAPTURE(power);
        CHECK(roundedDown(1.01f * power) == doctest::Approx(1.0f * power));
        CHECK(roundedDown(1.99f * power) == doctest::Approx(1.0f * power));
        CHECK(roundedDown(2.01f * power) == doctest::Approx(2.0f * power));
        CHECK(roundedDown(4.99f * power) == doctest::Approx(2.0f * power));
        CHECK(roundedDown(5.01f * power) == doctest::Approx(5.0f * power));
        CHECK(roundedDown(9.99f * power) == doctest::Approx(5.0f * power));
    }
}

TEST_CASE("round_numbers_stay_what_they_are")
{
    for (const float value : {1.0f, 2.0f, 5.0f, 10.0f, 100.0f}) CHECK(roundedDown(value) == value);
}
