#include "app/tools/joint_tool.h"

#include "app/document/commands.h"
#include "app/document/joint_measure.h"
#include "app/shell/actions.h"
#include "app/shell/edit_actions.h"
#include "engine/model/joint_fields.h"
#include "tests/app/view/view_fixture.h"
#include "tests/support/hand.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <variant>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::Hand;

namespace {

// A car whose front wheel overlaps it and whose rear wheel is below it, a box on the left, and a floor;
// paused.
struct Workshop : satbox::test::Picture {
    BodyId floor =
        add({.type = BodyType::Static, .position = {0.0, -2.5}, .name = "floor"}, makeBox(5.0f, 0.5f));
    BodyId car = add({.position = {1.0, 0.0}, .name = "car"}, makeBox(1.0f, 0.25f));
    BodyId wheel = add({.position = {1.8, -0.2}, .name = "wheel"}, Circle{.radius = 0.4f});
    BodyId rear = add({.position = {0.2, -1.0}, .name = "rear"}, Circle{.radius = 0.4f});
    BodyId box = add({.position = {-2.5, 0.0}, .name = "box"}, makeBox(0.5f, 0.5f));
    Hand hand{state};

    explicit Workshop(std::string_view tool)
    {
        satbox::test::editDocument(state, [&](Document& document) { document.scene.world = document.world; });
        state.playback.paused = true;
        state.tool.selectEditTool(tool);
        hand.frame();
    }
    Workshop(const Workshop&) = delete;

    size_t jointCount() const { return world().joints().size(); }
    JointDef only() const
    {
        REQUIRE(jointCount() == 1);
        return world().jointDef(world().joints().front());
    }
    JointView view() const { return world().jointView(world().joints().front()); }
    float axis() const // rad, in the world
    {
        return only().angleA + angleOf(world().motion(only().bodyA).q);
    }
    std::string message() const { return state.status.message.text; }
    ToolOption option(std::string_view label)
    {
        const std::vector<ToolOption> rows = selectedEditTool(state.editTools, state.tool)->options();
        const auto found = std::ranges::find(rows, label, [](const ToolOption& row) { return row.label; });
        REQUIRE(found != rows.end());
        return *found;
    }
    bool hasOption(std::string_view label)
    {
        return std::ranges::any_of(selectedEditTool(state.editTools, state.tool)->options(),
                                   [&](const ToolOption& row) { return row.label == label; });
    }
    void rightClick(Vec2 at)
    {
        for (const auto kind : {PointerEvent::Kind::Press, PointerEvent::Kind::Release}) {
            PointerEvent event = hand.event(kind, at);
            event.button = MouseButton::Right;
            handlePointer(state, event);
            hand.frame();
        }
    }
};

constexpr Vec2 kHub{1.8f, -0.2f}, kRear{0.2f, -1.0f}, kBox{-2.5f, 0.0f}, kNothing{-1.0f, 2.0f};

bool isNear(Position a, Vec2 b) { return length(a - Position(b)) < 1e-5f; }

} // namespace

TEST_CASE("every_kind_has_a_tool_of_its_own_that_joins_two_bodies_by_a_drag_and_is_undone_at_once")
{
    for (size_t i = 0; i < kJointKindNames.size(); ++i) {
        CAPTURE(kJointKindNames[i]);
        Workshop made(kJointKindNames[i]);
        made.hand.drag(kBox, {1.0f, 0.1f});
        CHECK(made.only().kind.index() == i);
        const JointDef def = made.only();
        CHECK(((def.bodyA == made.box && def.bodyB == made.car) ||
               (def.bodyA == made.car && def.bodyB == made.box)));
        CHECK(made.state.history.entries().size() == 1);
        CHECK(made.message() == "Created a " + std::string(kJointKindNames[i]) + " joint of " +
                                    (def.bodyA == made.box ? "box and car." : "car and box."));
        undoOrRedo(made.state, true);
        CHECK(made.jointCount() == 0);
        undoOrRedo(made.state, false);
        CHECK(made.only() == def);
    }
}

