#include "app/view/view_context.h"

#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;
using satbox::test::PairPicture;
using satbox::test::Picture;

namespace {

const Shape kBox = makeBox(0.5f, 0.5f);

ViewContext prepared(Picture& picture)
{
    ViewContext context = picture.context();
    context.prepare();
    return context;
}

} // namespace

TEST_CASE("a_logical_pixel_grows_with_the_scale_of_the_interface")
{
    Picture picture;
    ViewContext context = picture.context();
    context.uiScale = 1.5f;
    context.prepare();
    CHECK(context.pixel == Approx(0.015f));
    CHECK(contains(context.visible, WorldBox{{-4.0, -3.0}, {4.0, 3.0}}));
    CHECK(context.visible.upper.x < 6.0);
}

TEST_CASE("marks_have_full_size_on_bodies_of_56_pixels_and_shrink_on_smaller_ones")
{
    BoxPicture picture; // 1 m wide
    const auto markScale = [&](float pixelsPerMeter) {
        picture.state.camera.set({0.0f, 0.0f}, pixelsPerMeter);
        return prepared(picture).markScaleOfBody(picture.box.index);
    };
    CHECK(markScale(100.0f) == 1.0f);
    CHECK(markScale(56.0f) == Approx(1.0f));
    CHECK(markScale(28.0f) == Approx(0.5f));
    CHECK(markScale(1.0f) == 0.4f);
    CHECK(prepared(picture).markScaleOfBody(picture.floor.index) == 1.0f);
    picture.world().refreshContacts();
    CHECK(prepared(picture).markScaleOf(picture.contact()) == 0.4f);
}

TEST_CASE("marks_shrink_and_lose_their_numbers_on_small_bodies")
{
    BoxPicture picture;
    for (int i = 1; i < 8; ++i)
        picture.add({.position = {-8.0f + 2.0f * static_cast<float>(i), 0.497f}}, kBox);
    picture.world().refreshContacts();
    picture.view().penetration = picture.view().contactPoints = true;
    picture.state.camera.set({0.0f, 0.0f}, 60.0f);
    picture.draw();
    const size_t labelsNear = picture.list.labels.size();
    const float radiusNear = picture.all(PrimitiveKind::Disc).at(0).sizePx;
    picture.state.camera.set({0.0f, 0.0f}, 10.0f);
    picture.draw();
    CHECK(picture.list.labels.size() == 3); // the deepest ones
    CHECK(labelsNear > 3);
    CHECK(picture.all(PrimitiveKind::Disc).at(0).sizePx < radiusNear);
}

TEST_CASE("arrows_are_limited_to_180_pixels")
{
    BoxPicture picture;
    picture.world().setVelocity(picture.box, {0.0f, 390.0f}, 0.0f);
    picture.draw(&ViewSettings::velocities);
    const auto arrows = picture.all(PrimitiveKind::Arrow);
    REQUIRE(arrows.size() == 1);
    CHECK((arrows[0].b.y - arrows[0].a.y) / picture.state.camera.metersPerPixel() == Approx(180.0f));
    const ViewContext context = prepared(picture);
    CHECK(context.arrowLength(-1e6f, 1.0f) == -context.arrowLength(1e6f, 1.0f));
}

TEST_CASE("arrows_grow_in_proportion_or_with_the_square_root")
{
    Picture picture;
    ViewContext context = prepared(picture);
    CHECK(context.arrowLength(4.0f, 0.1f) == Approx(0.4f));
    CHECK(context.arrowLength(-4.0f, 0.1f) == Approx(-0.4f));
    picture.view().squareRoot = true;
    CHECK(context.arrowLength(4.0f, 0.1f) == Approx(0.2f));
    CHECK(context.arrowLength(-4.0f, 0.1f) == Approx(-0.2f));
    CHECK(context.arrowLength(0.0f, 0.1f) == 0.0f);
}

TEST_CASE("lines_have_the_width_that_is_set")
{
    Picture picture;
    picture.view().lineScale = 1.5f;
    const LineStyle line = prepared(picture).line(picture.palette.text, 2.0f);
    CHECK(line.widthPx == 3.0f);
    CHECK(line.color == picture.palette.text);
}

TEST_CASE("impulse_arrows_have_a_round_scale_from_the_weight_of_the_median_body")
{
    Picture empty;
    CHECK(prepared(empty).impulseLength == 1.0f);
    BoxPicture picture; // 1 kg, 1 m: 0.1635 N s in a step
    CHECK(prepared(picture).impulseLength == 5.0f);
    picture.view().impulseScale = 2.0f;
    CHECK(prepared(picture).impulseLength == 10.0f);
    // A much heavier body does not change it: the median counts.
    picture.view().impulseScale = 1.0f;
    for (const float x : {2.0f, 4.0f}) picture.add({.position = {x, 3.0f}}, kBox);
    picture.add({.position = {0.0f, 50.0f}}, makeBox(10.0f, 10.0f));
    CHECK(prepared(picture).impulseLength == 5.0f);
}

TEST_CASE("points_are_midway_between_the_surfaces_and_one_per_contact_is_the_first_in_view")
{
    BoxPicture picture;
    picture.world().setTransform(picture.box, {{0.0f, 0.49f}, {}});
    picture.world().refreshContacts();
    const ViewContext context = prepared(picture);
    REQUIRE(context.points.size() == 2);
    for (const VisiblePoint& p : context.points) {
        CHECK(p.position.y == Approx(-0.005).epsilon(1e-3));
        CHECK(p.depth() == Approx(0.01f));
        CHECK_FALSE(p.speculative());
        CHECK(p.siblings.size() == 2);
        CHECK(length(p.contactCenter() - Position{0.0, -0.005}) < 1e-4f);
        CHECK(p.notable);
    }
    CHECK(context.points[0].firstInView);
    CHECK_FALSE(context.points[1].firstInView);
    for (const float side : {-1.0f, 1.0f}) { // one of the two is in view
        picture.lookAtCorner(side);
        const ViewContext near = prepared(picture);
        REQUIRE(near.points.size() == 1);
        CHECK(near.points[0].firstInView);
        CHECK(near.points[0].position.x * static_cast<double>(side) > 0.0);
    }
    picture.state.camera.set({50.0f, 0.0f}, 100.0f);
    CHECK(prepared(picture).points.empty());
}

