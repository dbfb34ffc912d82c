// The introduction: each task is done by doing it.
#include "app/shell/introduction.h"

#include "app/shell/interface/panel_tabs.h"
#include "app/shell/key_table.h"
#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("each_task_of_the_introduction_is_done_by_doing_it")
{
    auto made = satbox::test::makeBoxOnFloor();
    AppState& state = made.state;
    IntroductionState& introduction = state.ui.introduction;
    updateIntroduction(state); // it is not open: nothing counts
    state.playback.paused = false;
    beginIntroduction(state);
    updateIntroduction(state);
    CHECK_FALSE(introduction.done[0]);

    // A press and release without a drag is no throw.
    state.tool.grab = GrabGesture{};
    state.tool.press = Press{};
    updateIntroduction(state);
    state.tool.grab.reset();
    state.tool.press.reset();
    updateIntroduction(state);
    CHECK_FALSE(introduction.done[0]);
    state.tool.grab = GrabGesture{};
    state.tool.press = Press{};
    state.tool.press->dragged = true;
    updateIntroduction(state);
    CHECK_FALSE(introduction.done[0]);
    state.tool.grab.reset();
    state.tool.press.reset();
    updateIntroduction(state);
    CHECK(introduction.done[0]);

    CHECK_FALSE(introduction.done[1]);
    perform(state, Action::TogglePause);
    updateIntroduction(state);
    CHECK(introduction.done[1]);

    CHECK_FALSE(introduction.done[2]);
    CHECK_FALSE(introduction.isFinished);
    openGroup(state, PanelGroup::LookInto);
    updateIntroduction(state);
    CHECK_FALSE(introduction.done[2]); // there is nothing to look into yet
    state.selection.contact = ContactKey{};
    updateIntroduction(state);
    CHECK(introduction.done[2]);
    CHECK(introduction.isFinished);
}

TEST_CASE("time_that_stands_already_is_no_pause")
{
    auto made = satbox::test::makeBoxOnFloor();
    AppState& state = made.state;
    state.playback.paused = true;
    beginIntroduction(state);
    updateIntroduction(state);
    CHECK_FALSE(state.ui.introduction.done[1]);
    perform(state, Action::TogglePause); // runs
    updateIntroduction(state);
    CHECK_FALSE(state.ui.introduction.done[1]);
    perform(state, Action::TogglePause);
    updateIntroduction(state);
    CHECK(state.ui.introduction.done[1]);
}

TEST_CASE("the_help_menu_shows_the_introduction_again")
{
    AppState state;
    state.ui.introduction.done = {true, true, true};
    perform(state, Action::ShowIntroduction);
    CHECK(state.ui.introduction.card.open);
    CHECK_FALSE(state.ui.introduction.done[0]);
}
