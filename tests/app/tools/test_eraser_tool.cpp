#include "app/tools/eraser_tool.h"

#include "app/shell/edit_actions.h"
#include "tests/support/app_worlds.h"
#include "tests/support/hand.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Hand;
using satbox::test::makeBoxOnFloor;

namespace {

// The box also hangs on a rod from (0, 4) of the floor; time is stopped.
auto makeBoxOnRod()
{
    auto made = makeBoxOnFloor();
    satbox::test::editDocument(made.state, [&](Document& document) {
        document.world.createJoint({.bodyA = made.floor,
                                    .bodyB = made.box,
                                    .anchorA = {0.0f, 4.0f},
                                    .anchorB = {0.2f, 0.0f},
                                    .kind = DistanceJoint{.length = 3.1f}});
        document.scene.world = document.world;
    });
    made.state.playback.paused = true;
    return made;
}

} // namespace

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

TEST_CASE("the_eraser_deletes_a_joint_at_its_anchor_and_along_its_line_where_no_body_is")
{
    auto made = makeBoxOnRod();
    made.state.tool.selectEditTool("eraser");
    Hand hand{made.state};
    const auto joints = [&] { return made.state.world().joints().size(); };
    hand.click({0.1f, 2.0f}); // on its line
    CHECK(joints() == 0);
    CHECK(made.state.status.message.text == "Erased 1 joint.");
    undoOrRedo(made.state, true);
    CHECK(joints() == 1);
    hand.click({0.2f, 0.5f}); // on its anchor in the box
    CHECK(joints() == 0);
    CHECK(made.state.world().isValid(made.box));
    undoOrRedo(made.state, true);
    hand.click({0.19f, 0.7f}); // on its line over the box
    CHECK_FALSE(made.state.world().isValid(made.box));
    CHECK(made.state.status.message.text == "Erased 1 body.");
    undoOrRedo(made.state, true);
    CHECK(joints() == 1);
    hand.drag({-0.3f, 3.0f}, {-0.3f, 0.5f}); // beside the joint
    CHECK(made.state.status.message.text == "Erased 1 body.");
    undoOrRedo(made.state, true);
    hand.drag({0.0f, 4.0f}, {0.0f, 0.4f}, {}, 1);
    CHECK(made.state.status.message.text == "Erased 1 body and 1 joint.");
    CHECK(made.state.history.entries().size() == 1);
    undoOrRedo(made.state, true);
    CHECK(joints() == 1);
    CHECK(made.state.world().isValid(made.box));
}

TEST_CASE("the_eraser_does_not_touch_joints_that_are_not_drawn")
{
    auto made = makeBoxOnRod();
    made.state.view.joints = false;
    made.state.tool.selectEditTool("eraser");
    Hand hand{made.state};
    hand.click({0.1f, 2.0f}); // on its line
    CHECK(made.state.world().joints().size() == 1);
    CHECK(made.state.history.entries().empty());
    hand.click({0.2f, 0.5f}); // on its anchor in the box
    CHECK_FALSE(made.state.world().isValid(made.box));
    CHECK(made.state.status.message.text == "Erased 1 body.");
}