TEST_CASE("a_click_joins_the_two_bodies_that_overlap_there")
{
    for (const std::string_view tool : {"revolute", "weld", "wheel", "motor"}) {
        CAPTURE(tool);
        Workshop made(tool);
        made.hand.click(kHub);
        CHECK(made.only().bodyA == made.car);
        CHECK(made.only().bodyB == made.wheel);
        CHECK(isNear(made.view().anchorA, kHub));
        CHECK(isNear(made.view().anchorB, kHub));
        CHECK(made.view().angle == Approx(0.0f));
    }
}

TEST_CASE("a_click_on_one_body_joins_it_to_the_world_and_on_nothing_is_refused")
{
    Workshop made("revolute");
    made.hand.click({-2.1f, 0.3f});
    CHECK(made.only().bodyB == made.box);
    CHECK((made.world().body(made.only().bodyA).type == BodyType::Static));
    CHECK(isNear(made.view().anchorA, {-2.1f, 0.3f}));
    made.hand.click(kNothing);
    CHECK(made.jointCount() == 1);
    CHECK(made.message() == "There is no body at either end of the joint. Start or end it on a body.");
    // The box hangs on its hinge.
    made.state.playback.paused = false;
    made.hand.wait(30);
    CHECK(isNear(made.view().anchorB, {-2.1f, 0.3f}));
    CHECK(made.world().motion(made.box).w > 0.1f);
}

TEST_CASE("a_hinge_is_where_its_drag_ends_so_that_a_body_hangs_on_a_point_of_the_world")
{
    Workshop made("revolute");
    made.hand.drag(kBox, kNothing);
    CHECK(made.only().bodyB == made.box);
    CHECK(isNear(made.view().anchorA, kNothing));
    CHECK(isNear(made.view().anchorB, kNothing));
}

TEST_CASE("a_drag_and_two_clicks_make_the_same_rod")
{
    Workshop dragged("distance"), clicked("distance");
    dragged.hand.drag({-2.2f, 0.3f}, {0.5f, 0.1f});
    clicked.hand.click({-2.2f, 0.3f});
    CHECK(clicked.jointCount() == 0);
    clicked.hand.click({0.5f, 0.1f});
    CHECK(clicked.only() == dragged.only());
    CHECK(dragged.only().bodyA == dragged.box);
    CHECK(isNear(dragged.view().anchorA, {-2.2f, 0.3f}));
    CHECK(isNear(dragged.view().anchorB, {0.5f, 0.1f}));
    CHECK(std::get<DistanceJoint>(dragged.only().kind).length == Approx(length(Vec2{2.7f, -0.2f})));
}

TEST_CASE("a_rod_on_one_body_or_between_two_points_of_the_world_is_refused")
{
    Workshop made("distance");
    made.hand.drag({-2.8f, 0.0f}, {-2.2f, 0.0f});
    CHECK(made.message() ==
          "Both ends of the joint are on box. It needs two bodies, or a body and the world.");
    made.hand.drag(kNothing, {-1.0f, 1.0f});
    CHECK(made.message() == "There is no body at either end of the joint. Start or end it on a body.");
    CHECK(made.jointCount() == 0);
    // After two clicks of which the second is refused, another one ends the joint.
    made.hand.click({-2.8f, 0.0f});
    made.hand.click({-2.2f, 0.0f});
    made.hand.click({1.0f, 0.0f});
    CHECK(made.only().bodyB == made.car);
}

TEST_CASE("a_slider_moves_along_the_line_of_its_drag")
{
    Workshop made("prismatic");
    made.hand.drag(kBox, {-1.5f, -1.0f});
    CHECK(made.only().bodyB == made.box);
    CHECK(made.axis() == Approx(-0.25f * kPi));
    made.state.playback.paused = false;
    made.hand.wait(30);
    const Vec2 way = made.world().motion(made.box).origin() - Position(kBox);
    CHECK(way.x > 0.2f);
    CHECK(way.y == Approx(-way.x).epsilon(1e-4));
    CHECK(angleOf(made.world().motion(made.box).q) == Approx(0.0f));
}

