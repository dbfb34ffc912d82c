#include "engine/collision/classic_sat.h"
#include "engine/collision/collide.h"
#include "engine/collision/minkowski.h"
#include "engine/geometry/hull.h"
#include "engine/geometry/polygon.h"

#include <doctest/doctest.h>

using namespace satbox;
using doctest::Approx;

namespace {

// The worked example of R3 (docs/references.md).
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

TEST_CASE("the_two_triangles_project_to_the_published_figures")
{
    checkFigures({0, 1}, 1, 3, 2, 4);
    checkFigures({2, 1}, 3, 7, 6, 10);
    checkFigures({-2, 1}, -5, -1, -6, -2);
}

TEST_CASE("the_two_triangles_touch_by_every_form_of_the_test")
{
    CHECK(intervalSat(kA, kOrigin, kB, kOrigin).overlap);
    CHECK(projectionSat(kA, kB).overlap);
    CHECK(containsOrigin(minkowskiDifference(makePolygon(kA), makePolygon(kB), Transform{})));
}

TEST_CASE("the_least_overlap_of_the_two_triangles_is_one_over_root_five")
{
    const float expected = 1.0f / std::sqrt(5.0f);
    CHECK(expected == Approx(0.44721f).epsilon(1e-5));
    for (const ClassicSat& sat : {intervalSat(kA, kOrigin, kB, kOrigin), projectionSat(kA, kB)}) {
        const LeastOverlap least = leastOverlap(sat);
        CHECK(least.overlap == Approx(expected));
        CHECK(std::fabs(dot(least.axis, Vec2{2, 1})) / std::sqrt(5.0f) == Approx(1.0f));
    }
    const LeastTranslation out =
        leastTranslation(minkowskiDifference(makePolygon(kA), makePolygon(kB), Transform{}));
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

TEST_CASE("offsets_move_the_interval_as_moving_the_vertices_would")
{
    const Vec2 offset{0.5f, -0.25f};
    const ClassicSat byOffset = intervalSat(kA, offset, kB, kOrigin);
    const ClassicSat byVertices = intervalSat(moved(kA, offset), kOrigin, kB, kOrigin);
    REQUIRE(byOffset.axes.size() == byVertices.axes.size());
    for (size_t i = 0; i < byOffset.axes.size(); ++i) {
        CHECK(byOffset.axes[i].minA == byVertices.axes[i].minA);
        CHECK(byOffset.axes[i].maxB == byVertices.axes[i].maxB);
    }
    CHECK_FALSE(intervalSat(kA, {-3, 0}, kB, kOrigin).overlap);
}

TEST_CASE("both_forms_end_at_the_first_axis_that_separates")
{
    const auto away = moved(kB, {0, 5}); // the first axis, across A's lower edge, tells
    CHECK_FALSE(intervalSat(kA, kOrigin, away, kOrigin).overlap);
    CHECK(intervalSat(kA, kOrigin, away, kOrigin).axes.size() == 1);
    CHECK_FALSE(projectionSat(kA, away).overlap);
    CHECK(projectionSat(kA, away).axes.size() == 1);
    CHECK(overlapOn(projectionSat(kA, away).axes[0]) == -4.0f);
    CHECK(intervalSat(kA, kOrigin, kB, kOrigin).axes.size() == 6);
}

TEST_CASE("touching_counts_as_overlap_and_nothing_overlaps_nothing")
{
    const auto touching = moved(kA, {2, 0});
    CHECK(intervalSat(kA, kOrigin, touching, kOrigin).overlap);
    CHECK(projectionSat(kA, touching).overlap);
    CHECK_FALSE(intervalSat({}, kOrigin, kB, kOrigin).overlap);
    CHECK_FALSE(intervalSat(kA, kOrigin, {}, kOrigin).overlap);
    CHECK_FALSE(projectionSat({}, {}).overlap);
}
