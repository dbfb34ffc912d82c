#include "app/shell/film.h"

#include "app/shell/pointer.h"
#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("a_film_goes_through_the_loop_and_escape_returns_to_where_it_began")
{
    auto made = satbox::test::makeBoxOnFloor();
    AppState& state = made.state;
    state.history.reset(state.document());
    beginFilm(state, FilmFormat::Gif);
    CHECK_FALSE(state.film.has_value()); // nothing was played
    for (int i = 0; i < 100; ++i) state.history.play(op::Step{1.0f / 60.0f});
    state.playback.marks.setLoopBegin(30);
    state.playback.marks.setLoopEnd(60);
    beginFilm(state, FilmFormat::Gif);
    REQUIRE(state.film.has_value());
    CHECK(state.film->stepsPerPicture == doctest::Approx(3.0)); // 20 pictures per second
    advanceFilm(state);
    CHECK(state.playback.goToStep == 30);
    advance(state.playback, state.history, 0.0, 1.0);
    state.film->next += 29.0;
    advanceFilm(state);
    CHECK(state.playback.goToStep == 59);
    cancelTools(state); // Esc
    CHECK_FALSE(state.film.has_value());
    CHECK(state.playback.goToStep == 100);
}

TEST_CASE("without_a_loop_the_last_ten_seconds_are_saved_at_the_speed_of_the_playback")
{
    auto made = satbox::test::makeBoxOnFloor();
    AppState& state = made.state;
    state.history.reset(state.document());
    for (int i = 0; i < 900; ++i) state.history.play(op::Step{1.0f / 60.0f});
    setSpeed(state.playback, 2.0f);
    beginFilm(state, FilmFormat::Mp4);
    REQUIRE(state.film.has_value());
    CHECK(state.film->first == 300);
    CHECK(state.film->last == 900);
    CHECK(state.film->stepsPerPicture == doctest::Approx(4.0)); // 30 pictures per second, twice as fast
}