TEST_CASE("a_click_begins_a_slider_whose_axis_needs_a_second_point")
{
    Workshop made("prismatic");
    made.hand.click(kBox);
    made.hand.click(kBox);
    CHECK(made.jointCount() == 0);
    CHECK(made.message() == "Click a second point: it gives the direction of the axis.");
    made.hand.click({-2.5f, 2.0f});
    CHECK(made.axis() == Approx(0.5f * kPi));
    CHECK(isNear(made.view().anchorB, kBox));
}

TEST_CASE("the_suspension_of_a_wheel_is_vertical_after_a_click_and_follows_a_drag")
{
    Workshop clicked("wheel");
    clicked.hand.click(kHub);
    CHECK(clicked.axis() == Approx(0.5f * kPi));
    CHECK(std::get<WheelJoint>(clicked.only().kind).spring.enabled);
    Workshop dragged("wheel");
    dragged.hand.drag(kRear, {0.6f, -0.1f}); // to the car
    CHECK(dragged.only().bodyA == dragged.car);
    CHECK(dragged.only().bodyB == dragged.rear);
    CHECK(isNear(dragged.view().anchorA, kRear));
    CHECK(isNear(dragged.view().anchorB, kRear));
    CHECK(dragged.axis() == Approx(std::atan2(0.9f, 0.4f)));
}

TEST_CASE("a_gear_meshes_wheels_at_their_centres_and_a_rack_where_it_is_nearest")
{
    Workshop made("gear");
    made.hand.drag(kRear + Vec2{0.1f, 0.1f}, kHub + Vec2{0.2f, 0.0f});
    CHECK(made.only().bodyA == made.rear);
    CHECK(made.only().bodyB == made.wheel);
    CHECK(isNear(made.view().anchorA, kRear));
    CHECK(isNear(made.view().anchorB, {1.8f, -0.2f}));
    CHECK(std::get<GearJoint>(made.only().kind).teethA == std::get<GearJoint>(made.only().kind).teethB);
    CHECK(jointError(made.world(), made.world().joints().front()).value() < 1e-5f);

    Workshop rack("gear");
    *rack.option("Rack").toggle = true;
    CHECK_FALSE(rack.hasOption("Pitch")); // follows from where it is made
    rack.hand.drag({0.0f, -2.3f}, kRear);
    CHECK(rack.only().bodyA == rack.floor);
    CHECK(rack.only().bodyB == rack.rear);
    CHECK(isNear(rack.view().anchorA, {0.2f, -2.0f}));
    CHECK(jointError(rack.world(), rack.world().joints().front()).value() < 1e-5f);

    Workshop refused("gear");
    refused.hand.drag(kRear, {-1.0f, 1.5f});
    CHECK(refused.jointCount() == 0);
    CHECK(refused.message() == "A gear joint meshes the teeth of two bodies. Start and end it on a body.");
}

TEST_CASE("a_pulley_hangs_on_points_above_its_bodies_or_on_those_that_are_clicked")
{
    Workshop dragged("pulley");
    dragged.hand.drag(kBox, {1.0f, 0.1f});
    const auto above = std::get<PulleyJoint>(dragged.only().kind);
    CHECK(above.groundA.x == Approx(-2.5f));
    CHECK(above.groundB.x == Approx(1.0f));
    CHECK(above.groundA.y == above.groundB.y);
    CHECK(above.groundA.y > 1.0f);
    CHECK(above.length == Approx(above.groundA.y + above.groundB.y - 0.1f));

    Workshop clicked("pulley");
    for (const Vec2 at : {kBox, Vec2{-2.0f, 2.5f}, Vec2{1.5f, 2.8f}}) clicked.hand.click(at);
    CHECK(clicked.jointCount() == 0);
    clicked.hand.click({1.0f, 0.1f});
    const auto placed = std::get<PulleyJoint>(clicked.only().kind);
    CHECK(isNear(Position(placed.groundA), {-2.0f, 2.5f}));
    CHECK(isNear(Position(placed.groundB), {1.5f, 2.8f}));
    CHECK(clicked.only().bodyA == clicked.box);
    CHECK(clicked.only().bodyB == clicked.car);
    CHECK(clicked.state.history.entries().size() == 1);
}

