#include "app/platform/touch.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("one_finger_is_no_pinch")
{
    TouchTracker touch;
    CHECK_FALSE(touch.down(7, {10.0f, 10.0f}));
    CHECK_FALSE(touch.isPinching());
    CHECK_FALSE(touch.move(7, {50.0f, 10.0f}).has_value());
    touch.up(7);
    CHECK_FALSE(touch.isPinching());
}

TEST_CASE("two_fingers_that_move_together_pan_and_do_not_zoom")
{
    TouchTracker touch;
    touch.down(1, {100.0f, 100.0f});
    CHECK(touch.down(2, {200.0f, 100.0f}));
    // The fingers report one after the other: the distance changes and returns.
    const auto first = touch.move(1, {130.0f, 100.0f});
    const auto second = touch.move(2, {230.0f, 100.0f});
    REQUIRE(first);
    REQUIRE(second);
    CHECK(first->delta.x + second->delta.x == doctest::Approx(30.0f));
    CHECK(first->scale * second->scale == doctest::Approx(1.0f));
    CHECK(second->center.x == doctest::Approx(180.0f));
    CHECK(second->center.y == doctest::Approx(100.0f));
}

TEST_CASE("fingers_that_move_apart_zoom_by_the_factor_of_their_distance")
{
    TouchTracker touch;
    touch.down(1, {100.0f, 100.0f});
    touch.down(2, {200.0f, 100.0f});
    const auto first = touch.move(1, {50.0f, 100.0f});
    const auto second = touch.move(2, {250.0f, 100.0f});
    REQUIRE(first);
    REQUIRE(second);
    CHECK(first->scale == doctest::Approx(1.5f));
    CHECK(first->scale * second->scale == doctest::Approx(2.0f));
    CHECK(first->delta.x + second->delta.x == doctest::Approx(0.0f));
}

TEST_CASE("fingers_at_one_place_pan_and_the_factor_stays_finite")
{
    TouchTracker touch;
    touch.down(1, {100.0f, 100.0f});
    touch.down(2, {100.0f, 100.0f});
    const auto step = touch.move(2, {140.0f, 100.0f});
    REQUIRE(step);
    CHECK(step->scale == 1.0f);
    CHECK(step->delta.x == doctest::Approx(20.0f));
    const auto back = touch.move(2, {100.0f, 100.0f});
    REQUIRE(back);
    CHECK(back->scale == 1.0f);
}

TEST_CASE("a_pinch_lasts_until_all_fingers_have_left")
{
    TouchTracker touch;
    touch.down(1, {100.0f, 100.0f});
    touch.down(2, {200.0f, 100.0f});
    touch.up(1);
    CHECK(touch.isPinching());
    CHECK_FALSE(touch.move(2, {220.0f, 100.0f}).has_value());
    CHECK_FALSE(touch.down(3, {100.0f, 100.0f})); // continues, so that nothing has to be cancelled again
    CHECK(touch.move(3, {90.0f, 100.0f}).has_value());
    touch.up(2);
    touch.up(3);
    CHECK_FALSE(touch.isPinching());
    CHECK_FALSE(touch.down(4, {0.0f, 0.0f}));
}

TEST_CASE("a_short_pinch_of_fingers_that_stay_is_a_tap_where_the_first_one_was")
{
    const auto tap = [](Vec2 firstMoves, double lastUp, bool third) {
        TouchTracker touch;
        touch.down(1, {100.0f, 50.0f}, 7.0);
        touch.move(1, Vec2{100.0f, 50.0f} + firstMoves);
        touch.down(2, {180.0f, 50.0f}, 7.1);
        CHECK(touch.move(2, {182.0f, 53.0f}).has_value() ==
              (length(firstMoves) > 12.0f)); // a tap moves no view
        if (third) touch.down(3, {220.0f, 50.0f}, 7.1);
        if (third) CHECK_FALSE(touch.up(3, 7.15));
        CHECK_FALSE(touch.up(1, 7.2));
        return touch.up(2, lastUp);
    };
    const std::optional<Vec2> tapped = tap({3.0f, 2.0f}, 7.25, false);
    REQUIRE(tapped);
    CHECK(*tapped == Vec2{100.0f, 50.0f});
    CHECK_FALSE(tap({3.0f, 2.0f}, 7.6, false));   // too long
    CHECK_FALSE(tap({30.0f, 0.0f}, 7.25, false)); // the first finger has dragged
    CHECK_FALSE(tap({3.0f, 2.0f}, 7.25, true));   // three fingers
    TouchTracker one;
    one.down(1, {1.0f, 1.0f}, 0.0);
    CHECK_FALSE(one.up(1, 0.1));
    TouchTracker pinch;
    pinch.down(1, {100.0f, 50.0f}, 0.0);
    pinch.down(2, {180.0f, 50.0f}, 0.0);
    pinch.move(2, {200.0f, 50.0f});
    pinch.move(2, {180.0f, 50.0f});
    pinch.up(2, 0.1);
    CHECK_FALSE(pinch.up(1, 0.1)); // it has zoomed
}

TEST_CASE("a_third_finger_and_an_unknown_one_change_nothing")
{
    TouchTracker touch;
    touch.down(1, {100.0f, 100.0f});
    touch.down(2, {200.0f, 100.0f});
    touch.down(3, {300.0f, 300.0f});
    CHECK_FALSE(touch.move(3, {400.0f, 300.0f}).has_value());
    CHECK_FALSE(touch.move(99, {400.0f, 300.0f}).has_value());
    touch.up(99);
    CHECK(touch.isPinching());
}

TEST_CASE("lost_focus_forgets_the_fingers")
{
    TouchTracker touch;
    touch.down(1, {100.0f, 100.0f});
    touch.down(2, {200.0f, 100.0f});
    touch.reset();
    CHECK_FALSE(touch.isPinching());
    CHECK_FALSE(touch.down(1, {0.0f, 0.0f}));
}
