#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;
using satbox::test::Picture;
using satbox::test::PressedPicture;

TEST_CASE("a_new_point_has_a_ring_that_one_that_stayed_has_not")
{
    BoxPicture picture(1);
    picture.draw(&ViewSettings::contactPoints);
    const auto fresh = picture.all(PrimitiveKind::Disc, picture.palette.contactPoint);
    REQUIRE(fresh.size() == 2);
    const auto rings = picture.all(PrimitiveKind::Ring, picture.palette.contactPoint);
    REQUIRE(rings.size() == 2);
    CHECK(rings[0].sizePx > fresh[0].sizePx);
    CHECK(picture.hasLegend("new in this step"));
    const size_t rows = picture.legend.size();
    picture.step(2);
    picture.draw();
    const auto stayed = picture.all(PrimitiveKind::Disc, picture.palette.contactPoint);
    REQUIRE(stayed.size() == 2);
    CHECK(picture.list.primitives.size() == 2);
    CHECK(picture.legend.size() == rows); // the rows keep their places
    for (const Primitive& disc : stayed) {
        CHECK(std::fabs(disc.a.x) == Approx(0.5).epsilon(0.01));
        CHECK(std::fabs(disc.a.y) < 0.01);
    }
}

TEST_CASE("points_that_do_not_touch_yet_are_rings_and_their_normals_faint")
{
    BoxPicture picture;
    picture.world().setTransform(picture.box, {{0.0f, 0.51f}, {}});
    picture.world().refreshContacts();
    picture.draw(&ViewSettings::contactPoints);
    CHECK(picture.all(PrimitiveKind::Ring, picture.palette.contactSpeculative).size() == 2);
    CHECK(picture.count(PrimitiveKind::Disc) == 0);
    CHECK(picture.hasLegend("speculative"));
    picture.draw(&ViewSettings::normals);
    CHECK(picture.all(PrimitiveKind::Arrow, picture.palette.normal.dimmed(0.5f)).size() == 2);
}

TEST_CASE("points_of_a_sensor_are_rings")
{
    Picture picture;
    picture.add({.type = BodyType::Static}, makeBox(1.0f, 1.0f));
    const BodyId ball = picture.world().createBody({.position = {0.0f, 1.2f}});
    picture.world().addShape(ball, {.geometry = Circle{.radius = 0.5f}, .sensor = true});
    picture.world().refreshContacts();
    picture.draw(&ViewSettings::contactPoints);
    CHECK(picture.count(PrimitiveKind::Ring) == 1);
    CHECK(picture.count(PrimitiveKind::Disc) == 0);
}

TEST_CASE("the_hovered_point_is_larger_than_its_neighbour_and_ringed")
{
    BoxPicture picture(3);
    picture.state.selection.hoveredContact = keyOf(picture.world(), picture.contact(), 1);
    picture.draw(&ViewSettings::contactPoints);
    const auto discs = picture.all(PrimitiveKind::Disc);
    REQUIRE(discs.size() == 2);
    CHECK(discs[1].sizePx == Approx(discs[0].sizePx + 2.0f));
    const auto rings = picture.all(PrimitiveKind::Ring, picture.palette.text);
    REQUIRE(rings.size() == 1);
    CHECK(rings[0].a == discs[1].a);
}

TEST_CASE("normals_point_from_a_to_b_and_have_their_length_in_pixels")
{
    BoxPicture picture(3);
    for (const float zoom : {100.0f, 300.0f}) {
        picture.state.camera.set({0.0f, 0.0f}, zoom);
        picture.draw(&ViewSettings::normals);
        const auto arrows = picture.all(PrimitiveKind::Arrow, picture.palette.normal);
        REQUIRE(arrows.size() == 2);
        for (const Primitive& p : arrows)
            CHECK(p.b.y - p.a.y ==
                  Approx(picture.contact().normal.y * picture.view().normalLength * picture.pixel));
    }
}

