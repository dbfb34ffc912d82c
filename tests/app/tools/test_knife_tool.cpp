#include "app/tools/knife_tool.h"

#include "app/shell/edit_actions.h"
#include "tests/support/app_worlds.h"
#include "tests/support/hand.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Hand;
using satbox::test::makeBoxOnFloor;

TEST_CASE("a_line_dragged_across_a_box_cuts_it_in_one_undo_entry")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    const int before = made.state.world().counters().bodies;
    made.state.tool.selectEditTool("knife");
    Hand hand{made.state};
    hand.press({-2.0f, 0.5f});
    hand.move({2.0f, 0.6f});
    CHECK(made.state.tool.editHint.starts_with("Release: cuts 1 body into 2"));
    hand.release({2.0f, 0.6f});
    CHECK_FALSE(made.state.world().isValid(made.box));
    CHECK(made.state.world().counters().bodies == before + 1);
    CHECK(made.state.selection.count() == 2);
    CHECK(made.state.history.entries().size() == 1);
    undoOrRedo(made.state, true);
    CHECK(made.state.world().isValid(made.box));
}

TEST_CASE("a_line_that_ends_in_a_box_cuts_nothing_and_says_so")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    made.state.tool.selectEditTool("knife");
    Hand hand{made.state};
    hand.drag({-2.0f, 0.5f}, {0.0f, 0.5f});
    CHECK(made.state.world().isValid(made.box));
    CHECK(made.state.status.message.text.starts_with("The knife cuts nothing"));
}

TEST_CASE("escape_drops_the_line_of_the_knife")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    made.state.tool.selectEditTool("knife");
    Hand hand{made.state};
    hand.press({-2.0f, 0.5f});
    hand.move({2.0f, 0.5f});
    cancelTools(made.state);
    hand.release({2.0f, 0.5f});
    CHECK(made.state.world().isValid(made.box));
}
