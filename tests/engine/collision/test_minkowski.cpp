#include "engine/collision/minkowski.h"
#include "engine/geometry/shape.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using doctest::Approx;

TEST_CASE("the_difference_of_two_boxes_is_a_box_of_their_summed_sides")
{
    const MinkowskiDifference d = minkowskiDifference(makeBox(1, 2), makeBox(3, 4), {{10, 0}, Rot{}});
    REQUIRE(d.vertices.size() == 4); // parallel edges are joined
    CHECK(d.vertices[0].point == Vec2{-14, -6});
    CHECK(d.vertices[1].point == Vec2{-6, -6});
    CHECK(d.vertices[2].point == Vec2{-6, 6});
    CHECK(d.vertices[3].point == Vec2{-14, 6});
    CHECK_FALSE(containsOrigin(d));
    const MinimumTranslation least = minimumTranslation(d);
    CHECK(least.depth == -6.0f);
    CHECK(least.normal == Vec2{1, 0});
    CHECK(least.edge == 1);
}

TEST_CASE("every_corner_of_the_difference_is_the_difference_of_its_two_vertices")
{
    const Polygon a = makeRegularPolygon(5, 1.0f);
    const Polygon b = makeRegularPolygon(8, 0.5f);
    const Transform pose{{0.3f, -0.2f}, makeRot(0.4f)};
    const MinkowskiDifference d = minkowskiDifference(a, b, pose);
    CHECK(d.vertices.size() == 13);
    for (const DifferenceVertex& v : d.vertices) {
        const Vec2 onA = a.vertices[static_cast<size_t>(v.vertexA)];
        const Vec2 onB = transformPoint(pose, b.vertices[static_cast<size_t>(v.vertexB)]);
        CHECK(v.point == onA - onB);
    }
    CHECK(containsOrigin(d));
}

TEST_CASE("the_least_translation_of_overlapping_boxes_is_through_the_nearest_edge")
{
    const MinimumTranslation least =
        minimumTranslation(minkowskiDifference(makeBox(1, 1), makeBox(1, 1), {{0.25f, 1.5f}, Rot{}}));
    CHECK(least.depth == 0.5f);
    CHECK(least.normal == Vec2{0, 1});
    CHECK(least.nearest == Vec2{0, 0.5f});
}

TEST_CASE("touching_boxes_have_the_origin_on_the_boundary")
{
    const MinkowskiDifference d = minkowskiDifference(makeBox(1, 1), makeBox(1, 1), {{2.0f, 0.0f}, Rot{}});
    CHECK(containsOrigin(d));
    CHECK(minimumTranslation(d).depth == 0.0f);
    CHECK(minimumTranslation(d).normal == Vec2{1, 0});
}

TEST_CASE("corner_to_corner_the_normal_points_along_the_shortest_line")
{
    const MinimumTranslation least =
        minimumTranslation(minkowskiDifference(makeBox(1, 1), makeBox(1, 1), {{2.3f, 2.4f}, Rot{}}));
    CHECK(least.depth == Approx(-0.5f));
    CHECK(least.normal.x == Approx(0.6f));
    CHECK(least.normal.y == Approx(0.8f));
}

TEST_CASE("parallel_capsule_cores_have_a_difference_without_area")
{
    const Polygon core = asPolygon(Capsule{{-1, 0}, {1, 0}, 0.5f});
    const MinkowskiDifference d = minkowskiDifference(core, core, {{0.0f, 1.0f}, Rot{}});
    CHECK(d.vertices.size() == 2);
    CHECK_FALSE(containsOrigin(d));
    CHECK(minimumTranslation(d).depth == -1.0f);
    const MinkowskiDifference crossed = minkowskiDifference(core, core, {{0.0f, 0.0f}, Rot{0.0f, 1.0f}});
    CHECK(crossed.vertices.size() == 4);
    CHECK(minimumTranslation(crossed).depth == Approx(1.0f));
}
