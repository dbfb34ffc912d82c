#include "app/tools/transform_tool.h"

#include "app/document/commands.h"
#include "app/shell/actions.h"
#include "app/shell/edit_actions.h"
#include "app/shell/key_table.h"
#include "engine/model/scaled_shape.h"
#include "tests/support/app_worlds.h"
#include "tests/support/hand.h"
#include "tests/support/joint_document.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <span>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::Hand;
using satbox::test::JointDocument;
using satbox::test::makeBoxOnFloor;

namespace {

// A second box beside that of makeBoxOnFloor(), which is selected too.
BodyId addSecondBox(AppState& state)
{
    const Shape box = makeBox(0.5f, 0.5f);
    REQUIRE(
        state.history.execute(createBodyCommand("Add box", {.position = {3.0f, 0.5f}}, {{.geometry = box}}))
            .empty());
    state.history.closeGesture();
    return state.history.createdBodies().front();
}

Vec2 handleAt(const AppState& state, FrameHandle::Kind kind, Vec2 corner)
{
    const float metres = state.camera.metersPerPixel();
    const auto frame = frameOf(state.world(), state.selection.bodies());
    REQUIRE(frame);
    for (const auto& [handle, position] : handlesOf(drawnFrame(*frame, metres), metres))
        if (handle == FrameHandle{kind, corner}) return position - Position{};
    FAIL("there is no such handle");
    return {};
}

Position originOf(const AppState& state, BodyId body) { return state.world().motion(body).origin(); }

} // namespace

TEST_CASE("while_paused_a_drag_of_one_selected_body_moves_all_of_them")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    const BodyId second = addSecondBox(made.state);
    made.state.selection.select(made.state.world(), std::array{second, made.box});
    Hand hand{made.state};
    hand.drag({0.0f, 0.5f}, {1.0f, 2.5f});
    CHECK(originOf(made.state, made.box).x == Approx(1.0));
    CHECK(originOf(made.state, made.box).y == Approx(2.5));
    CHECK(originOf(made.state, second).x == Approx(4.0));
    CHECK(originOf(made.state, second).y == Approx(2.5));
    CHECK(made.state.selection.count() == 2);
    undoOrRedo(made.state, true); // one entry for the whole drag
    CHECK(originOf(made.state, made.box).x == Approx(0.0));
    CHECK(originOf(made.state, second).x == Approx(3.0));
}

TEST_CASE("a_drag_of_a_body_that_is_not_selected_moves_it_alone_and_selects_it")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    const BodyId second = addSecondBox(made.state);
    made.state.selection.select(made.state.world(), made.floor);
    Hand hand{made.state};
    hand.drag({3.0f, 0.5f}, {3.0f, 4.5f});
    CHECK(originOf(made.state, second).y == Approx(4.5));
    CHECK(originOf(made.state, made.box).y == Approx(0.5));
    CHECK(made.state.selection.bodies() == std::vector<BodyId>{second});
}

TEST_CASE("a_corner_handle_scales_shapes_about_the_opposite_corner")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    made.state.selection.select(made.state.world(), made.box);
    Hand hand{made.state};
    const Vec2 corner = handleAt(made.state, FrameHandle::Kind::Scale, {1.0f, 1.0f});
    const Vec2 anchor{-0.5f, 0.0f};
    hand.drag(corner, anchor + 2.0f * (corner - anchor));
    const ShapeDef def = made.state.world().shapeDef(made.state.world().shapesOf(made.box).front());
    CHECK(computeArea(def.geometry) == Approx(4.0f).epsilon(0.001));
    const WorldBox box = made.state.world().boxes(made.state.world().shapesOf(made.box).front()).tight;
    CHECK(box.lower.x == Approx(-0.5).epsilon(0.001));
    CHECK(std::abs(box.lower.y) < 0.001);
    CHECK(box.upper.x == Approx(1.5).epsilon(0.001));
}

TEST_CASE("a_corner_handle_scales_the_joints_of_the_bodies_and_one_undo_puts_them_back")
{
    JointDocument document({0.0f, 0.0f});
    const BodyId a = document.addBox({}), b = document.addBox({.position = {3.0, 0.0}});
    const JointDef rod{.bodyA = a,
                       .bodyB = b,
                       .anchorA = {0.5f, 0.25f},
                       .anchorB = {-0.5f, 0.25f},
                       .kind = DistanceJoint{.length = 2.0f}};
    const JointId joint = document.join(rod);
    Playback playback;
    Selection selection;
    ToolState tool;
    StatusLine status;
    std::vector<World> worlds;
    std::vector<MouseJointId> mouseJoints;
    ToolContext context{document.history, playback, selection, tool, status, worlds, mouseJoints};
    const World& world = document.world();
    const auto scaleTwice = [&](std::span<const BodyId> bodies) {
        const SelectionFrame frame = frameOf(world, bodies).value();
        const Position corner = frame.at({1.0f, 1.0f}), opposite = frame.at({-1.0f, -1.0f});
        beginTransform(context, {FrameHandle::Kind::Scale, {1.0f, 1.0f}}, bodies, {.world = corner});
        for (const float factor : {1.3f, 0.7f, 2.0f})
            continueTransform(context, {.world = opposite + factor * (corner - opposite)});
        endTransform(context);
    };
    scaleTwice(std::array{a, b});
    const JointDef scaled = world.jointDef(joint);
    CHECK(length(scaled.anchorA - Vec2{1.0f, 0.5f}) < 1e-5f);
    CHECK(length(scaled.anchorB - Vec2{-1.0f, 0.5f}) < 1e-5f);
    CHECK(std::get<DistanceJoint>(scaled.kind).length == Approx(4.0).epsilon(1e-5));
    CHECK(world.jointView(joint).length == Approx(4.0).epsilon(1e-5)); // the rod is not strained
    CHECK((document.start().jointDef(joint) == scaled));
    REQUIRE(document.history.undo());
    CHECK((world.jointDef(joint) == rod));
    scaleTwice(std::array{b});
    CHECK((world.jointDef(joint).anchorA == rod.anchorA));
    CHECK(length(world.jointDef(joint).anchorB - Vec2{-1.0f, 0.5f}) < 1e-5f);
    CHECK((world.jointDef(joint).kind == rod.kind));
}

