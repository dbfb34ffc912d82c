#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::BoxPicture;
using satbox::test::PressedPicture;
using satbox::test::StackPicture;

TEST_CASE("a_stage_is_drawn_with_ghosts_of_the_island_and_arrows_of_both_points")
{
    StackPicture picture;
    picture.state.lens<StepLens>().state.tick.index = 1; // gravity has acted: the boxes approach each other
    picture.draw();
    CHECK(picture.list.polygons.size() == picture.analysis().record.bodies.size());
    CHECK(picture.all(PrimitiveKind::Arrow, picture.palette.velocity).size() >= 2);
    CHECK(picture.list.labels.size() >= 2);
    CHECK(picture.list.labels[0].text.starts_with("1: λ "));
    picture.state.lens<StepLens>().state.tick.index = picture.analysis().record.ticks.size() - 1;
    picture.draw();
    CHECK(picture.all(PrimitiveKind::Arrow, picture.palette.normalImpulse).size() == 2);
    CHECK(picture.hasLegend("motion ×"));
}

TEST_CASE("ghosts_of_the_two_bodies_have_the_colours_of_a_pair_and_are_dashed_without_fill")
{
    StackPicture picture;
    picture.draw();
    const auto count = [&](const Color& color) {
        return std::ranges::count(picture.list.polygons, color,
                                  [](const PolygonShape& p) { return p.style.outline; });
    };
    const bool onGround =
        picture.world().body(picture.world().bodyAt(picture.analysis().bodyA)).type == BodyType::Static;
    CHECK(count(picture.palette.pairA) == (onGround ? 0 : 1));
    CHECK(count(picture.palette.pairB) == 1);
    for (const PolygonShape& ghost : picture.list.polygons) {
        CHECK(ghost.style.dashed);
        CHECK(ghost.style.fill.a == 0.0f);
    }
}

TEST_CASE("each_point_has_a_mark_and_its_figures_at_the_place_of_the_stage")
{
    StackPicture picture;
    const StepAnalysis& a = picture.analysis();
    for (const size_t tick : {size_t{0}, a.record.ticks.size() - 1}) {
        picture.state.lens<StepLens>().state.tick.index = tick;
        picture.draw();
        const auto marks = picture.all(PrimitiveKind::Disc, picture.palette.contactPoint);
        REQUIRE(marks.size() == 2);
        for (const int point : {0, 1})
            CHECK(marks[static_cast<size_t>(point)].a ==
                  a.pointOnB(tick, point, a.motionScale(picture.pixel)));
        CHECK(picture.hasLabel("1: λ "));
        CHECK(picture.hasLabel("2: λ "));
    }
}

TEST_CASE("vertex_contacts_are_labelled_by_their_vertices")
{
    PressedPicture picture(SolverType::VertexContact);
    picture.state.lens<StepLens>().analysis =
        analyseStep(picture.world(), keyOf(picture.world(), picture.contact()), false);
    REQUIRE(picture.state.lens<StepLens>().analysis->solved());
    picture.draw();
    CHECK((picture.hasLabel("B0: λ ") || picture.hasLabel("A0: λ ")));
}

TEST_CASE("the_legend_gives_the_scales_of_both_kinds_of_arrows")
{
    StackPicture picture;
    picture.draw();
    const LegendRow* speeds = picture.row("relative velocity of B (1.00 m = "); // 60 px are 1.5 m
    REQUIRE(speeds);
    CHECK(speeds->color == picture.palette.velocity);
    const LegendRow* impulses = picture.row("normal impulse so far (1.00 m = ");
    REQUIRE(impulses);
    CHECK(impulses->color == picture.palette.normalImpulse);
    CHECK(picture.hasLegend("friction impulse so far"));
}

TEST_CASE("without_a_solved_step_there_is_neither_drawing_nor_legend")
{
    StackPicture picture;
    picture.state.lens<StepLens>().analysis->record.ticks.clear();
    picture.draw();
    CHECK(picture.empty());
    CHECK(picture.legend.empty());
    picture.state.lens<StepLens>().analysis.reset();
    picture.draw();
    CHECK(picture.empty());
}

TEST_CASE("the_legend_keeps_off_the_contact_and_its_island")
{
    StackPicture picture;
    ViewContext seen = picture.context();
    seen.prepare();
    KeepOut keepOut;
    picture.state.lens<StepLens>().keepOut(seen, keepOut);
    CHECK(keepOut.subjects.size() == picture.analysis().record.bodies.size() + 2);
    for (const WorldBox& box : keepOut.subjects) CHECK(isFinite(box));
}
