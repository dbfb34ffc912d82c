#include "app/shell/time_actions.h"

#include "app/shell/actions.h"
#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

namespace {

// A world that has played 20 steps.
struct Played {
    satbox::test::BoxOnFloor made = satbox::test::makeBoxOnFloor();
    AppState& state = made.state;

    Played()
    {
        state.history.reset(state.document());
        for (int i = 0; i < 20; ++i) state.history.play(op::Step{1.0f / 60.0f});
    }
    uint64_t now() { return state.history.presentStep(); }
    void press(const KeyChord& chord)
    {
        pressKey(state, chord, false);
        advance(state.playback, state.history, 0.0, 1.0);
    }
};

constexpr Modifiers kCtrl{.ctrl = true};

} // namespace

TEST_CASE("keys_move_through_time_and_pause")
{
    Played played;
    played.press({Key::Comma});
    CHECK(played.now() == 19);
    CHECK(played.state.playback.paused);
    played.press({Key::Period});
    CHECK(played.now() == 20);
    played.press({Key::Home, kCtrl});
    CHECK(played.now() == 0);
    played.press({Key::End, kCtrl});
    CHECK(played.now() == 20);
    played.state.playback.paused = false;
    played.press({Key::Space, {.shift = true}});
    CHECK(played.state.playback.backwards);
    CHECK_FALSE(played.state.playback.paused);
    played.press({Key::Space, {.shift = true}});
    CHECK(played.state.playback.paused);
}

TEST_CASE("bookmarks_are_visited_in_order_and_a_sentence_says_when_there_is_none")
{
    Played played;
    for (const uint64_t step : {5u, 12u}) {
        goToStep(played.state, step);
        advance(played.state.playback, played.state.history, 0.0, 1.0);
        played.press({Key::B, kCtrl});
    }
    played.press({Key::Left, kCtrl});
    CHECK(played.now() == 5);
    played.press({Key::Left, kCtrl});
    CHECK(played.now() == 5);
    CHECK(played.state.status.message.text.find("no earlier bookmark") != std::string::npos);
    played.press({Key::Right, kCtrl});
    CHECK(played.now() == 12);
    played.press({Key::B, kCtrl}); // removes it
    CHECK(played.state.playback.marks.bookmarks == std::vector<uint64_t>{5});
}

TEST_CASE("two_keys_set_a_loop_and_each_removes_its_end_again")
{
    Played played;
    goToStep(played.state, 4);
    advance(played.state.playback, played.state.history, 0.0, 1.0);
    played.press({Key::LeftBracket, kCtrl});
    CHECK_FALSE(played.state.playback.marks.loops());
    played.press({Key::End, kCtrl});
    played.press({Key::RightBracket, kCtrl});
    CHECK(played.state.playback.marks.loops());
    CHECK(played.state.status.message.text == "Time repeats steps 4 to 20.");
    played.press({Key::RightBracket, kCtrl});
    CHECK_FALSE(played.state.playback.marks.loops());
}

TEST_CASE("time_is_not_moved_while_worlds_are_compared")
{
    Played played;
    played.press({Key::C, {.shift = true}});
    REQUIRE(played.state.compare().on);
    played.press({Key::Comma});
    CHECK(played.now() == 20);
    CHECK(played.state.status.message.text.find("compared") != std::string::npos);
}
