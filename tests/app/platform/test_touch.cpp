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
    const auto first = touch.move(1, {110.0f, 100.0f});
    const auto second = touch.move(2, {210.0f, 100.0f});
    REQUIRE(first);
    REQUIRE(second);
    CHECK(first->delta.x + second->delta.x == doctest::Approx(10.0f));
    CHECK(first->scale * second->scale == doctest::Approx(1.0f));
    CHECK(second->center.x == doctest::Approx(160.0f));
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
