#include "app/shell/pointer.h"

#include "app/document/commands.h"
#include "app/shell/actions.h"
#include "app/shell/edit_actions.h"
#include "app/shell/key_table.h"
#include "tests/support/app_worlds.h"
#include "tests/support/hand.h"
#include "tests/support/lens_calls.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Hand;
using satbox::test::makeBoxOnFloor;

namespace {

Position positionOf(const AppState& state, BodyId body) { return state.world().motion(body).origin(); }

} // namespace

TEST_CASE("dragging_while_running_pulls_the_body_and_releasing_throws_it")
{
    auto made = makeBoxOnFloor();
    Hand hand{made.state};
    hand.press({0.0f, 0.5f});
    REQUIRE(made.state.tool.grab);
    CHECK(made.state.selection.body == made.box);
    for (int i = 1; i <= 30; ++i)
        hand.move({0.05f * static_cast<float>(i), 0.5f + 0.05f * static_cast<float>(i)});
    CHECK(length(made.state.tool.grab->force) > 0.0f);
    CHECK(positionOf(made.state, made.box).x > 0.5f);
    hand.release(hand.at);
    CHECK_FALSE(made.state.tool.grab);
    CHECK(made.state.world().motion(made.box).v.x > 0.5f);
    CHECK(made.state.history.entries().size() == 1);
    CHECK(made.state.history.undoLabel() == "Throw box 1");
    made.state.history.undo();
    CHECK(positionOf(made.state, made.box).x == doctest::Approx(0.0f));
}

TEST_CASE("a_click_selects_and_makes_no_undo_entry")
{
    auto made = makeBoxOnFloor();
    Hand hand{made.state};
    hand.press({0.1f, 0.4f});
    hand.release({0.1f, 0.4f});
    CHECK(made.state.selection.body == made.box);
    CHECK(made.state.history.entries().size() == 0);
    hand.press({3.0f, 3.0f});
    hand.release({3.0f, 3.0f});
    CHECK(made.state.selection.empty());
}

TEST_CASE("static_bodies_are_not_grabbed_while_running")
{
    auto made = makeBoxOnFloor();
    Hand hand{made.state};
    hand.press({5.0f, -0.5f});
    CHECK_FALSE(made.state.tool.grab);
    CHECK(made.state.selection.body == made.floor);
    CHECK_FALSE(made.state.status.message.text.empty());
}

TEST_CASE("dragging_while_paused_moves_the_body_and_updates_its_contacts")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    Hand hand{made.state};
    hand.press({0.2f, 0.7f});
    hand.move({1.2f, 1.7f});
    CHECK(positionOf(made.state, made.box).x == doctest::Approx(1.0f));
    CHECK(positionOf(made.state, made.box).y == doctest::Approx(1.5f));
    CHECK(made.state.world().counters().contactsWithPoints == 0);
    hand.move({1.2f, 0.6f}); // 0.1 m into the floor
    CHECK(made.state.world().counters().contactsWithPoints == 1);
    made.state.document().world.forEachContact([](const Contact& contact) {
        CHECK(std::abs(contact.normal.y) == doctest::Approx(1.0f));
        for (int i = 0; i < contact.count; ++i)
            CHECK(contact.points[i].separation == doctest::Approx(-0.1f).epsilon(0.01));
    });
    hand.release(hand.at);
    CHECK(made.state.history.entries().size() == 1);
    CHECK(made.state.world().stepCount() == 0);
    made.state.history.undo();
    CHECK(positionOf(made.state, made.box).x == doctest::Approx(0.0f));
}

TEST_CASE("paused_drags_move_static_bodies_too")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    Hand hand{made.state};
    hand.press({5.0f, -0.5f});
    hand.move({5.0f, -1.5f});
    CHECK(positionOf(made.state, made.floor).y == doctest::Approx(-1.5f));
}

TEST_CASE("shift_rotates_the_body_about_its_centre")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    Hand hand{made.state};
    hand.press({0.4f, 0.5f}, {.shift = true});
    hand.move({0.4f, 0.6f}, {.shift = true}); // turning begins here
    const float start = angleOf(made.state.world().motion(made.box).q);
    hand.move({-0.1f, 0.9f}, {.shift = true}); // a quarter turn on from (0.4, 0.1) about the centre
    const float turn = angleOf(made.state.world().motion(made.box).q) - start;
    CHECK(turn == doctest::Approx(0.5f * kPi).epsilon(0.01));
    CHECK(positionOf(made.state, made.box).x == doctest::Approx(0.0f));
    hand.move({0.9f, 0.9f}); // Shift released: it follows the pointer from its current pose
    CHECK(positionOf(made.state, made.box).x == doctest::Approx(0.0f));
    hand.move({1.9f, 0.9f});
    CHECK(positionOf(made.state, made.box).x == doctest::Approx(1.0f));
}

