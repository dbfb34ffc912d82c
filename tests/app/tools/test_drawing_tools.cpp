#include "app/tools/drawing_tools.h"

#include <doctest/doctest.h>

using namespace satbox::app;

TEST_CASE("a_line_is_described_by_its_length_and_direction")
{
    CHECK(describeLine({1.0, 1.0}, {1.0, 3.0}) == "2.00 m, 90.0°");
    CHECK(describeLine({0.0, 0.0}, {0.3, -0.3}) == "424 mm, −45.0°");
}
