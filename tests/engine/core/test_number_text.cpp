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
