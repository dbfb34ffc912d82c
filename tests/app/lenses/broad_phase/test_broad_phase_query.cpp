#include "app/lenses/broad_phase/query_visits.h"
#include "tests/app/view/view_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;

namespace {

const BroadPhaseQuery kBesideTheFloor{QueryKind::Box, {-0.2f, 0.3f}, {0.2f, 0.6f}};

} // namespace

TEST_CASE("without_a_query_nothing_is_drawn")
{
    BoxPicture picture;
    picture.draw();
    CHECK(picture.empty());
    CHECK(picture.legend.empty());
}

TEST_CASE("visited_nodes_are_drawn_by_kind_and_counted_in_label_and_legend")
{
    BoxPicture picture;
    picture.state.lens<BroadPhaseLens>().broad.query = kBesideTheFloor;
    picture.draw();
    CHECK(picture.hasLabel("visited 4 of 4 nodes, 1 leaf tested, 1 hit"));
    CHECK(picture.count(PrimitiveKind::Dashed) == 4); // the floor is pruned
    CHECK(picture.count(PrimitiveKind::Cross) == 1);
    CHECK(picture.count(PrimitiveKind::Disc) == 1); // the box is hit
    CHECK(picture.count(PrimitiveKind::Ring) == 0);
    CHECK(picture.hasLegend("node entered: 2"));
    CHECK(picture.hasLegend("pruned, with a cross: 1"));
    CHECK(picture.hasLegend("leaf tested, no hit: 0"));
    CHECK(picture.hasLegend("leaf tested, hit: 1"));

    picture.state.lens<BroadPhaseLens>().broad.visit.index = 1;
    picture.draw();
    CHECK(picture.hasLabel("visit 2 of 4: pruned"));
    CHECK(picture.count(PrimitiveKind::Disc) == 0); // a later visit
}

TEST_CASE("marks_of_visits_have_the_colours_of_the_legend")
{
    BoxPicture picture;
    picture.state.lens<BroadPhaseLens>().broad.query = kBesideTheFloor;
    picture.draw();
    const Palette& p = picture.palette;
    CHECK(picture.all(PrimitiveKind::Cross, visitColor(p, VisitKind::Pruned)).size() == 1);
    CHECK(picture.all(PrimitiveKind::Disc, visitColor(p, VisitKind::Hit)).size() == 1);
    CHECK(picture.row("pruned")->color == visitColor(p, VisitKind::Pruned));
    CHECK(picture.row("leaf tested, hit")->color == visitColor(p, VisitKind::Hit));
}

TEST_CASE("a_ray_is_solid_up_to_its_hit_with_the_normal_and_dashed_beyond")
{
    BoxPicture picture;
    picture.state.lens<BroadPhaseLens>().broad.query =
        BroadPhaseQuery{QueryKind::Ray, {-3.0f, 0.5f}, {3.0f, 0.5f}};
    picture.draw();
    const auto normals = picture.all(PrimitiveKind::Arrow); // the ray itself ends at the hit
    REQUIRE(normals.size() == 1);
    CHECK(normals[0].color == picture.palette.velocity);
    CHECK(normals[0].a.x == Approx(-0.5));
    CHECK(normals[0].b.x - normals[0].a.x == Approx(-picture.view().normalLength * picture.pixel));
    const auto searched = picture.all(PrimitiveKind::Line, picture.palette.text);
    REQUIRE(searched.size() == 1);
    CHECK(searched[0].a.x == Approx(-3.0));
    CHECK(searched[0].b.x == Approx(-0.5));
    const auto beyond = picture.all(PrimitiveKind::Dashed, picture.palette.text.dimmed(0.8f));
    REQUIRE(beyond.size() == 1);
    CHECK(beyond[0].a.x == Approx(-0.5));
    CHECK(beyond[0].b.x == Approx(3.0));
}

TEST_CASE("a_ray_that_hits_nothing_is_one_arrow")
{
    BoxPicture picture;
    picture.state.lens<BroadPhaseLens>().broad.query =
        BroadPhaseQuery{QueryKind::Ray, {-3.0f, 4.0f}, {3.0f, 4.0f}};
    picture.draw();
    const auto arrows = picture.all(PrimitiveKind::Arrow);
    REQUIRE(arrows.size() == 1);
    CHECK(arrows[0].color == picture.palette.text);
    CHECK(arrows[0].a == Position{-3.0f, 4.0f});
    CHECK(arrows[0].b == Position{3.0f, 4.0f});
    CHECK(picture.hasLabel("0 hits"));
}

TEST_CASE("a_ray_that_ends_on_a_surface_shows_its_hit")
{
    BoxPicture picture;
    picture.state.lens<BroadPhaseLens>().broad.query =
        BroadPhaseQuery{QueryKind::Ray, {0.25f, 3.0f}, {0.25f, 1.0f}};
    picture.draw();
    REQUIRE(picture.state.lens<BroadPhaseLens>().trace->hit.has_value());
    REQUIRE(picture.state.lens<BroadPhaseLens>().trace->hit->fraction == 1.0f);
    CHECK(picture.all(PrimitiveKind::Arrow, picture.palette.velocity).size() == 1);
    CHECK(picture.all(PrimitiveKind::Disc, picture.palette.velocity).size() == 1);
}

TEST_CASE("a_box_without_extent_is_a_cross")
{
    BoxPicture picture;
    picture.state.lens<BroadPhaseLens>().broad.query =
        BroadPhaseQuery{QueryKind::Box, {1.5f, 2.0f}, {1.5f, 2.0f}};
    picture.draw();
    const auto crosses = picture.all(PrimitiveKind::Cross, picture.palette.text);
    REQUIRE(crosses.size() == 1);
    CHECK(crosses[0].a == Position{1.5f, 2.0f});
}
