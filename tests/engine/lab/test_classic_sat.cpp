#include "engine/collision/collide.h"
#include "engine/collision/manifold.h"
#include "engine/collision/minkowski.h"
#include "engine/lab/classic_sat.h"
#include <satbox/contacts.h>
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using doctest::Approx;

namespace {

// The worked example of the Minkowski difference (docs/references.md).
const std::vector<Vec2> kA{{1, 1}, {3, 1}, {2, 3}};
const std::vector<Vec2> kB{{2, 2}, {4, 2}, {3, 4}};
const Vec2 kOrigin{0.0f, 0.0f};

void checkFigures(Vec2 axis, float minA, float maxA, float minB, float maxB)
{
    const AxisProjection p = projectOn(kA, kB, axis);
    CHECK(p.minA == minA);
    CHECK(p.maxA == maxA);
    CHECK(p.minB == minB);
    CHECK(p.maxB == maxB);
}

std::vector<Vec2> moved(std::vector<Vec2> points, Vec2 by)
{
    for (Vec2& p : points) p += by;
    return points;
}

} // namespace

TEST_CASE("the_two_triangles_project_to_the_published_values")
{
    checkFigures({0, 1}, 1, 3, 2, 4);
    checkFigures({2, 1}, 3, 7, 6, 10);
    checkFigures({-2, 1}, -5, -1, -6, -2);
}

TEST_CASE("the_two_triangles_touch_in_every_form_of_the_test")
{
    CHECK(intervalSat(kA, kOrigin, kB, kOrigin).overlap);
    CHECK(projectionSat(kA, kB).overlap);
    CHECK(containsOrigin(minkowskiDifference(makePolygon(kA), makePolygon(kB), Transform{})));
}

TEST_CASE("the_least_overlap_of_the_two_triangles_is_one_over_root_five")
{
    const float expected = 1.0f / std::sqrt(5.0f);
    CHECK(expected == Approx(0.44721f).epsilon(1e-5));
    for (const ClassicSatResult& sat : {intervalSat(kA, kOrigin, kB, kOrigin), projectionSat(kA, kB)}) {
        const LeastOverlap least = leastOverlap(sat.axes);
        CHECK(least.overlap == Approx(expected));
        CHECK(std::fabs(dot(least.axis, Vec2{2, 1})) / std::sqrt(5.0f) == Approx(1.0f));
    }
    const MinimumTranslation out =
        minimumTranslation(minkowskiDifference(makePolygon(kA), makePolygon(kB), Transform{}));
    CHECK(out.depth == Approx(expected));
    CHECK(out.normal.x == Approx(2.0f * expected));
    CHECK(out.normal.y == Approx(expected));
    const Manifold m = collide(makePolygon(kA), makePolygon(kB), Transform{}, 0.0f);
    CHECK(m.normal.x == Approx(2.0f * expected));
    CHECK(m.normal.y == Approx(expected));
    REQUIRE(m.count > 0);
    float depth = 0.0f;
    for (int i = 0; i < m.count; ++i) depth = std::fmax(depth, -m.points[static_cast<size_t>(i)].separation);
    CHECK(depth == Approx(expected));
}

TEST_CASE("offsets_shift_the_interval_as_translating_the_vertices_would")
{
    const Vec2 offset{0.5f, -0.25f};
    const ClassicSatResult byOffset = intervalSat(kA, offset, kB, kOrigin);
    const ClassicSatResult byVertices = intervalSat(moved(kA, offset), kOrigin, kB, kOrigin);
    REQUIRE(byOffset.axes.size() == byVertices.axes.size());
    for (size_t i = 0; i < byOffset.axes.size(); ++i) {
        CHECK(byOffset.axes[i].projection.minA == byVertices.axes[i].projection.minA);
        CHECK(byOffset.axes[i].projection.maxB == byVertices.axes[i].projection.maxB);
    }
    CHECK_FALSE(intervalSat(kA, {-3, 0}, kB, kOrigin).overlap);
}

TEST_CASE("the_interval_test_begins_with_each_polygons_closing_edge_and_measures_from_the_offset_of_B")
{
    const Vec2 offsetA{1, 2}, offsetB{3, 2};
    const auto a = moved(kA, -offsetA), b = moved(kB, -offsetB);
    const ClassicSatResult sat = intervalSat(a, offsetA, b, offsetB);
    struct Row {
        int edge;
        Vec2 axis;
        float minA, maxA, minB, maxB;
    };
    const Row rows[] = {{2, {2, -1}, -3, 1, -2, 2}, {0, {0, 2}, -2, 2, 0, 4}, {1, {-2, -1}, 1, 5, -2, 2}};
    REQUIRE(sat.axes.size() == 6);
    for (size_t i = 0; i < 6; ++i) { // B's edges have the directions of A's
        const EdgeAxis& tried = sat.axes[i];
        const Row& row = rows[i % 3];
        CHECK((i < 3 ? tried.edgeA : tried.edgeB) == row.edge);
        CHECK_FALSE((i < 3 ? tried.edgeB : tried.edgeA).has_value());
        CHECK(tried.projection.axis == row.axis);
        CHECK(tried.projection.minA == row.minA);
        CHECK(tried.projection.maxA == row.maxA);
        CHECK(tried.projection.minB == row.minB);
        CHECK(tried.projection.maxB == row.maxB);
        CHECK(tried.projection.metresPerUnit == Approx(1.0f / length(row.axis)));
        CHECK_FALSE(tried.separates);
    }
}

