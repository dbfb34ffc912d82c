#include "engine/collision/vertex_contacts.h"
#include "engine/lab/overlap_tests.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using doctest::Approx;

TEST_CASE("a_rotated_box_beside_a_box_has_two_vertex_contacts_of_equal_depth")
{
    const Polygon box = makeBox(0.5f, 0.5f);
    const VertexContacts found = findVertexContacts(box, box, {{0.8304f, 0.0f}, makeRot(0.3f)});
    CHECK(found.overlap);
    CHECK(found.count == 2);
    CHECK(found.depth == Approx(0.2950f).epsilon(1e-4 / 0.2950));
    CHECK(found.normal == Vec2{1, 0});
    CHECK(found.owner == ReferenceOwner::A);
    CHECK(found.face == 1);
    CHECK(found.edgeA.face == found.face);
    CHECK(found.edgeA.separation == -found.depth);
    CHECK(found.edgeB.separation < found.edgeA.separation);
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

TEST_CASE("separated_polygons_have_an_edge_of_greatest_separation_and_no_contact")
{
    const Polygon box = makeBox(0.5f, 0.5f);
    const VertexContacts byA = findVertexContacts(box, box, {{1.25f, 0.0f}, Rot{}});
    CHECK_FALSE(byA.overlap);
    CHECK(byA.count == 0);
    CHECK(byA.edgeA.separation == Approx(0.25f));
    CHECK(byA.owner == ReferenceOwner::A); // a tie with B's facing edge
    // A corner of B points to A's corner: only B's edges separate.
    const VertexContacts byB = findVertexContacts(box, box, {{1.1f, 1.1f}, makeRot(0.25f * kPi)});
    CHECK_FALSE(byB.overlap);
    CHECK(byB.edgeA.separation <= 0.0f);
    CHECK(byB.edgeB.separation > 0.0f);
    CHECK(byB.owner == ReferenceOwner::B);
}

TEST_CASE("shapes_that_are_not_polygons_have_the_points_of_the_manifold")
{
    const VertexContacts found =
        findVertexContacts(makeBox(0.5f, 0.5f), Circle{{0.0f, 0.0f}, 0.5f}, {{0.9f, 0.0f}, Rot{}});
    CHECK(found.overlap);
    CHECK(found.count == 1);
    CHECK(found.depth == Approx(0.1f));
}

TEST_CASE("all_edges_are_searched_for_the_greatest_separation_also_of_separated_polygons")
{
    const Polygon pentagon = makeRegularPolygon(5, 1.0f);
    int apart = 0;
    for (int i = 0; i < 40; ++i) {
        const Transform bInA{{3.0f, 0.1f * static_cast<float>(i)}, makeRot(0.3f * static_cast<float>(i))};
        const VertexContacts found = findVertexContacts(pentagon, pentagon, bInA);
        const Polygon moved = std::get<Polygon>(transformed(pentagon, bInA));
        float greatest = -1e30f;
        for (size_t face = 0; face < 5; ++face) {
            float least = 1e30f;
            for (const Vec2 v : moved.points())
                least = std::min(least, dot(pentagon.normals[face], v - pentagon.vertices[face]));
            greatest = std::max(greatest, least);
        }
        CHECK(found.edgeA.separation == doctest::Approx(greatest).epsilon(1e-5));
        apart += found.overlap ? 0 : 1;
    }
    CHECK(apart > 20);
}
