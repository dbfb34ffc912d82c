#include "app/text/plain_text.h"

#include <doctest/doctest.h>

using namespace satbox::app;

TEST_CASE("counts_on_a_terminal_have_their_noun_in_the_right_number")
{
    CHECK(plainCountText(0, "body", "bodies") == "0 bodies");
    CHECK(plainCountText(1, "body", "bodies") == "1 body");
    CHECK(plainCountText(12345, "body", "bodies") == "12345 bodies");
}

TEST_CASE("lengths_on_a_terminal_are_in_millimetres_below_a_metre")
{
    CHECK(plainLengthText(0.0) == "0 mm");
    CHECK(plainLengthText(0.01294) == "12.9 mm");
    CHECK(plainLengthText(0.9994) == "999 mm");
    CHECK(plainLengthText(0.9996) == "0.9996 m");
    CHECK(plainLengthText(9.527) == "9.527 m");
    CHECK(plainLengthText(7964.0) == "7964 m");
}