TEST_CASE("escape_puts_a_moved_body_back")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    Hand hand{made.state};
    hand.press({0.0f, 0.5f});
    hand.move({2.0f, 2.5f});
    perform(made.state, Action::Cancel);
    CHECK(positionOf(made.state, made.box).x == doctest::Approx(0.0f));
    hand.move({3.0f, 3.0f});
    CHECK(positionOf(made.state, made.box).x == doctest::Approx(0.0f));
}

TEST_CASE("a_copy_made_during_a_drag_ends_the_drag_so_that_escape_keeps_both")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    const int bodies = made.state.world().counters().bodies;
    Hand hand{made.state};
    hand.press({0.0f, 0.5f});
    hand.move({2.0f, 2.5f});
    perform(made.state, Action::DuplicateSelection);
    CHECK(made.state.world().counters().bodies == bodies + 1);
    CHECK(made.state.selection.body == made.state.history.createdBodies().back());
    perform(made.state, Action::Cancel);
    CHECK(made.state.world().counters().bodies == bodies + 1);
    CHECK(positionOf(made.state, made.box).x == doctest::Approx(2.0f));
}

TEST_CASE("a_shape_selected_by_key_is_dropped_by_a_click")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    Hand hand{made.state};
    pressKey(made.state, {Key::Num2}, false);
    hand.move({2.0f, 3.0f});
    REQUIRE(made.state.tool.ghost);
    CHECK(made.state.tool.ghost->body.body.position.x == doctest::Approx(2.0f));
    hand.press({2.0f, 3.0f});
    hand.release({2.0f, 3.0f});
    CHECK(made.state.world().counters().bodies == 3);
    CHECK(made.state.tool.tool == ToolKind::Grab);
    CHECK(positionOf(made.state, made.state.selection.body).y == doctest::Approx(3.0f));
    CHECK(made.state.history.undoLabel() == "Add circle");
}

TEST_CASE("a_shape_dragged_from_the_tool_bar_is_dropped_on_release_over_the_world_only")
{
    auto made = makeBoxOnFloor();
    Hand hand{made.state};
    made.state.tool.beginPlacing(ToolboxShape::Plank, true);
    PointerEvent overPanel = hand.event(PointerEvent::Kind::Release, {0.0f, 3.0f});
    overPanel.overWorld = false;
    handlePointer(made.state, overPanel);
    CHECK(made.state.world().counters().bodies == 2);
    CHECK(made.state.tool.tool == ToolKind::Place);

    made.state.tool.beginPlacing(ToolboxShape::Plank, true);
    hand.release({0.0f, 3.0f});
    CHECK(made.state.world().counters().bodies == 3);
    CHECK(made.state.tool.tool == ToolKind::Grab);
}

TEST_CASE("the_wheel_resizes_and_rotates_the_shape_being_placed_and_otherwise_zooms")
{
    auto made = makeBoxOnFloor();
    Hand hand{made.state};
    PointerEvent wheel = hand.event(PointerEvent::Kind::Wheel, {1.0f, 1.0f});
    wheel.delta = {0.0f, 1.0f};
    const float scale = made.state.camera.pixelsPerMeter();
    handlePointer(made.state, wheel);
    CHECK(made.state.camera.pixelsPerMeter() > scale);
    CHECK(made.state.camera.screenToWorld(wheel.screen).x == doctest::Approx(1.0f).epsilon(0.001));

    made.state.tool.beginPlacing(ToolboxShape::Box, false);
    handlePointer(made.state, wheel);
    CHECK(made.state.tool.newShape.size == doctest::Approx(1.1f));
    wheel.modifiers.shift = true;
    handlePointer(made.state, wheel);
    CHECK(made.state.tool.newShape.angle == doctest::Approx(kPi / 12.0f));
}

