#include "app/text/number_option.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace satbox::app;

TEST_CASE("an_option_takes_numbers_of_its_range_only")
{
    const auto check = numberBetween(0.5, 3.0);
    CHECK(check("0.5").empty());
    CHECK(check("3").empty());
    CHECK(check("3.01") == "3.01 is out of range; expected 0.5 to 3");
    CHECK(numberBetween(1e-4f, 1e6f)("0") == "0 is out of range; expected 0.0001 to 1000000");
    CHECK(check("3x") == "\"3x\" is not a number");
    CHECK(check("") == "\"\" is not a number");
}

TEST_CASE("an_option_that_counts_takes_whole_numbers_of_its_range_only")
{
    const auto check = wholeNumberBetween(-2, 1000);
    CHECK(check("-2").empty());
    CHECK(check("1000").empty());
    CHECK(check("1001") == "1001 is out of range; expected -2 to 1000");
    CHECK(check("99999999999999999999") == "99999999999999999999 is out of range; expected -2 to 1000");
    for (const char* wrong : {"1e3", "2.5", "0x10", " 3", "", "many"})
        CHECK(check(wrong) == fmt::format("\"{}\" is not a whole number", wrong));
}
