#include "engine/collision/overlap_tests.h"
#include "engine/collision/vertex_contacts.h"
#include "engine/geometry/polygon.h"

#include <doctest/doctest.h>

using namespace satbox;
using doctest::Approx;

TEST_CASE("a_turned_box_beside_a_box_has_two_vertex_contacts_of_one_depth")
{
    const Polygon box = makeBox(0.5f, 0.5f);
    const VertexContacts found = findVertexContacts(box, box, {{0.8304f, 0.0f}, makeRot(0.3f)});
    CHECK(found.overlap);
    CHECK(found.count == 2);
    CHECK(found.depth == Approx(0.2950f).epsilon(1e-4 / 0.2950));
    CHECK(found.normal == Vec2{1, 0});
    CHECK(found.owner == ReferenceOwner::A);
    CHECK(found.face == 1);
    REQUIRE(found.edgeA.has_value());
    REQUIRE(found.edgeB.has_value());
    CHECK(found.edgeA->face == found.face);
    CHECK(found.edgeA->separation == -found.depth);
    CHECK(found.edgeB->separation < found.edgeA->separation);
}

TEST_CASE("the_two_triangles_have_one_vertex_contact")
{
    const Polygon a = makePolygon(std::vector<Vec2>{{1, 1}, {3, 1}, {2, 3}});
    const Polygon b = makePolygon(std::vector<Vec2>{{2, 2}, {4, 2}, {3, 4}});
    const VertexContacts found = findVertexContacts(a, b, Transform{});
    CHECK(found.overlap);
    REQUIRE(found.count == 1);
    CHECK(found.points[0].point == Vec2{2, 2});
    CHECK(found.depth == Approx(1.0f / std::sqrt(5.0f)));
}

TEST_CASE("crossed_bars_overlap_without_a_vertex_contact")
{
    const VertexContacts found = findVertexContacts(makeBox(1.0f, 0.1f), makeBox(0.1f, 1.0f), Transform{});
    CHECK(found.overlap);
    CHECK(found.count == 0);
    CHECK(found.depth == Approx(1.1f));
    CHECK(testOverlap(OverlapTest::VertexContacts, makeBox(1.0f, 0.1f), Transform{}, makeBox(0.1f, 1.0f),
                      Transform{})
              .overlap);
}

TEST_CASE("apart_the_edge_that_separates_is_known_and_the_other_polygon_is_searched_only_if_need_be")
{
    const Polygon box = makeBox(0.5f, 0.5f);
    const VertexContacts byA = findVertexContacts(box, box, {{1.25f, 0.0f}, Rot{}});
    CHECK_FALSE(byA.overlap);
    CHECK(byA.count == 0);
    REQUIRE(byA.edgeA.has_value());
    CHECK(byA.edgeA->separation == Approx(0.25f));
    CHECK_FALSE(byA.edgeB.has_value());
    // A corner of B's towards A's corner: only B's edges separate.
    const VertexContacts byB = findVertexContacts(box, box, {{1.1f, 1.1f}, makeRot(0.25f * kPi)});
    CHECK_FALSE(byB.overlap);
    REQUIRE(byB.edgeB.has_value());
    CHECK(byB.edgeA->separation <= 0.0f);
    CHECK(byB.edgeB->separation > 0.0f);
}

TEST_CASE("shapes_that_are_not_polygons_have_the_points_of_the_manifold_and_no_edges")
{
    const VertexContacts found =
        findVertexContacts(makeBox(0.5f, 0.5f), Circle{{0.0f, 0.0f}, 0.5f}, {{0.9f, 0.0f}, Rot{}});
    CHECK(found.overlap);
    CHECK(found.count == 1);
    CHECK(found.depth == Approx(0.1f));
    CHECK_FALSE(found.edgeA.has_value());
    CHECK_FALSE(found.edgeB.has_value());
}