TEST_CASE("a_filter_lets_two_bodies_pass_through_each_other_and_needs_both")
{
    Workshop made("filter");
    made.hand.drag(kBox, kNothing);
    CHECK(made.message() == "A filter joint keeps two bodies from colliding. Start and end it on a body.");
    made.hand.drag(kBox, {3.0f, -2.5f}); // the floor
    made.state.playback.paused = false;
    made.hand.wait(90);
    CHECK(made.world().motion(made.box).origin().y < -3.0);
}

TEST_CASE("escape_and_a_right_click_drop_the_joint_that_has_begun")
{
    Workshop made("distance");
    made.hand.click(kBox);
    cancelTools(made.state);
    made.hand.click({1.0f, 0.0f}); // begins another
    CHECK(made.jointCount() == 0);
    made.rightClick({0.0f, 2.0f});
    CHECK_FALSE(made.state.ui.contextMenu);
    made.hand.click(kBox);
    CHECK(made.jointCount() == 0);
    cancelTools(made.state);
    CHECK((made.state.tool.tool == ToolKind::Edit));
    made.rightClick({0.0f, 2.0f});
    CHECK(made.state.ui.contextMenu);
    cancelTools(made.state);
    CHECK((made.state.tool.tool == ToolKind::Grab));
}

TEST_CASE("a_body_that_vanishes_takes_the_joint_that_has_begun_with_it")
{
    Workshop made("distance");
    made.hand.click(kBox);
    const std::array gone{made.box};
    REQUIRE(made.state.history.execute(deleteBodiesCommand(made.world(), gone)) == "");
    made.hand.click({1.0f, 0.0f}); // begins another
    CHECK(made.jointCount() == 0);
    made.hand.click(kRear);
    CHECK(made.only().bodyA == made.car);
    CHECK(made.only().bodyB == made.rear);
}

TEST_CASE("a_joint_that_has_begun_follows_its_body")
{
    Workshop made("distance");
    made.hand.click({-2.3f, 0.0f});
    REQUIRE(made.state.history.play(op::SetTransform{made.box, {{-2.5, 1.0}, makeRot(0.5f * kPi)}}).ok());
    made.hand.click({1.0f, 0.0f});
    CHECK(isNear(made.view().anchorA, {-2.5f, 1.2f}));
}

TEST_CASE("with_ctrl_the_ends_snap_to_centres_and_middles_of_edges")
{
    Workshop made("distance");
    made.hand.drag({-2.45f, 0.04f}, {0.96f, 0.22f}, {.ctrl = true});
    CHECK(isNear(made.view().anchorA, kBox));
    CHECK(isNear(made.view().anchorB, {1.0f, 0.25f}));
    Workshop free("distance");
    free.hand.drag({-2.45f, 0.04f}, {0.96f, 0.22f});
    CHECK(isNear(free.view().anchorA, {-2.45f, 0.04f}));
}