TEST_CASE("the_projection_test_keeps_the_raw_normal_and_projects_in_metres")
{
    const ClassicSatResult sat = projectionSat(kA, kB);
    REQUIRE(sat.axes.size() == 6);
    const float root5 = std::sqrt(5.0f);
    const AxisProjection& lower = sat.axes[0].projection;
    CHECK(sat.axes[0].edgeA == 0);
    CHECK(lower.axis == Vec2{0, 2}); // the left normal of a side of 2 m
    CHECK(lower.minA == 1.0f);
    CHECK(lower.maxA == 3.0f);
    CHECK(lower.minB == 2.0f);
    CHECK(lower.maxB == 4.0f);
    const AxisProjection& right = sat.axes[1].projection;
    CHECK(right.axis == Vec2{-2, -1});
    CHECK(right.minA == Approx(-7.0f / root5));
    CHECK(right.maxA == Approx(-3.0f / root5));
    CHECK(right.minB == Approx(-10.0f / root5));
    CHECK(right.maxB == Approx(-6.0f / root5));
    for (const EdgeAxis& tried : sat.axes) CHECK(tried.projection.metresPerUnit == 1.0f);
}

TEST_CASE("both_tests_end_at_the_first_axis_that_separates")
{
    const auto above = moved(kB, {0, 5}); // only the axis normal to A's lower edge separates
    const ClassicSatResult byIntervals = intervalSat(kA, kOrigin, above, kOrigin);
    CHECK_FALSE(byIntervals.overlap);
    REQUIRE(byIntervals.axes.size() == 2); // the closing edge is first, and touches at 1
    CHECK_FALSE(byIntervals.axes[0].separates);
    CHECK(byIntervals.axes[0].projection.maxB == byIntervals.axes[0].projection.minA);
    CHECK(byIntervals.axes[1].separates);
    CHECK(overlapOn(byIntervals.axes[1].projection) == -8.0f); // the axis is 2 m long
    CHECK(depthOn(byIntervals.axes[1].projection) == -4.0f);
    const ClassicSatResult byProjections = projectionSat(kA, above);
    CHECK_FALSE(byProjections.overlap);
    REQUIRE(byProjections.axes.size() == 1);
    CHECK(byProjections.axes[0].separates);
    CHECK(overlapOn(byProjections.axes[0].projection) == -4.0f);
    const auto beside = moved(kB, {5, 0});
    CHECK(intervalSat(kA, kOrigin, beside, kOrigin).axes.size() == 1);
    CHECK(intervalSat(kA, kOrigin, kB, kOrigin).axes.size() == 6);
}

TEST_CASE("an_edge_of_length_0_separates_nothing_and_causes_no_division_by_0")
{
    const std::vector<Vec2> doubled{{1, 1}, {3, 1}, {3, 1}, {2, 3}};
    for (const ClassicSatResult& sat :
         {intervalSat(doubled, kOrigin, kB, kOrigin), projectionSat(doubled, kB)}) {
        CHECK(sat.overlap);
        CHECK(sat.axes.size() == 7);
        for (const EdgeAxis& tried : sat.axes) {
            const AxisProjection& p = tried.projection;
            for (const float value : {p.minA, p.maxA, p.minB, p.maxB, p.metresPerUnit})
                CHECK(isFinite(value));
        }
        CHECK(leastOverlap(sat.axes).overlap == Approx(1.0f / std::sqrt(5.0f)));
    }
    CHECK_FALSE(intervalSat(doubled, kOrigin, moved(kB, {5, 0}), kOrigin).overlap);
    CHECK_FALSE(projectionSat(doubled, moved(kB, {5, 0})).overlap);
}

TEST_CASE("the_depth_of_an_interval_inside_another_exceeds_its_length")
{
    const AxisProjection p{{0, 1}, 0.0f, 10.0f, 4.0f, 5.0f, 0.5f};
    CHECK(overlapOn(p) == 1.0f);
    CHECK(depthOn(p) == 2.5f);
}

TEST_CASE("touching_counts_as_overlap_and_empty_polygons_overlap_nothing")
{
    const auto touching = moved(kA, {2, 0});
    CHECK(intervalSat(kA, kOrigin, touching, kOrigin).overlap);
    CHECK(projectionSat(kA, touching).overlap);
    CHECK_FALSE(intervalSat({}, kOrigin, kB, kOrigin).overlap);
    CHECK_FALSE(intervalSat(kA, kOrigin, {}, kOrigin).overlap);
    CHECK_FALSE(projectionSat({}, {}).overlap);
}
