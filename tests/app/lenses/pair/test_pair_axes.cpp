#include "app/lenses/pair/manifold_steps.h"
#include "app/lenses/pair/pair_drawing.h"
#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::PairPicture;
using satbox::test::Picture;

namespace {

const Shape kBox = makeBox(0.5f, 0.5f);

} // namespace

TEST_CASE("every_stage_of_every_kind_of_pair_draws_both_shapes_at_finite_positions")
{
    const Shape shapes[] = {makeBox(0.6f, 0.4f),
                            makeRegularPolygon(7, 0.6f),
                            makeRoundedBox(0.4f, 0.2f, 0.2f),
                            Circle{{0.0f, 0.0f}, 0.5f},
                            Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.2f},
                            Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}}};
    for (const Shape& a : shapes) {
        for (const Shape& b : shapes) {
            for (const Vec2 position : {Vec2{0.0f, 0.0f}, Vec2{0.5f, 0.3f}, Vec2{3.0f, 1.0f}}) {
                PairPicture picture(a, b, position, 0.4f);
                const uint64_t hash = picture.world().hash();
                for (const PairTab tab :
                     {PairTab::Axes, PairTab::Contact, PairTab::Difference, PairTab::Tests}) {
                    picture.draw(tab);
                    CHECK(picture.hasLabel("A"));
                    CHECK(picture.hasLabel("B"));
                    for (const Primitive& primitive : picture.list.primitives) {
                        CHECK(isFinite(primitive.a));
                        CHECK(isFinite(primitive.b));
                    }
                }
                CHECK(picture.world().hash() == hash);
            }
        }
    }
}

TEST_CASE("a_and_b_have_their_colours_in_picture_and_legend_and_numbers_at_their_corners")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    picture.draw(PairTab::Axes);
    const Palette& p = picture.palette;
    REQUIRE(picture.list.polygons.size() == 2);
    CHECK(picture.list.polygons[0].style.fill == p.pairA.withAlpha(0.16f));
    CHECK(picture.list.polygons[1].style.fill == p.pairB.withAlpha(0.16f));
    CHECK(picture.row("A: box 0, polygon")->color == p.pairA);
    CHECK(picture.row("B: box 1, polygon")->color == p.pairB);
    const auto corners = [&] {
        return std::ranges::count_if(picture.list.labels, [](const WorldLabel& label) {
            return label.text.size() == 1 && label.text[0] >= '0' && label.text[0] <= '9';
        });
    };
    CHECK(corners() == 8);
    picture.state.camera.set({1.0f, 1.0f}, 20.0f); // 28 px across
    picture.draw();
    CHECK(corners() == 0);
}

TEST_CASE("bars_on_the_axis_are_as_long_as_the_shapes_and_their_overlap_is_written")
{
    PairPicture picture(kBox, makeBox(0.5f, 0.25f), {0.3f, 0.7f});
    picture.draw(PairTab::Axes);
    const auto ofA = picture.all(PrimitiveKind::Bar, picture.palette.pairA);
    const auto ofB = picture.all(PrimitiveKind::Bar, picture.palette.pairB);
    REQUIRE(ofA.size() == 1);
    REQUIRE(ofB.size() == 1);
    CHECK(length(ofA[0].b - ofA[0].a) == Approx(1.0));
    CHECK(length(ofB[0].b - ofB[0].a) == Approx(0.5));
    const WorldLabel* overlap = picture.label("overlap 50.0 mm");
    REQUIRE(overlap);
    CHECK(overlap->color == picture.palette.penetration);
    CHECK(picture.hasLabel("support B"));
}

TEST_CASE("the_overlap_drawn_along_a_face_is_its_separation_in_the_table_with_the_other_sign")
{
    PairPicture picture(kBox, makeBox(0.5f, 0.25f), {0.3f, 0.7f});
    PairState& pair = picture.state.lens<PairLens>().pair;
    for (size_t i = 0; i < 8; ++i) {
        CAPTURE(i);
        pair.axis.index = i;
        picture.draw(PairTab::Axes);
        const CollisionTrace& trace = picture.analysis().trace;
        REQUIRE(trace.axes.size() == 8);
        const float separation = trace.separationOf(trace.axes[i]);
        REQUIRE(separation < 0.0f);
        CHECK(picture.hasLabel(separationText(separation)));
        CHECK(picture.hasLabel("separation " + lengthText(separation)));
    }
    pair.usesManualAxis = true; // no face: the shorter way
    pair.manualAxis = {0.0f, -1.0f};
    picture.draw(PairTab::Axes);
    CHECK(picture.hasLabel("overlap 50.0 mm"));
}

TEST_CASE("an_overlap_smaller_than_the_rounding_of_the_projections_is_written_exactly")
{
    World world;
    world.addShape(world.createBody({.position = {900.0, 0.0}}), {.geometry = kBox});
    world.addShape(world.createBody({.position = {900.99999, 0.0}}), {.geometry = kBox}); // 10 μm
    PairPicture picture(std::move(world));
    picture.draw(PairTab::Axes);
    const CollisionTrace& trace = picture.analysis().trace;
    const float separation = trace.separationOf(trace.axes[*trace.winner]);
    CHECK(separation == Approx(-1e-5f).epsilon(0.1));
    CHECK(picture.hasLabel(separationText(separation)));
}

