#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::PairPicture;

namespace {

const Shape kBox = makeBox(0.5f, 0.5f);

} // namespace

TEST_CASE("the_contact_names_reference_and_incident_face_and_rings_each_point_of_the_manifold")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    picture.draw(PairTab::Contact);
    CHECK(picture.hasLabel("reference A2"));
    CHECK(picture.hasLabel("incident B0"));
    const auto rings = picture.all(PrimitiveKind::Ring, picture.palette.contactPoint);
    REQUIRE(rings.size() == 2);
    for (const Primitive& ring : rings) CHECK(ring.a.y == Approx(0.475)); // half way between the surfaces
    CHECK(picture.all(PrimitiveKind::Arrow, picture.palette.normal).size() == 3); // of the face, and of each
    CHECK(picture.hasLegend("reference face"));
    CHECK(picture.hasLegend("manifold point"));
    const float plain = rings[0].sizePx;
    picture.pair().hover.point = 0;
    picture.draw();
    CHECK(picture.all(PrimitiveKind::Ring, picture.palette.contactPoint)[0].sizePx > plain);
}

TEST_CASE("an_end_that_is_too_far_away_is_crossed_out_with_its_distance")
{
    PairPicture picture(kBox, kBox, {0.3f, 1.05f}, 0.2f);
    picture.draw(PairTab::Contact);
    CHECK(picture.all(PrimitiveKind::Cross, picture.palette.error).size() == 1);
    REQUIRE(picture.hasLabel("dropped: "));
    CHECK(picture.label("dropped: ")->color == picture.palette.error);
}

TEST_CASE("points_of_a_pair_that_is_just_apart_have_the_colour_of_speculative_ones")
{
    PairPicture picture(kBox, makeBox(0.4f, 0.5f), {0.0f, 1.01f});
    picture.draw(PairTab::Contact);
    CHECK(picture.all(PrimitiveKind::Ring, picture.palette.contactSpeculative).size() ==
          4); // ends and points
    CHECK(picture.all(PrimitiveKind::Ring, picture.palette.contactPoint).empty());
}

TEST_CASE("the_region_of_a_circle_is_named_at_its_centre")
{
    struct Row {
        Vec2 centre;
        const char* region;
    };
    for (const Row& row :
         {Row{{0.0f, 0.9f}, "face"}, Row{{0.8f, 0.8f}, " vertex"}, Row{{0.0f, 0.2f}, "inside"}}) {
        PairPicture picture(kBox, Circle{.radius = 0.5f}, row.centre);
        picture.draw(PairTab::Contact);
        const WorldLabel* label = picture.label(row.region);
        REQUIRE(label);
        CHECK(length(label->point - Position{row.centre}) < 1e-6f);
        CHECK(picture.hasLegend("borders of Voronoi regions"));
    }
}

TEST_CASE("nearest_corners_are_joined_by_a_line")
{
    const Shape capsule = Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.2f};
    PairPicture picture(capsule, capsule, {1.3f, 0.1f});
    picture.draw(PairTab::Contact);
    REQUIRE(picture.analysis().trace.corners.has_value());
    CHECK(picture.hasLegend("nearest vertices"));
    bool joined = false;
    for (const Primitive& line : picture.all(PrimitiveKind::Line, picture.palette.pairWinner))
        joined |=
            length(line.a - Position{0.5f, 0.0f}) < 1e-5f && length(line.b - Position{0.8f, 0.1f}) < 1e-5f;
    CHECK(joined);
}

TEST_CASE("a_pair_without_a_contact_has_no_points_and_no_legend_of_them")
{
    PairPicture picture(kBox, kBox, {3.0f, 0.0f});
    picture.draw(PairTab::Contact);
    CHECK(picture.count(PrimitiveKind::Ring) == 0);
    CHECK_FALSE(picture.hasLegend("solver"));
}

TEST_CASE("with_vertex_contacts_the_manifold_is_marked_as_for_other_solvers")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    picture.setSolver(SolverType::VertexContact);
    picture.draw(PairTab::Contact);
    CHECK(picture.hasLegend("manifold point, not used by this solver"));
}

TEST_CASE("the_minimum_translation_moves_b_out_of_a_by_the_depth")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    picture.draw(PairTab::Difference);
    CHECK(picture.hasLabel("minimum translation 50.0 mm"));
    REQUIRE(picture.list.polygons.size() == 3);
    const PolygonShape& moved = picture.list.polygons.back();
    CHECK(moved.style.dashed);
    CHECK(moved.transform.p.x == Approx(0.3));
    CHECK(moved.transform.p.y == Approx(1.0));
    const auto arrows = picture.all(PrimitiveKind::Arrow, picture.palette.pairWinner);
    REQUIRE(arrows.size() == 1);
    CHECK(length(arrows[0].b - arrows[0].a) == Approx(0.05).epsilon(1e-4));
    CHECK(picture.hasLegend("B after the minimum translation"));

    PairPicture apart(kBox, Circle{.radius = 0.5f}, {0.0f, 1.25f}); // radii count
    apart.draw(PairTab::Difference);
    CHECK(apart.hasLabel("apart by 250 mm"));
}