TEST_CASE("feature_ids_are_labels_at_the_points_and_go_with_the_numbers")
{
    BoxPicture picture(3);
    picture.draw(&ViewSettings::featureIds);
    REQUIRE(picture.list.labels.size() == 2);
    CHECK(picture.list.labels[0].text != picture.list.labels[1].text);
    for (const WorldLabel& label : picture.list.labels) {
        CHECK(label.text.starts_with("A"));
        CHECK(label.text.find(" B") != std::string::npos);
        CHECK(std::fabs(label.point.x) == Approx(0.5).epsilon(0.01));
    }
    CHECK(picture.hasLegend("A2 B0: features of A and B at the point"));
    picture.view().labels = false;
    picture.draw();
    CHECK(picture.empty());
}

TEST_CASE("reference_and_incident_face_lie_on_the_edges_that_touch")
{
    BoxPicture picture(3);
    picture.draw(&ViewSettings::faces);
    const auto reference = picture.all(PrimitiveKind::Bar, picture.palette.pairWinner);
    const auto incident = picture.all(PrimitiveKind::Dashed, picture.palette.pairA);
    REQUIRE(reference.size() == 1);
    REQUIRE(incident.size() == 1);
    const bool floorIsReference = picture.contact().referenceOwner == ReferenceOwner::A;
    CHECK(length(reference[0].b - reference[0].a) == Approx(floorIsReference ? 20.0 : 1.0));
    CHECK(length(incident[0].b - incident[0].a) == Approx(floorIsReference ? 1.0 : 20.0));
    for (const Position p : {reference[0].a, reference[0].b, incident[0].a, incident[0].b})
        CHECK(std::fabs(p.y) < 0.01);
    CHECK(picture.hasLegend("reference face"));
    CHECK(picture.hasLegend("incident face"));
}

TEST_CASE("faces_are_drawn_whichever_point_of_the_contact_is_in_view")
{
    BoxPicture picture(3);
    for (const float side : {-1.0f, 1.0f}) {
        picture.lookAtCorner(side);
        picture.draw(&ViewSettings::contactPoints);
        REQUIRE(picture.list.primitives.size() == 1);
        picture.draw(&ViewSettings::faces);
        CHECK(picture.count(PrimitiveKind::Bar) == 1);
        CHECK(picture.count(PrimitiveKind::Dashed) == 1);
    }
}

TEST_CASE("circles_have_points_and_no_faces")
{
    Picture picture;
    picture.add({.type = BodyType::Static}, Circle{.radius = 0.5f});
    picture.add({.position = {0.9f, 0.0f}}, Circle{.radius = 0.5f});
    picture.world().refreshContacts();
    picture.draw(&ViewSettings::faces);
    CHECK(picture.empty());
    picture.draw(&ViewSettings::contactPoints);
    const auto discs = picture.all(PrimitiveKind::Disc);
    REQUIRE(discs.size() == 1);
    CHECK(length(discs[0].a - Position{0.45f, 0.0f}) < 1e-5f); // half way between the surfaces
}

TEST_CASE("overlays_draw_the_vertices_that_are_solved")
{
    PressedPicture picture(SolverType::VertexContact);
    REQUIRE(picture.solved().points.size() == 2);
    picture.draw(&ViewSettings::contactPoints);
    CHECK(picture.hasLegend("vertex inside the other polygon"));
    const BodyMotion& box = picture.world().motion(picture.box);
    for (const float side : {-0.5f, 0.5f}) { // at the corners themselves
        const Position corner = box.center + Vec2{side, -0.5f};
        const auto isThere = [&](const Primitive& p) {
            return p.kind == PrimitiveKind::Disc && length(p.a - corner) < 0.02f;
        };
        CHECK(std::ranges::any_of(picture.list.primitives, isThere));
    }
    picture.draw(&ViewSettings::featureIds);
    REQUIRE(picture.list.labels.size() == 2);
    CHECK((picture.list.labels[0].text == "B0" || picture.list.labels[0].text == "A0"));
    CHECK(picture.hasLegend("A2: vertex 2 of A, inside B"));
    picture.draw(&ViewSettings::faces);
    CHECK(picture.count(PrimitiveKind::Bar) == 1);
    CHECK(picture.count(PrimitiveKind::Dashed) == 0); // nothing is clipped
    CHECK(picture.hasLegend("edge of greatest separation"));

    PressedPicture other(SolverType::SoftStep);
    other.draw(&ViewSettings::contactPoints);
    CHECK(other.hasLegend("contact point"));
    CHECK_FALSE(other.hasLegend("vertex inside the other polygon"));
}