TEST_CASE("the_deepest_points_in_view_are_notable_and_those_without_depth_are_not")
{
    BoxPicture picture;
    for (int i = 0; i < 5; ++i) // increasing depth to the right
        picture.add({.position = {-3.5f + static_cast<float>(i), 0.3f - 0.01f * static_cast<float>(i)}},
                    Circle{.radius = 0.3f});
    picture.world().setTransform(picture.box, {{3.0f, 0.51f}, {}}); // apart
    picture.world().refreshContacts();
    const ViewContext context = prepared(picture);
    REQUIRE(context.points.size() == 7);
    for (const VisiblePoint& p : context.points) CHECK(p.notable == (p.depth() > 0.015f)); // 20, 30 and 40 mm
}

TEST_CASE("the_focus_is_the_step_else_the_pair_else_the_hovered_else_the_selected_contact")
{
    Picture picture;
    std::vector<ContactKey> keys;
    for (int i = 0; i < 4; ++i) {
        const BodyId a = picture.add({.position = {0.0f, 2.0f * static_cast<float>(i)}}, kBox);
        const BodyId b = picture.add({.position = {0.9f, 2.0f * static_cast<float>(i)}}, kBox);
        keys.push_back({picture.world().shapesOf(a).front(), picture.world().shapesOf(b).front(), -1});
    }
    picture.world().refreshContacts();
    const auto focus = [&] { return prepared(picture).focus; };
    CHECK_FALSE(focus().has_value());
    picture.state.selection.contact = keys[0];
    CHECK(focus() == keys[0]);
    picture.state.selection.hoveredContact = keys[1];
    CHECK(focus() == keys[1]);
    picture.state.lens<PairLens>().pair.open(keys[2].shapeA, keys[2].shapeB);
    picture.state.lens<PairLens>().analysis =
        analysePair(picture.world(), picture.state.lens<PairLens>().pair);
    CHECK(focus() == keys[2]);
    CHECK(prepared(picture).isDrawnByLayer(picture.world().bodyOf(keys[2].shapeB).index));
    picture.state.lens<StepLens>().analysis = analyseStep(picture.world(), keys[3], false);
    CHECK(focus() == keys[3]);
    picture.world().destroyBody(picture.world().bodyOf(keys[3].shapeA)); // then the next valid one
    CHECK(focus() == keys[1]);
}

TEST_CASE("unrelated_objects_are_dimmed_when_a_contact_is_selected")
{
    BoxPicture picture(3);
    picture.add({.position = {2.0f, 2.0f}}, kBox);
    picture.view().contactPoints = true;
    picture.view().shapes = true;
    picture.draw();
    const size_t polygons = picture.list.polygons.size();
    CHECK(picture.list.polygons.back().style.outline.a == 1.0f);
    picture.state.selection.contact = keyOf(picture.world(), picture.contact(), 0);
    picture.draw();
    CHECK(picture.list.polygons.size() == polygons);
    CHECK(picture.list.polygons.front().style.outline.a == 1.0f);
    CHECK(picture.list.polygons.back().style.outline.a == Approx(kDimmedAlpha));
    picture.view().dimUnrelated = false;
    picture.draw();
    CHECK(picture.list.polygons.back().style.outline.a == 1.0f);
}

TEST_CASE("other_contacts_of_the_selected_bodies_are_dimmed_too")
{
    BoxPicture picture;
    picture.add({.position = {0.0f, 1.5f}}, kBox); // onto the box
    picture.world().refreshContacts();
    picture.state.selection.contact = keyOf(picture.world(), picture.contact());
    const ViewContext context = prepared(picture);
    REQUIRE(context.points.size() == 4);
    for (const VisiblePoint& p : context.points)
        CHECK(p.emphasis == (p.contact == &picture.contact() ? 1.0f : kDimmedAlpha));
}

TEST_CASE("bodies_not_tested_by_a_query_are_dimmed")
{
    BoxPicture picture;
    const auto outlineOf = [&](size_t polygon) { return picture.list.polygons.at(polygon).style.outline.a; };
    picture.draw(&ViewSettings::shapes);
    REQUIRE(picture.list.polygons.size() == 2); // floor and box
    const auto floor = outlineOf(0), box = outlineOf(1);
    picture.state.lens<BroadPhaseLens>().broad.query =
        BroadPhaseQuery{QueryKind::Box, {-0.2f, 0.3f}, {0.2f, 0.6f}};
    picture.draw();
    CHECK(outlineOf(0) == Approx(kDimmedAlpha * floor));
    CHECK(outlineOf(1) == box);
    picture.state.lens<BroadPhaseLens>().broad.visit.index = 1; // before the box is tested
    picture.draw();
    CHECK(outlineOf(1) == Approx(kDimmedAlpha * box));
    picture.view().dimUnrelated = false;
    picture.draw();
    CHECK(outlineOf(0) == floor);
}

TEST_CASE("the_contact_of_a_pair_is_not_drawn_while_a_test_is_shown")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    picture.world().refreshContacts();
    picture.pair().tab = PairTab::Contact;
    CHECK(prepared(picture).points.size() == 2);
    picture.pair().tab = PairTab::Tests;
    CHECK(prepared(picture).points.empty());
}