TEST_CASE("a_right_drag_pans")
{
    auto made = makeBoxOnFloor();
    Hand hand{made.state};
    PointerEvent press = hand.event(PointerEvent::Kind::Press, {0.0f, 2.0f});
    press.button = MouseButton::Right;
    handlePointer(made.state, press);
    PointerEvent move = hand.event(PointerEvent::Kind::Move, {0.0f, 2.0f});
    move.delta = {100.0f, 0.0f};
    handlePointer(made.state, move);
    CHECK(made.state.camera.center().x == doctest::Approx(-1.0f));
}

TEST_CASE("a_pinch_moves_and_zooms_the_view_about_the_fingers")
{
    auto made = makeBoxOnFloor();
    Hand hand{made.state};
    PointerEvent pinch = hand.event(PointerEvent::Kind::Pinch, {1.0f, 1.0f});
    const float scale = made.state.camera.pixelsPerMeter();
    pinch.delta = {100.0f, 0.0f};
    pinch.scale = 2.0f;
    handlePointer(made.state, pinch);
    CHECK(made.state.camera.pixelsPerMeter() == doctest::Approx(2.0f * scale));
    // What was 100 points to the left of the fingers' new middle is there now.
    CHECK(made.state.camera.screenToWorld(pinch.screen).x ==
          doctest::Approx(1.0f - 100.0f / scale).epsilon(0.001));

    pinch.overWorld = false; // over a panel
    handlePointer(made.state, pinch);
    CHECK(made.state.camera.pixelsPerMeter() == doctest::Approx(2.0f * scale));
}

TEST_CASE("presses_on_a_panel_never_reach_the_world")
{
    auto made = makeBoxOnFloor();
    Hand hand{made.state};
    PointerEvent press = hand.event(PointerEvent::Kind::Press, {0.0f, 0.5f});
    press.overWorld = false;
    handlePointer(made.state, press);
    CHECK_FALSE(made.state.tool.press);
    CHECK(made.state.selection.empty());
}

TEST_CASE("clicking_a_contact_pins_its_card_once")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    made.state.history.play(op::RefreshContacts{});
    Hand hand{made.state};
    for (int i = 0; i < 2; ++i) {
        hand.press({0.5f, 0.0f});
        hand.release({0.5f, 0.0f});
    }
    CHECK(made.state.ui.pinnedCards.size() == 1);
    CHECK(made.state.selection.contact);
}

TEST_CASE("delete_and_duplicate_act_on_the_selection")
{
    auto made = makeBoxOnFloor();
    perform(made.state, Action::DeleteSelection);
    CHECK(made.state.world().counters().bodies == 2);
    made.state.selection.select(made.state.world(), made.box);
    perform(made.state, Action::DuplicateSelection);
    CHECK(made.state.world().counters().bodies == 3);
    const BodyId copy = made.state.selection.body;
    CHECK(copy != made.box);
    CHECK(positionOf(made.state, copy).x > 1.0f);
    perform(made.state, Action::DeleteSelection);
    CHECK_FALSE(made.state.world().isValid(copy));
    CHECK(made.state.selection.empty());
    perform(made.state, Action::Undo);
    CHECK(made.state.world().isValid(copy));
}

TEST_CASE("pausing_ends_a_drag")
{
    auto made = makeBoxOnFloor();
    Hand hand{made.state};
    hand.press({0.0f, 0.5f});
    perform(made.state, Action::TogglePause);
    CHECK_FALSE(made.state.tool.grab);
    CHECK(made.state.playback.paused);
}

TEST_CASE("a_right_click_opens_a_menu_and_a_right_drag_moves_the_view")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    const Vec2 box = state.camera.worldToScreen({0.0, 0.5});
    const auto send = [&](PointerEvent::Kind kind, Vec2 screen, Vec2 delta = {}) {
        handlePointer(state, {.kind = kind,
                              .button = MouseButton::Right,
                              .screen = screen,
                              .delta = delta,
                              .overWorld = true});
    };
    const Position center = state.camera.screenToWorld(box);
    send(PointerEvent::Kind::Press, box);
    send(PointerEvent::Kind::Move, box + Vec2{30.0f, 0.0f}, {30.0f, 0.0f});
    send(PointerEvent::Kind::Release, box + Vec2{30.0f, 0.0f});
    CHECK_FALSE(state.ui.contextMenu.has_value());
    CHECK(state.camera.screenToWorld(box + Vec2{30.0f, 0.0f}).x == doctest::Approx(center.x));
    send(PointerEvent::Kind::Press, box + Vec2{30.0f, 0.0f});
    send(PointerEvent::Kind::Release, box + Vec2{31.0f, 0.0f});
    REQUIRE(state.ui.contextMenu.has_value());
    CHECK(state.ui.contextMenu->body == made.box);
    CHECK(state.selection.body == made.box);
}