TEST_CASE("the_options_are_those_of_the_kind_and_act_on_the_next_joint")
{
    Workshop made("revolute");
    CHECK_FALSE(made.hasOption("Range"));
    *made.option("Limits").toggle = true;
    *made.option("Range").value = 0.75f;
    *made.option("Motor").toggle = true;
    *made.option("Speed").value = -2.0f;
    *made.option("Collide connected").toggle = true;
    *made.option("Break force").value = 500.0f;
    CHECK(std::string_view(made.option("Speed").unit) == "rad/s");
    CHECK(std::string_view(made.option("Greatest force").unit) == "N m");
    made.hand.click(kHub);
    const auto hinge = std::get<RevoluteJoint>(made.only().kind);
    CHECK(hinge.limit == JointLimit{.enabled = true, .lower = -0.75f, .upper = 0.75f});
    CHECK(hinge.motor.enabled);
    CHECK(hinge.motor.speed == -2.0f);
    CHECK(hinge.motor.maxForce > 0.0f);
    CHECK(made.only().collideConnected);
    CHECK(made.only().breakForce == 500.0f);

    made.state.tool.selectEditTool("filter");
    CHECK(selectedEditTool(made.state.editTools, made.state.tool)->options().empty());
    made.state.tool.selectEditTool("revolute"); // keeps its own
    CHECK(*made.option("Speed").value == -2.0f);
}

TEST_CASE("a_distance_joint_is_a_rod_or_a_spring_or_a_rope")
{
    const auto kindWith = [](bool spring, bool limits) {
        Workshop made("distance");
        CHECK_FALSE(made.hasOption("Spring"));
        *made.option("Rigid").toggle = false;
        *made.option("Spring").toggle = spring;
        *made.option("Limits").toggle = limits;
        made.hand.drag(kBox, {1.0f, 0.0f});
        return std::get<DistanceJoint>(made.only().kind);
    };
    const DistanceJoint spring = kindWith(true, false);
    CHECK_FALSE(spring.rigid);
    CHECK(spring.spring.enabled);
    CHECK(spring.spring.target == Approx(3.5f));
    const DistanceJoint rope = kindWith(false, true);
    CHECK_FALSE(rope.spring.enabled);
    CHECK(rope.limit.enabled);
    CHECK(rope.limit.upper == Approx(3.5f));
}

TEST_CASE("the_joint_is_shown_before_it_is_made")
{
    Workshop made("revolute");
    const auto outlines = [&] { // of bodies
        made.draw();
        return made.all(PrimitiveKind::Line, made.palette.accent).size();
    };
    made.hand.move(kNothing);
    CHECK(outlines() == 0);
    CHECK_FALSE(made.hasLabel("car"));
    made.hand.move(kHub);
    CHECK(outlines() > 4);
    CHECK(made.hasLabel("car and wheel"));
    made.hand.move(kBox);
    made.draw();
    CHECK(made.hasLabel("the world and box"));

    made.state.tool.selectEditTool("distance");
    made.hand.press(kBox);
    made.hand.move({1.0f, 0.0f});
    made.draw();
    CHECK(made.hasLabel("3.50 m, 0.0°: box and car"));
    made.hand.move({-2.2f, 0.0f});
    made.draw();
    CHECK_FALSE(made.hasLabel("box"));
    CHECK(made.all(PrimitiveKind::Line, made.palette.error).size() > 0);
    CHECK(made.state.tool.editHint.starts_with("Not here: Both ends of the joint are on box."));
}

TEST_CASE("the_status_bar_says_what_to_do_next")
{
    Workshop made("pulley");
    CHECK(made.state.tool.editHint.starts_with("Pulley joint: drag from body to body"));
    made.hand.click(kBox);
    CHECK(made.state.tool.editHint ==
          "Click the fixed point above it. Esc or a right click drops the joint.");
    made.hand.click({-2.5f, 2.0f});
    CHECK(made.state.tool.editHint == "Click the other fixed point. Esc or a right click drops the joint.");
    made.state.tool.selectEditTool("distance");
    made.hand.press(kBox);
    CHECK(made.state.tool.editHint ==
          "Release on the other body, or where the world holds it. Esc or a right click drops the joint.");
}

TEST_CASE("alt_and_a_number_select_each_kind")
{
    satbox::test::Picture picture;
    pressKey(picture.state, {Key::Num2, {.alt = true}}, false);
    CHECK(picture.state.tool.editTool == "revolute");
    pressKey(picture.state, {Key::Num8, {.alt = true}}, false);
    CHECK(picture.state.tool.editTool == "filter");
}
