#include "tests/app/view/view_fixture.h"
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::PairPicture;

namespace {

const Shape kBox = makeBox(0.5f, 0.5f);

PairPicture triangles() { return PairPicture(findBuiltinScene("two_triangles")->build().world); }

} // namespace

TEST_CASE("every_published_test_draws_its_own_figures")
{
    for (const OverlapTest test : kOverlapTests) {
        CAPTURE(nameOf(test));
        PairPicture picture = triangles();
        picture.draw(test);
        CHECK(picture.hasLabel("path of B's centre") == (test == OverlapTest::Minkowski));
        CHECK(picture.hasLabel("B0, 447 mm") == (test == OverlapTest::VertexContacts));
        CHECK(picture.hasLabel("edge A1, depth 447 mm") == (test == OverlapTest::VertexContacts));
        CHECK(picture.hasLabel("overlap 447 mm") == (test != OverlapTest::VertexContacts));
        CHECK(picture.hasLabel("support B0") == (test == OverlapTest::SupportPoint));
        const bool minkowski = test == OverlapTest::Minkowski; // [3, 7] and [6, 10] on (2, 1)
        for (const char* figure : {"A 3.00", "7.00", "6.00", "B 10.0"})
            CHECK((!minkowski || picture.hasLabel(figure)));
    }
}

TEST_CASE("bars_that_cross_overlap_by_an_edge_and_have_no_vertex_to_mark")
{
    PairPicture picture(makeBox(1.0f, 0.1f), makeBox(0.1f, 1.0f), {0.0f, 0.0f});
    picture.draw(OverlapTest::VertexContacts);
    CHECK(picture.hasLabel("depth 1.10 m"));
    CHECK(picture.count(PrimitiveKind::Disc) == 0);
    CHECK(picture.hasLegend("edge of greatest separation"));
    CHECK_FALSE(picture.hasLegend("vertex inside the other polygon"));
}

TEST_CASE("apart_the_edge_that_separates_is_drawn_with_the_gap")
{
    PairPicture picture(kBox, kBox, {1.25f, 0.0f});
    picture.draw(OverlapTest::VertexContacts);
    const WorldLabel* gap = picture.label("edge A1, gap 250 mm");
    REQUIRE(gap);
    CHECK(gap->color == picture.palette.pairSeparating);
    CHECK(picture.hasLegend("edge that separates"));
}

TEST_CASE("each_vertex_inside_has_a_mark_a_bar_of_the_depth_and_the_normal")
{
    PairPicture picture(kBox, makeBox(0.3f, 0.5f), {0.0f, 0.95f});
    picture.draw(OverlapTest::VertexContacts);
    const Palette& p = picture.palette;
    const auto discs = picture.all(PrimitiveKind::Disc, p.contactPoint);
    const auto depths = picture.all(PrimitiveKind::Line, p.penetration);
    REQUIRE(discs.size() == 2);
    REQUIRE(depths.size() == 2);
    for (size_t i = 0; i < 2; ++i) {
        CHECK(discs[i].a.y == doctest::Approx(0.45)); // B's lower corners
        CHECK(depths[i].b.y == doctest::Approx(0.5)); // up to the surface of A
    }
    CHECK(picture.all(PrimitiveKind::Arrow, p.normal).size() == 2);
    CHECK(picture.hasLegend("depth, the same at each vertex"));
    const float plain = picture.all(PrimitiveKind::Ring, p.contactPoint).at(1).sizePx;
    picture.pair().hover.point = 1;
    picture.draw();
    CHECK(picture.all(PrimitiveKind::Ring, p.contactPoint).at(1).sizePx > plain);
}

TEST_CASE("the_legend_says_what_the_shown_axis_does_and_in_which_unit_it_projects")
{
    PairPicture picture = triangles();
    picture.draw(OverlapTest::Projection);
    CHECK(picture.hasLegend("axis of minimum overlap"));
    CHECK(picture.hasLegend("projections in m;"));
    picture.draw(OverlapTest::Interval);
    CHECK(picture.hasLegend("projections, m × axis length;"));
    const size_t least = picture.analysis().overlapTrace->minimumOverlapAxis.value();
    picture.pair().testAxis = least == 0 ? 1 : 0;
    picture.draw();
    CHECK(picture.hasLegend("axis on which the shapes overlap"));

    PairPicture apart(kBox, kBox, {1.25f, 0.0f});
    apart.draw(OverlapTest::Projection);
    CHECK(apart.row("axis that separates")->color == apart.palette.pairSeparating);
}

TEST_CASE("the_centre_of_b_has_the_colour_of_overlap_inside_its_path_and_of_a_gap_outside")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    picture.draw(OverlapTest::Minkowski);
    const auto inside = picture.all(PrimitiveKind::Disc, picture.palette.penetration);
    REQUIRE(inside.size() == 1);
    CHECK(length(inside[0].a - Position{0.3f, 0.95f}) < 1e-5f);
    CHECK(picture.hasLegend("path of B's centre"));
    PairPicture apart(kBox, kBox, {1.25f, 0.0f});
    apart.draw(OverlapTest::Minkowski);
    CHECK(apart.all(PrimitiveKind::Disc, apart.palette.pairSeparating).size() == 1);
}