TEST_CASE("shift_and_click_adds_a_body_to_the_selection_and_removes_it_again")
{
    auto made = makeBoxOnFloor();
    Hand hand{made.state};
    hand.click({0.0f, 0.5f});
    hand.click({3.0f, -0.3f}, {.shift = true});
    CHECK(made.state.selection.contains(made.box));
    CHECK(made.state.selection.contains(made.floor));
    CHECK(made.state.selection.body == made.floor);
    hand.click({3.0f, -0.3f}, {.shift = true});
    CHECK(made.state.selection.bodies() == std::vector<BodyId>{made.box});
    hand.click({3.0f, 5.0f}, {.shift = true}); // empty space: nothing to add
    CHECK(made.state.selection.contains(made.box));
    hand.click({3.0f, 5.0f});
    CHECK(made.state.selection.empty());
}

TEST_CASE("a_drag_over_empty_space_selects_the_bodies_that_are_completely_in_the_rectangle")
{
    auto made = makeBoxOnFloor();
    Hand hand{made.state};
    hand.drag({-2.0f, 3.0f}, {2.0f, 0.01f}); // cuts the box's lowest centimetre
    CHECK(made.state.selection.empty());
    hand.drag({-2.0f, 3.0f}, {2.0f, -0.2f});
    CHECK(made.state.selection.bodies() == std::vector<BodyId>{made.box}); // the floor reaches out of it
    CHECK(made.state.status.message.text == "1 body selected.");
}

TEST_CASE("a_click_on_one_of_several_selected_bodies_selects_it_alone")
{
    auto made = makeBoxOnFloor();
    made.state.selection.select(made.state.world(), std::array{made.box, made.floor});
    Hand hand{made.state};
    hand.click({0.0f, 0.5f});
    CHECK(made.state.selection.bodies() == std::vector<BodyId>{made.box});
}

TEST_CASE("all_selected_bodies_are_duplicated_and_deleted_together")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    const int bodies = state.world().counters().bodies;
    state.selection.select(state.world(), std::array{made.box, made.floor});
    duplicateSelection(state);
    CHECK(state.world().counters().bodies == bodies + 2);
    CHECK(state.selection.count() == 2);
    CHECK_FALSE(state.selection.contains(made.box));
    deleteSelection(state);
    CHECK(state.world().counters().bodies == bodies);
    CHECK(state.selection.empty());
    undoOrRedo(state, true);
    CHECK(state.world().counters().bodies == bodies + 2);
}

TEST_CASE("a_click_on_a_body_opens_inspect_unless_a_lens_is_open_or_the_option_is_off")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    Hand hand{state};
    state.ui.panels.open = "Tune";
    hand.click({0.0f, 0.5f});
    CHECK(state.ui.panels.open == "Inspect");
    state.ui.panels.open = "Step";
    hand.click({0.0f, 0.5f});
    CHECK(state.ui.panels.open == "Step");
    state.ui.panels.open = "Tune";
    state.view.inspectOnClick = false;
    hand.click({0.0f, 0.5f});
    CHECK(state.ui.panels.open == "Tune");
    state.view.inspectOnClick = true;
    hand.drag({0.0f, 0.5f}, {1.0f, 2.0f}); // a throw is no click
    CHECK(state.ui.panels.open == "Tune");
    state.ui.introduction.card.open = true; // it asks for other things
    state.playback.paused = true;
    hand.click(toVec2(positionOf(state, made.box)));
    CHECK(state.selection.body == made.box);
    CHECK(state.ui.panels.open == "Tune");
}

namespace {

// A box and a copy of it 2 m to the right, which are a group; paused.
struct GroupOnFloor {
    satbox::test::BoxOnFloor made = makeBoxOnFloor();
    BodyId copy;

