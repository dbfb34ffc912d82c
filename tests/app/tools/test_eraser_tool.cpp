#include "app/tools/eraser_tool.h"

#include "app/shell/edit_actions.h"
#include "tests/support/app_worlds.h"
#include "tests/support/hand.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Hand;
using satbox::test::makeBoxOnFloor;

TEST_CASE("a_sweep_of_the_eraser_deletes_the_bodies_under_it_as_one_undo_entry")
{
    auto made = makeBoxOnFloor();
    const int before = made.state.world().counters().bodies;
    made.state.tool.selectEditTool("eraser");
    Hand hand{made.state};
    // One long move: the box and the floor lie between its ends.
    hand.drag({0.0f, 4.0f}, {0.0f, -0.4f}, {}, 1);
    CHECK_FALSE(made.state.world().isValid(made.box));
    CHECK_FALSE(made.state.world().isValid(made.floor));
    CHECK(made.state.world().counters().bodies == before - 2);
    CHECK(made.state.history.entries().size() == 1);
    undoOrRedo(made.state, true);
    CHECK(made.state.world().counters().bodies == before);
    CHECK(made.state.world().isValid(made.box));
}

TEST_CASE("the_eraser_deletes_nothing_while_no_button_is_held")
{
    auto made = makeBoxOnFloor();
    made.state.tool.selectEditTool("eraser");
    Hand hand{made.state};
    hand.move({0.0f, 0.5f});
    CHECK(made.state.world().isValid(made.box));
    hand.click({0.0f, 3.0f}); // empty space
    CHECK(made.state.history.entries().empty());
}

TEST_CASE("escape_leaves_the_eraser")
{
    auto made = makeBoxOnFloor();
    made.state.tool.selectEditTool("eraser");
    cancelTools(made.state);
    CHECK((made.state.tool.tool == ToolKind::Grab));
}
