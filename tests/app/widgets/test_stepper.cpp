#include "app/widgets/stepper.h"

#include <doctest/doctest.h>

#include <initializer_list>

using satbox::app::Stepper;

TEST_CASE("stepper_wraps_around_both_ends")
{
    Stepper stepper;
    for (const size_t expected : {0u, 1u, 2u, 0u}) {
        stepper.step(1, 3);
        CHECK(stepper.index == expected);
    }
    stepper.step(-1, 3);
    CHECK(stepper.index == 2);
    stepper.step(0, 3);
    CHECK(stepper.index == 2);
    stepper.step(-7, 3);
    CHECK(stepper.index == 1);
}

TEST_CASE("stepper_without_an_index_begins_at_either_end")
{
    Stepper stepper;
    stepper.step(1, 0); // an empty list
    CHECK_FALSE(stepper.index);
    stepper.step(-1, 4);
    CHECK(stepper.index == 3);
    stepper.index.reset();
    stepper.step(1, 4);
    CHECK(stepper.index == 0);
    stepper.index = 40; // of a longer list
    stepper.step(-1, 4);
    CHECK(stepper.index == 2);
}

TEST_CASE("stepper_that_stops_at_the_last_item")
{
    Stepper stepper{.itemSeconds = 0.5, .atEnd = Stepper::AtEnd::Stop};
    CHECK_FALSE(stepper.advance(1.0, 3)); // not playing
    stepper.playing = true;
    CHECK(stepper.advance(0.01, 3)); // the first item at once
    CHECK(stepper.index == 0);
    CHECK_FALSE(stepper.advance(0.4, 3));
    CHECK(stepper.advance(0.1, 3));
    CHECK(stepper.index == 1);
    CHECK(stepper.advance(10.0, 3)); // one item at a time
    CHECK(stepper.index == 2);
    CHECK(stepper.playing);
    CHECK_FALSE(stepper.advance(0.01, 3));
    CHECK_FALSE(stepper.playing);
    CHECK(stepper.index == 2);

    stepper.playing = true;
    CHECK_FALSE(stepper.advance(0.01, 0));
    CHECK_FALSE(stepper.playing);
}

TEST_CASE("stepper_that_shows_the_last_item_for_its_time")
{
    Stepper stepper{.itemSeconds = 0.5, .atEnd = Stepper::AtEnd::StopAfterItem, .index = 1};
    stepper.playing = true;
    CHECK_FALSE(stepper.advance(1.0, 0)); // keeps playing while the list is empty
    CHECK(stepper.playing);
    CHECK(stepper.advance(0.5, 3));
    CHECK(stepper.index == 2);
    CHECK_FALSE(stepper.advance(0.4, 3));
    CHECK(stepper.playing);
    CHECK_FALSE(stepper.advance(0.1, 3));
    CHECK_FALSE(stepper.playing);
    CHECK(stepper.index == 2);
}

TEST_CASE("stepper_that_repeats_catches_up_on_long_frames")
{
    Stepper stepper{.itemSeconds = 0.25, .atEnd = Stepper::AtEnd::Repeat, .index = 2};
    stepper.playing = true;
    CHECK(stepper.advance(0.625, 3)); // two items and a half
    CHECK(stepper.index == 1);
    CHECK(stepper.clock == 0.125);
    CHECK_FALSE(stepper.advance(0.0625, 3));
    CHECK(stepper.advance(0.0625, 3));
    CHECK(stepper.index == 2);
    CHECK(stepper.playing);
    stepper.step(1, 3);
    CHECK(stepper.clock == 0.0);
}
