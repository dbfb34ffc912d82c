#include "app/text/number_option.h"

#include <doctest/doctest.h>

using namespace satbox::app;

TEST_CASE("an_option_takes_numbers_of_its_range_only")
{
    const auto check = numberBetween(0.5, 3.0);
    CHECK(check("0.5").empty());
    CHECK(check("3").empty());
    CHECK(check("3.01") == "3.01 is out of range; expected 0.5 to 3");
    CHECK(check("3x") == "\"3x\" is not a number");
    CHECK(check("") == "\"\" is not a number");
}
