#include "app/widgets/line_plot.h"

#include <doctest/doctest.h>

using namespace satbox::app;

TEST_CASE("the_ends_of_a_range_have_the_unit_and_the_decimals_of_the_larger_one")
{
    CHECK(AxisNumbers(0.0, 681e-6, "m").range() == "0 to 681 μm");
    CHECK(AxisNumbers(-0.584, 0.0, "N m s").range() == "−584 to 0 mN m s");
    CHECK(AxisNumbers(-4.07, 2.25, "N s").range() == "−4.07 to 2.25 N s");
    CHECK(AxisNumbers(-3.3, 0.046, "J").range() == "−3.30 to 0.05 J");
    CHECK(AxisNumbers(-1e-9, 1100.0, "J").range() == "0 to 1.10 kJ");
    CHECK(AxisNumbers(0.0, 12.3, "rad/s").range() == "0 to 12.3 rad/s");
    CHECK(AxisNumbers(0.0, 0.6, "rad/s").range() == "0 to 0.600 rad/s");
    CHECK(AxisNumbers(0.0, 0.0123, "rad/s").range() == "0 to 1.23 ×10⁻² rad/s");
    CHECK(AxisNumbers(-2e4, 12345.0, "rad/s").range() == "−2.00 to 1.23 ×10⁴ rad/s");
    CHECK(AxisNumbers(0.0, 0.0, "rad/s").range() == "0 rad/s");
    CHECK(AxisNumbers(0.002, 0.002, "m").range() == "2.00 mm");
    CHECK(AxisNumbers(0.0, 0.0, "J").range() == "0 J");
}

TEST_CASE("the_numbers_of_ticks_have_the_prefix_of_the_axis")
{
    const AxisNumbers axis(-0.584, 0.0, "N m s");
    CHECK(axis.number(-0.292) == "−292");
    CHECK(axis.number(0.0) == "0");
    CHECK(AxisNumbers(0.0, 1100.0, "J").number(550.0) == "0.55");
    CHECK(AxisNumbers(0.0, 4.56e-5, "rad/s").number(2.28e-5) == "2.28");
}