    GroupOnFloor()
    {
        state().playback.paused = true;
        REQUIRE(state().history.execute(
                    duplicateBodiesCommand(state().world(), std::array{made.box}, {2.0f, 0.0f})) == "");
        copy = state().history.createdBodies().front();
        state().selection.select(state().world(), std::array{made.box, copy});
        perform(state(), Action::GroupSelection);
        state().selection.clear();
    }
    AppState& state() { return made.state; }
    std::vector<BodyId> selected() { return state().selection.bodies(); }
};

} // namespace

TEST_CASE("a_click_selects_a_group_and_alt_or_a_second_click_one_body_of_it")
{
    GroupOnFloor scene;
    const std::vector<BodyId> both{scene.made.box, scene.copy};
    Hand hand{scene.state()};
    hand.click({0.0f, 0.5f});
    CHECK(scene.selected() == both);
    hand.click({2.0f, 0.5f});
    CHECK(scene.selected() == std::vector{scene.copy});
    hand.click({2.0f, 0.5f});
    CHECK(scene.selected() == both);
    hand.click({0.0f, 0.5f}, {.alt = true});
    CHECK(scene.selected() == std::vector{scene.made.box});
    hand.click({5.0f, -0.5f});
    hand.click({0.4f, 0.8f}, {.shift = true});
    CHECK(scene.state().selection.count() == 3);
    hand.click({2.0f, 0.5f}, {.shift = true});
    CHECK(scene.selected() == std::vector{scene.made.floor});
}

TEST_CASE("a_rectangle_takes_whole_groups_and_with_alt_only_what_is_in_it")
{
    GroupOnFloor scene;
    Hand hand{scene.state()};
    hand.drag({-1.0f, 2.0f}, {1.0f, -0.2f});
    CHECK(scene.selected() == std::vector{scene.made.box, scene.copy});
    hand.drag({-1.0f, 2.0f}, {1.0f, -0.2f}, {.alt = true});
    CHECK(scene.selected() == std::vector{scene.made.box});
}

TEST_CASE("while_paused_a_group_is_dragged_as_one_and_a_body_alone_with_alt")
{
    GroupOnFloor scene;
    const auto x = [&](BodyId body) { return positionOf(scene.state(), body).x; };
    Hand hand{scene.state()};
    hand.drag({0.0f, 0.5f}, {0.0f, 1.5f});
    hand.drag({2.0f, 1.5f}, {3.0f, 1.5f});
    CHECK(x(scene.made.box) == doctest::Approx(1.0));
    CHECK(x(scene.copy) == doctest::Approx(3.0));
    hand.drag({3.0f, 1.5f}, {3.5f, 1.5f}, {.alt = true});
    CHECK(x(scene.made.box) == doctest::Approx(1.0));
    CHECK(x(scene.copy) == doctest::Approx(3.5));
    perform(scene.state(), Action::UngroupSelection);
    hand.click({1.0f, 1.5f});
    hand.click({1.0f, 1.5f});
    CHECK(scene.selected() == std::vector{scene.made.box});
}

namespace {

// makeBoxOnFloor() with a rod from the floor at (0, 2.5) to the middle of the box.
struct RodOverBox {
    satbox::test::BoxOnFloor made = makeBoxOnFloor();
    AppState& state = made.state;
    JointId joint;
    RodOverBox()
    {
        satbox::test::editDocument(state, [&](Document& document) {
            joint = document.scene.world.createJoint({.bodyA = made.floor,
                                                      .bodyB = made.box,
                                                      .anchorA = {0.0f, 3.0f},
                                                      .kind = DistanceJoint{.length = 2.0f}});
            document.world = document.scene.world;
        });
        state.playback.paused = true;
    }
};

} // namespace

TEST_CASE("a_click_on_an_anchor_selects_the_joint_and_a_line_does_so_only_beside_bodies")
{
    RodOverBox rod;
    Hand hand{rod.state};
    hand.click({0.03f, 0.53f}); // the anchor in the box
    CHECK(rod.state.selection.joint == rod.joint);
    CHECK(rod.state.selection.body.isNull());
    hand.click({0.0f, 0.8f}); // the rod in front of the box
    CHECK(rod.state.selection.joint.isNull());
    CHECK(rod.state.selection.body == rod.made.box);
    hand.click({0.03f, 1.5f}); // the rod above the box
    CHECK(rod.state.selection.joint == rod.joint);
    hand.click({3.0f, 3.0f});
    CHECK(rod.state.selection.empty());
    rod.state.view.joints = false; // what is not drawn cannot be selected
    hand.click({0.03f, 1.5f});
    CHECK(rod.state.selection.empty());
    CHECK(rod.state.history.entries().empty());
}