TEST_CASE("a_gap_has_the_colour_of_separating_axes_and_touching_has_no_label")
{
    PairPicture apart(kBox, kBox, {0.0f, 1.25f});
    apart.draw(PairTab::Axes);
    const WorldLabel* gap = apart.label("gap 250 mm");
    REQUIRE(gap);
    CHECK(gap->color == apart.palette.pairSeparating);
    PairPicture touching(kBox, kBox, {0.0f, 1.0f});
    touching.draw(PairTab::Axes);
    CHECK_FALSE(touching.hasLabel("gap"));
    CHECK_FALSE(touching.hasLabel("overlap"));
}

TEST_CASE("the_colour_of_an_axis_says_whether_it_separates_won_or_was_not_tried")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    const ViewContext context = picture.context();
    const Palette& p = picture.palette;
    CandidateAxis axis;
    CHECK(pairAxisColor(context, axis) == p.text);
    axis.won = true;
    CHECK(pairAxisColor(context, axis) == p.pairWinner);
    axis.separates = true;
    CHECK(pairAxisColor(context, axis) == p.pairSeparating);
    axis = {};
    axis.tried = false;
    axis.separates = true; // an earlier axis separated already
    CHECK(pairAxisColor(context, axis) == p.muted);
}

TEST_CASE("while_picking_a_pair_its_first_shape_is_outlined")
{
    Picture picture;
    const BodyId body = picture.add({.position = {1.0f, 0.0f}}, kBox);
    picture.state.lens<PairLens>().pair.beginPicking();
    picture.draw();
    CHECK(picture.empty());
    picture.state.lens<PairLens>().pair.firstPicked = picture.world().shapesOf(body).front();
    picture.draw();
    CHECK(picture.all(PrimitiveKind::Line, picture.palette.pairA).size() == 4);
    CHECK(picture.list.primitives.size() == 4);
}

TEST_CASE("a_pair_far_from_the_origin_is_drawn_at_its_position")
{
    World world;
    world.addShape(world.createBody({.position = {5000.4, 0.0}}), {.geometry = kBox});
    world.addShape(world.createBody({.position = {5000.4, 0.95}}), {.geometry = kBox});
    PairPicture picture(std::move(world));
    picture.draw(PairTab::Axes);
    REQUIRE(picture.list.polygons.size() == 2);
    CHECK(length(picture.list.polygons[0].transform.p - Position{5000.4, 0.0}) < 1e-4f);
    CHECK(length(picture.list.polygons[1].transform.p - Position{5000.4, 0.95}) < 1e-4f);
    for (const WorldLabel& label : picture.list.labels) CHECK(label.point.x > 4990.0);
    CHECK(picture.hasLabel("overlap 50.0 mm"));
}

TEST_CASE("without_a_pair_there_is_neither_drawing_nor_legend")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    picture.pair().close();
    picture.draw();
    CHECK(picture.empty());
    CHECK(picture.legend.empty());
}

TEST_CASE("the_legend_keeps_off_both_shapes_and_the_axis_with_its_handles")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    picture.draw(PairTab::Axes);
    ViewContext seen = picture.context();
    seen.prepare();
    KeepOut keepOut;
    picture.state.lens<PairLens>().keepOut(seen, keepOut);
    REQUIRE(keepOut.subjects.size() == 3);
    CHECK(contains(keepOut.subjects[0], Position{0.0f, 0.0f}));
    CHECK(contains(keepOut.subjects[1], Position{0.3f, 0.95f}));
    const PairAxis axis = pairAxis(picture.pair(), picture.analysis(), seen.pixel);
    for (const Vec2 end : {axis.tail, axis.origin, axis.tip})
        CHECK(contains(keepOut.subjects[2], picture.analysis().origin + end));
    picture.draw(PairTab::Difference);
    keepOut = {};
    picture.state.lens<PairLens>().keepOut(seen, keepOut);
    CHECK(keepOut.subjects.size() == 2);
}

TEST_CASE("round_corners_show_the_core_that_the_axes_test_and_separations_with_the_radius")
{
    PairPicture picture(makeRoundedBox(0.4f, 0.4f, 0.1f), kBox, {0.3f, 1.02f});
    picture.draw(PairTab::Axes);
    CHECK(picture.row("core: the axes test it, the radius is added") != nullptr);
    const auto isSideOfCore = [](const Primitive& line) {
        const auto isCorner = [](Position p) {
            return std::fabs(std::fabs(p.x) - 0.4) < 1e-5 && std::fabs(std::fabs(p.y) - 0.4) < 1e-5;
        };
        return line.kind == PrimitiveKind::Dashed && isCorner(line.a) && isCorner(line.b);
    };
    CHECK(std::ranges::count_if(picture.list.primitives, isSideOfCore) == 4);
    CHECK_FALSE(picture.analysis().overlapResults); // the published tests take sharp corners only
    const size_t winner = picture.analysis().trace.winner.value();
    CHECK(picture.analysis().trace.separationOf(picture.analysis().trace.axes[winner]) == Approx(0.02f));
    PairPicture sharp(kBox, kBox, {0.3f, 1.02f});
    sharp.draw(PairTab::Axes);
    CHECK(sharp.row("core: the axes test it, the radius is added") == nullptr);
}
