#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;
using satbox::test::PairPicture;

TEST_CASE("selected_body_is_outlined_over_everything_else")
{
    BoxPicture picture(60);
    picture.view().impulses = true;
    picture.state.selection.select(picture.world(), picture.box);
    picture.view().shapes = true;
    picture.draw();
    CHECK(picture.all(PrimitiveKind::Line, picture.palette.selected).size() == 4);
    // After the outline, only the frame with its handles is drawn.
    const std::vector<Primitive>& drawn = picture.list.primitives;
    const auto last = std::find_if(drawn.rbegin(), drawn.rend(), [&](const Primitive& primitive) {
        return primitive.color == picture.palette.selected;
    });
    for (auto above = drawn.rbegin(); above != last; ++above) {
        const Color& color = above->color;
        const bool isOfFrame = color.withAlpha(1.0f) == picture.palette.accent.withAlpha(1.0f) ||
                               color.withAlpha(1.0f) == picture.palette.background.withAlpha(1.0f);
        CHECK(isOfFrame);
    }
    picture.view().shapes = false;
    picture.draw();
    CHECK(picture.all(PrimitiveKind::Line, picture.palette.selected).empty());
}

TEST_CASE("a_pair_that_is_drawn_hides_the_frame_of_its_own_bodies_only")
{
    PairPicture picture(makeBox(0.5f, 0.5f), makeBox(0.5f, 0.5f), {0.9f, 0.0f});
    const BodyId other = picture.add({.position = {4.0f, 0.0f}}, makeBox(0.5f, 0.5f));
    const auto handles = [&](BodyId body) { // squares at the corners
        picture.state.selection.select(picture.world(), body);
        picture.draw();
        return picture.all(PrimitiveKind::Square, picture.palette.accent).size();
    };
    CHECK(handles(picture.world().bodyOf(picture.pair().shapeA)) == 0);
    CHECK(handles(other) > 0);
}

TEST_CASE("the_mouse_spring_goes_from_its_anchor_to_its_target_and_states_its_force")
{
    BoxPicture picture;
    const MouseJointId joint = picture.world().createMouseJoint(picture.box, {0.25f, 0.5f});
    picture.world().setMouseTarget(joint, {1.0f, 2.0f});
    picture.step();
    picture.draw();
    CHECK(picture.empty()); // no mouse joint
    picture.state.tool.grab.emplace();
    picture.draw();
    const World::MouseJointView spring = picture.world().mouseJoint(joint);
    const auto lines = picture.all(PrimitiveKind::Line, picture.palette.selected);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].a == spring.anchor);
    CHECK(lines[0].b == spring.target);
    REQUIRE(picture.count(PrimitiveKind::Ring) == 1);
    CHECK(picture.all(PrimitiveKind::Ring)[0].a == Position{1.0f, 2.0f});
    REQUIRE(picture.list.labels.size() == 1);
    CHECK(picture.list.labels[0].text.ends_with(" N"));
    CHECK(picture.list.labels[0].required);
}

TEST_CASE("the_preview_of_a_new_shape_is_dashed_while_it_is_over_the_world")
{
    BoxPicture picture;
    Ghost ghost{.body = makeToolboxBody(ToolboxShape::Box, {})};
    ghost.body.body.position = {1.0f, 3.0f};
    picture.state.tool.ghost = ghost;
    picture.draw();
    CHECK(picture.empty());
    picture.state.tool.ghost->overWorld = true;
    picture.draw();
    REQUIRE(picture.list.polygons.size() == 1);
    CHECK(picture.list.polygons[0].transform.p == Position{1.0f, 3.0f});
    CHECK(picture.list.polygons[0].style.dashed);
    CHECK(picture.list.polygons[0].style.outline == picture.palette.accent);
    REQUIRE(picture.count(PrimitiveKind::Cross) == 1);
    CHECK(picture.all(PrimitiveKind::Cross)[0].a == Position{1.0f, 3.0f});
}

TEST_CASE("a_body_that_is_turned_by_hand_shows_its_angle_at_the_pointer")
{
    BoxPicture picture;
    picture.world().setTransform(picture.box, {{0.0f, 2.0f}, makeRot(kPi / 6.0f)});
    picture.state.tool.cursorWorld = {2.0f, 2.5f};
    TransformGesture gesture;
    gesture.bodies.push_back({.body = picture.box, .pose = {{0.0f, 2.0f}}, .shapes = {}});
    gesture.pivot = {0.0f, 2.0f};
    picture.state.tool.transform = gesture;
    picture.draw();
    CHECK(picture.empty()); // it has not moved yet
    picture.state.tool.transform->handle.kind = FrameHandle::Kind::Rotate;
    picture.state.tool.transform->angle = kPi / 6.0f;
    picture.state.tool.transform->changed = true;
    picture.draw();
    const WorldLabel* angle = picture.label("30.0°");
    REQUIRE(angle);
    CHECK(angle->point == Position{2.0f, 2.5f});
    const auto dashed = picture.all(PrimitiveKind::Dashed, picture.palette.selected);
    REQUIRE(dashed.size() == 1);
    CHECK(dashed[0].a == Position{0.0f, 2.0f});
    CHECK(dashed[0].b == Position{2.0f, 2.5f});
}

TEST_CASE("other_substeps_are_outlines_of_the_body_and_later_ones_are_fainter")
{
    BoxPicture picture;
    SubstepReplay replay;
    for (const float x : {0.0f, 1.0f, 2.0f}) {
        BodySample sample{.body = picture.box.index};
        sample.transform.p = sample.center = {x, 2.0f};
        replay.samples.push_back({sample});
    }
    replay.shown = 1;
    replay.shownWorld = replay.after = picture.world();
    picture.state.playback.replay = replay;
    picture.draw();
    REQUIRE(picture.list.polygons.size() == 2);
    const PolygonShape &past = picture.list.polygons[0], &coming = picture.list.polygons[1];
    CHECK(past.transform.p == Position{0.0f, 2.0f});
    CHECK(coming.transform.p == Position{2.0f, 2.0f});
    CHECK(past.style.fill.a == 0.0f);
    CHECK(past.style.outline.a > coming.style.outline.a);
}

TEST_CASE("labels_keep_off_the_handles_of_the_selection")
{
    BoxPicture picture;
    picture.state.selection.select(picture.world(), picture.box);
    picture.draw();
    const auto handles = [&] {
        ViewContext seen = picture.context();
        seen.prepare();
        KeepOut keepOut;
        picture.interaction->keepOut(seen, keepOut);
        return keepOut.handles;
    };
    const auto squares = picture.all(PrimitiveKind::Square, picture.palette.accent);
    const auto boxes = handles();
    CHECK(boxes.size() > squares.size());
    for (const Primitive& square : squares)
        CHECK(std::any_of(boxes.begin(), boxes.end(),
                          [&](const WorldBox& box) { return contains(box, square.a); }));
    picture.state.tool.tool = ToolKind::Place;
    CHECK(handles().empty());
}

TEST_CASE("the_frame_of_the_selection_is_hidden_while_a_pair_is_drawn")
{
    PairPicture picture(makeBox(0.5f, 0.5f), makeBox(0.5f, 0.5f), {0.9f, 0.0f});
    picture.state.selection.select(picture.world(), picture.world().bodyAt(0));
    picture.draw();
    CHECK(picture.all(PrimitiveKind::Square, picture.palette.accent).empty());
    picture.pair().close();
    picture.draw();
    CHECK_FALSE(picture.all(PrimitiveKind::Square, picture.palette.accent).empty());
}