TEST_CASE("a_drag_at_an_anchor_takes_the_body_below_it")
{
    RodOverBox rod;
    Hand hand{rod.state};
    hand.drag({0.0f, 0.5f}, {1.0f, 0.5f});
    CHECK(rod.state.selection.body == rod.made.box);
    CHECK(positionOf(rod.state, rod.made.box).x == doctest::Approx(1.0f));
}

TEST_CASE("shift_adds_the_body_at_an_anchor_and_a_rectangle_may_begin_on_a_joint")
{
    RodOverBox rod;
    Hand hand{rod.state};
    hand.click({5.0f, -0.5f}); // the floor
    hand.click({0.0f, 0.5f}, {.shift = true});
    CHECK(rod.state.selection.count() == 2);
    hand.drag({0.0f, 2.5f}, {1.0f, -0.5f}); // does not contain a body
    CHECK(rod.state.selection.empty());
    hand.drag({0.0f, 2.5f}, {-1.0f, -0.5f});
    hand.drag({-0.7f, 2.5f}, {0.7f, -0.2f});
    CHECK(rod.state.selection.body == rod.made.box);
}

TEST_CASE("the_joint_under_the_pointer_is_hovered_in_place_of_its_body")
{
    RodOverBox rod;
    Hand hand{rod.state};
    rod.state.tool.cursorOverWorld = true;
    hand.move({0.03f, 0.53f});
    CHECK(rod.state.selection.hoveredJoint == rod.joint);
    CHECK(rod.state.selection.hoveredBody.isNull());
    hand.move({0.3f, 0.2f});
    CHECK(rod.state.selection.hoveredJoint.isNull());
    CHECK(rod.state.selection.hoveredBody == rod.made.box);
}

TEST_CASE("an_anchor_of_the_selected_joint_is_dragged_snaps_and_escape_puts_it_back")
{
    RodOverBox rod;
    Hand hand{rod.state};
    hand.click({0.0f, 0.5f});
    const JointDef before = rod.state.world().jointDef(rod.joint);
    hand.drag({0.0f, 0.5f}, {0.3f, 0.2f});
    CHECK(rod.state.world().jointDef(rod.joint).anchorB.x == doctest::Approx(0.3f));
    CHECK(rod.state.selection.joint == rod.joint);
    CHECK(rod.state.history.entries().size() == 1);
    hand.drag({0.3f, 0.2f}, {0.48f, 0.96f}, {.ctrl = true}); // near the corner of the box
    CHECK(rod.state.world().jointDef(rod.joint).anchorB.x == doctest::Approx(0.5f));
    CHECK(rod.state.world().jointDef(rod.joint).anchorB.y == doctest::Approx(0.5f));
    hand.drag({0.5f, 1.0f}, {0.48f, 0.53f}, {.ctrl = true}); // near the middle of its right edge
    CHECK(rod.state.world().jointDef(rod.joint).anchorB.x == doctest::Approx(0.5f));
    CHECK(std::abs(rod.state.world().jointDef(rod.joint).anchorB.y) < 1e-5f);
    REQUIRE(rod.state.history.undo());
    REQUIRE(rod.state.history.undo());
    REQUIRE(rod.state.history.undo());
    hand.press({0.0f, 0.5f});
    hand.move({0.3f, 0.2f});
    perform(rod.state, Action::Cancel);
    CHECK(rod.state.world().jointDef(rod.joint) == before);
    CHECK_FALSE(rod.state.tool.jointDrag);
    CHECK(rod.state.selection.joint == rod.joint);
    perform(rod.state, Action::Cancel);
    CHECK(rod.state.selection.empty());
}

TEST_CASE("delete_removes_the_selected_joint_and_undo_brings_it_back")
{
    RodOverBox rod;
    rod.state.selection.select(rod.state.world(), rod.joint);
    perform(rod.state, Action::DeleteSelection);
    CHECK_FALSE(rod.state.world().isValid(rod.joint));
    CHECK(rod.state.world().isValid(rod.made.box));
    CHECK(rod.state.selection.empty());
    perform(rod.state, Action::Undo);
    CHECK(rod.state.world().isValid(rod.joint));
}