TEST_CASE("an_edge_handle_stretches_along_one_axis")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    made.state.selection.select(made.state.world(), made.box);
    Hand hand{made.state};
    const Vec2 side = handleAt(made.state, FrameHandle::Kind::Stretch, {0.0f, 1.0f});
    hand.drag(side, {side.x, 2.0f * side.y});
    const WorldBox box = made.state.world().boxes(made.state.world().shapesOf(made.box).front()).tight;
    CHECK((box.upper - box.lower).x == Approx(1.0f).epsilon(0.001));
    CHECK((box.upper - box.lower).y == Approx(2.0f).epsilon(0.001));
}

TEST_CASE("the_round_handle_rotates_and_ctrl_snaps_to_15_degrees")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    made.state.selection.select(made.state.world(), made.box);
    Hand hand{made.state};
    const Vec2 handle = handleAt(made.state, FrameHandle::Kind::Rotate, {0.0f, 1.0f});
    const Vec2 pivot{0.0f, 0.5f};
    const Vec2 turned = pivot + rotate(makeRot(0.55f), handle - pivot); // 31.5 degrees
    hand.press(handle);
    hand.move(turned, {.ctrl = true});
    CHECK(angleOf(made.state.world().motion(made.box).q) == Approx(kPi / 6.0f));
    hand.move(turned);
    CHECK(angleOf(made.state.world().motion(made.box).q) == Approx(0.55f));
    hand.release(turned);
}

TEST_CASE("escape_during_a_transform_puts_everything_back")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    made.state.selection.select(made.state.world(), made.box);
    const uint64_t before = made.state.world().hash();
    Hand hand{made.state};
    const Vec2 corner = handleAt(made.state, FrameHandle::Kind::Scale, {1.0f, 1.0f});
    hand.press(corner);
    hand.move(2.0f * corner);
    CHECK(made.state.world().hash() != before);
    perform(made.state, Action::Cancel);
    CHECK(made.state.world().hash() == before);
    CHECK_FALSE(made.state.tool.transform);
}

TEST_CASE("handles_work_while_the_simulation_runs")
{
    auto made = makeBoxOnFloor();
    made.state.selection.select(made.state.world(), made.box);
    Hand hand{made.state};
    const Vec2 handle = handleAt(made.state, FrameHandle::Kind::Move, {0.0f, -1.0f});
    hand.drag(handle, handle + Vec2{5.0f, 2.0f});
    CHECK(originOf(made.state, made.box).x == Approx(5.0));
    CHECK_FALSE(made.state.tool.grab);
}

TEST_CASE("ctrl_brings_a_moved_corner_onto_the_corner_of_another_body")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    const BodyId second = addSecondBox(made.state);
    Hand hand{made.state};
    hand.press({3.0f, 0.5f});
    hand.move({1.03f, 1.52f}, {.ctrl = true}); // its lower left corner is near the box's upper right one
    CHECK(originOf(made.state, second).x == Approx(1.0));
    CHECK(originOf(made.state, second).y == Approx(1.5));
    hand.release({1.03f, 1.52f});
}

TEST_CASE("a_shape_is_scaled_with_its_place_in_the_body")
{
    ShapeDef def{.geometry = Circle{.center = {0.5f, 0.0f}, .radius = 0.25f}, .local = {{1.0f, 2.0f}, {}}};
    const ShapeDef scaled = scaledShape(def, {2.0f, 2.0f});
    CHECK(scaled.local.p == Vec2{2.0f, 4.0f});
    CHECK(std::get<Circle>(scaled.geometry).radius == 0.5f);
    CHECK(std::get<Circle>(scaled.geometry).center == Vec2{1.0f, 0.0f});
    CHECK(scaledShape({.geometry = makeBox(1.0f, 0.3f)}, {0.7f, 0.7f}).geometry ==
          Shape(makeBox(1.0f * 0.7f, 0.3f * 0.7f)));
    CHECK(scaledShape({.geometry = makeRoundedBox(1.0f, 0.5f, 0.25f)}, {2.0f, 2.0f}).geometry ==
          Shape(makeRoundedBox(2.0f, 1.0f, 0.5f)));
    CHECK(scaledShape({.geometry = Segment{{1, 0}, {0, 0}, true, {2, 1}, {-1, 1}}}, {2.0f, 2.0f}).geometry ==
          Shape(Segment{{2, 0}, {0, 0}, true, {4, 2}, {-2, 2}}));
    Polygon pebble = makeRegularPolygon(5, 1.0f);
    pebble.radius = 0.25f;
    CHECK(std::get<Polygon>(scaledShape({.geometry = pebble}, {2.0f, 2.0f}).geometry).radius == 0.5f);
    // A box that is turned by 90 degrees in its body becomes wider along the body's x axis.
    def = {.geometry = makeBox(1.0f, 0.5f), .local = {{0.0f, 0.0f}, makeRot(kPi / 2.0f)}};
    const Shape wide = scaledShape(def, {4.0f, 1.0f}).geometry;
    float right = 0.0f;
    for (const Vec2 vertex : std::get<Polygon>(wide).points()) right = std::fmax(right, vertex.x);
    CHECK(right == Approx(2.0f));
}
