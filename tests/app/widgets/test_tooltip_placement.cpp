#include "app/widgets/tooltip_placement.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

namespace {

constexpr Vec2 kDisplay{1000.0f, 600.0f};
constexpr Vec2 kSize{200.0f, 40.0f};

Vec2 placed(const ScreenRect& item, const ScreenRect& window, float pointerX = 0.0f)
{
    return tooltipPosition(item, window, kDisplay, kSize, pointerX, 420.0f, 4.0f);
}

} // namespace

TEST_CASE("the_tooltip_of_a_panel_at_the_right_is_to_its_left")
{
    CHECK(placed({680.0f, 100.0f, 300.0f, 20.0f}, {660.0f, 30.0f, 340.0f, 500.0f}) == Vec2(456.0f, 100.0f));
    // At the lower end of the display it moves up.
    CHECK(placed({680.0f, 590.0f, 300.0f, 20.0f}, {660.0f, 30.0f, 340.0f, 570.0f}) == Vec2(456.0f, 560.0f));
}

TEST_CASE("the_tooltip_of_the_tool_bar_at_the_left_is_to_its_right")
{
    CHECK(placed({4.0f, 100.0f, 36.0f, 36.0f}, {0.0f, 30.0f, 44.0f, 500.0f}) == Vec2(48.0f, 100.0f));
}

TEST_CASE("in_a_wide_window_it_is_below_the_item_or_above_if_there_is_no_room")
{
    CHECK(placed({50.0f, 10.0f, 60.0f, 20.0f}, {0.0f, 0.0f, 1000.0f, 30.0f}) == Vec2(50.0f, 34.0f));
    CHECK(placed({950.0f, 10.0f, 40.0f, 20.0f}, {0.0f, 0.0f, 1000.0f, 30.0f}) == Vec2(800.0f, 34.0f));
    CHECK(placed({50.0f, 570.0f, 60.0f, 20.0f}, {0.0f, 560.0f, 1000.0f, 40.0f}) == Vec2(50.0f, 526.0f));
}

TEST_CASE("along_an_item_that_is_wider_than_the_tooltip_it_follows_the_pointer")
{
    const ScreenRect bar{300.0f, 560.0f, 600.0f, 30.0f}, window{0.0f, 556.0f, 1000.0f, 44.0f};
    CHECK(placed(bar, window, 600.0f) == Vec2(500.0f, 516.0f));
    CHECK(placed(bar, window, 310.0f) == Vec2(300.0f, 516.0f)); // not beyond the ends of the item
    CHECK(placed(bar, window, 890.0f) == Vec2(700.0f, 516.0f));
    CHECK(placed({950.0f, 560.0f, 40.0f, 20.0f}, window, 960.0f) == Vec2(800.0f, 516.0f)); // narrow
}

TEST_CASE("a_narrow_window_without_room_beside_it_is_treated_like_a_wide_one")
{
    const Vec2 at = tooltipPosition({20.0f, 50.0f, 100.0f, 20.0f}, {10.0f, 10.0f, 300.0f, 400.0f},
                                    {320.0f, 600.0f}, kSize, 60.0f, 420.0f, 4.0f);
    CHECK(at == Vec2(20.0f, 74.0f));
}
