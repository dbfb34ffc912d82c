#include "engine/core/number_text.h"

#include <doctest/doctest.h>

using namespace satbox;

TEST_CASE("numbers_are_written_as_short_as_they_can_be")
{
    CHECK(numberText(0.1f) == "0.1");
    CHECK(numberText(-9.81f) == "-9.81");
    CHECK(numberText(30.0f) == "30");
    CHECK(numberText(100000.0f) == "100000");
    CHECK(numberText(1e-9f) == "1e-09");
    CHECK(numberText(0.0f) == "0");
    CHECK(numberText(-0.0f) == "-0");
    CHECK(numberText(1.0 / 3.0) == "0.3333333333333333");
    CHECK(numberText(-7) == "-7");
}

TEST_CASE("shortest_numbers_take_the_shorter_form")
{
    CHECK(shortestNumberText(0.1f) == "0.1");
    CHECK(shortestNumberText(10000.0f) == "10000");
    CHECK(shortestNumberText(100000.0f) == "1e+05");
    CHECK(shortestNumberText(-123456.7) == "-123456.7");
    CHECK(shortestNumberText(0.0001) == "1e-04");
    CHECK(shortestNumberText(0.00001) == "1e-05");
    CHECK(shortestNumberText(-0.0) == "-0");
    CHECK(shortestNumberText(1.0f / 3.0f) == "0.33333334");
    CHECK(shortestNumberText(1.7976931348623157e308) == "1.7976931348623157e+308");
}
