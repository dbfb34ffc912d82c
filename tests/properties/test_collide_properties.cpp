#include "engine/collision/collide.h"
#include "engine/collision/manifold.h"
#include "engine/collision/minkowski.h"
#include "engine/lab/classic_sat.h"
#include "tests/properties/random_shapes.h"
#include "tests/support/exact_penetration.h"
#include <satbox/contacts.h>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr float kSpeculative = 0.02f;
constexpr double kBias = static_cast<double>(kReferenceFaceBias);

// Bound on the float rounding of coordinates up to `size` in a transform and a few products.
double rounding(const ShapePair& pair) { return 4e-6 * pair.size + 1e-6; }

double leastSeparation(const Manifold& m)
{
    double least = static_cast<double>(m.points[0].separation);
    for (int i = 1; i < m.count; ++i) {
        least = std::min(least, static_cast<double>(m.points[static_cast<size_t>(i)].separation));
    }
    return least;
}

double cosine(Vec2 a, Vec2 b) { return static_cast<double>(dot(a, b)); }

// True if the least separating translation is unique enough for float to find the same one twice.
bool hasUniqueNormal(const ShapePair& pair, const ExactPair& exact)
{
    const HullDistance core = hullDistance(exact.difference, {});
    if (core.distance > 0.0) return core.distance > 0.05;
    return core.secondBest > -core.distance + 2.0 * kBias + 2.0 * rounding(pair) &&
           (exact.radii == 0.0 || core.distance < -1e-3);
}

} // namespace

TEST_CASE("moving_by_normal_times_depth_parts_the_shapes_and_nothing_shorter_does")
{
    const auto holds = [](const ShapePair& pair) {
        const Manifold m = collide(pair.a, pair.b, pair.bInA, kSpeculative);
        const ExactPair exact(pair.a, pair.b, pair.bInA);
        const double separation = exact.separation();
        const double tolerance = rounding(pair);
        RC_LOG() << "exact separation " << separation << ", normal " << m.normal.x << ' ' << m.normal.y
                 << ", points " << m.count << " least " << leastSeparation(m) << std::endl;
        RC_TAG(toString(kindOf(pair.a)), toString(kindOf(pair.b)), separation < 0.0 ? "overlap" : "apart");
        if (separation < -tolerance - kBias) RC_ASSERT(m.count > 0);
        if (separation > static_cast<double>(kSpeculative) + tolerance) RC_ASSERT(m.count == 0);
        if (m.count == 0) return;

        RC_ASSERT(std::fabs(static_cast<double>(length(m.normal)) - 1.0) < 1e-5);
        const double least = leastSeparation(m);
        RC_ASSERT(least >= separation - kBias - tolerance);
        if (separation > 0.0) return;
        RC_ASSERT(std::fabs(least - separation) <= kBias + tolerance);
        const double depth = -least + tolerance;
        const Point2 move{static_cast<double>(m.normal.x) * depth, static_cast<double>(m.normal.y) * depth};
        RC_ASSERT(exact.separation(move) >= -kBias - tolerance);
    };
    CHECK(holdsForPairs("least translation", 40000, {}, holds));
    CHECK(holdsForPairs("least translation, round corners", 20000, {.roundCorners = true}, holds));
}

TEST_CASE("contact_points_lie_half_way_between_the_surfaces")
{
    const auto holds = [](const ShapePair& pair) {
        const Manifold m = collide(pair.a, pair.b, pair.bInA, kSpeculative);
        const double tolerance = rounding(pair) + kBias;
        const bool rounded = ExactPair(pair.a, pair.b, pair.bInA).radii > 0.0;
        for (int i = 0; i < m.count; ++i) {
            const ManifoldPoint& point = m.points[static_cast<size_t>(i)];
            const double half = 0.5 * static_cast<double>(point.separation);
            // At an oblique capsule, a clipped point is slightly below the capsule's surface.
            if (rounded && static_cast<double>(point.separation) > leastSeparation(m)) continue;
            const double toA = surfaceDistance(pair.a, Transform{}, point.point);
            const double toB = surfaceDistance(pair.b, pair.bInA, point.point);
            RC_LOG() << "separation " << 2.0 * half << " to A " << toA << " to B " << toB << std::endl;
            RC_ASSERT(std::fabs(toA) <= std::fabs(half) + tolerance);
            RC_ASSERT(std::fabs(toB) <= std::fabs(half) + tolerance);
        }
    };
    CHECK(holdsForPairs("half way", 20000, {}, holds));
    CHECK(holdsForPairs("half way, round corners", 20000, {.roundCorners = true}, holds));
}

TEST_CASE("swapping_the_shapes_keeps_the_depth_and_turns_the_normal_around")
{
    const auto holds = [](const ShapePair& pair) {
        const ExactPair exact(pair.a, pair.b, pair.bInA);
        if (exact.separation() > -rounding(pair) - kBias) return;
        const Manifold m = collide(pair.a, pair.b, pair.bInA, kSpeculative);
        const Manifold back = collide(pair.b, pair.a, invMul(pair.bInA, Transform{}), kSpeculative);
        RC_ASSERT(m.count > 0);
        RC_ASSERT(back.count > 0);
        RC_ASSERT(std::fabs(leastSeparation(m) - leastSeparation(back)) <= kBias + 2.0 * rounding(pair));
        if (!hasUniqueNormal(pair, exact)) return;
        RC_ASSERT(cosine(m.normal, -rotate(pair.bInA.q, back.normal)) > 0.9999);
    };
    CHECK(holdsForPairs("swap", 20000, {}, holds));
    CHECK(holdsForPairs("swap, round corners", 20000, {.roundCorners = true}, holds));
}

TEST_CASE("the_manifold_does_not_depend_on_where_the_bodies_stand_or_where_vertices_begin")
{
    const auto holds = [](const ShapePair& pair) {
        const ExactPair exact(pair.a, pair.b, pair.bInA);
        if (exact.separation() > -rounding(pair) - kBias) return;
        const Manifold m = collide(pair.a, pair.b, pair.bInA, kSpeculative);
        RC_ASSERT(m.count > 0);
        const double tolerance = kBias + 4.0 * rounding(pair);

        const Transform localA{{0.7f, -1.3f}, makeRot(0.8f)};
        const Transform localB{{-2.1f, 0.4f}, makeRot(-2.5f)};
        const Transform moved = mul(localA, mul(pair.bInA, invMul(localB, Transform{})));
        const Manifold other =
            collide(transformed(pair.a, localA), transformed(pair.b, localB), moved, kSpeculative);
        RC_ASSERT(other.count > 0);
        RC_ASSERT(std::fabs(leastSeparation(m) - leastSeparation(other)) <= tolerance);
        if (hasUniqueNormal(pair, exact))
            RC_ASSERT(cosine(rotate(localA.q, m.normal), other.normal) > 0.9999);

        Shape turned = pair.a;
        if (auto* polygon = std::get_if<Polygon>(&turned)) {
            std::rotate(polygon->vertices.begin(), polygon->vertices.begin() + 1,
                        polygon->vertices.begin() + polygon->count);
            std::rotate(polygon->normals.begin(), polygon->normals.begin() + 1,
                        polygon->normals.begin() + polygon->count);
        }
        const Manifold again = collide(turned, pair.b, pair.bInA, kSpeculative);
        RC_ASSERT(again.count > 0);
        RC_ASSERT(std::fabs(leastSeparation(m) - leastSeparation(again)) <= tolerance);
        if (hasUniqueNormal(pair, exact)) RC_ASSERT(cosine(m.normal, again.normal) > 0.9999);
    };
    CHECK(holdsForPairs("rigid motion", 20000, {}, holds));
    CHECK(holdsForPairs("rigid motion, round corners", 20000, {.roundCorners = true}, holds));
}

TEST_CASE("the_minkowski_difference_is_the_hull_of_all_differences")
{
    CHECK(holdsForPairs("minkowski", 20000, {true}, [](const ShapePair& pair) {
        const auto& a = std::get<Polygon>(pair.a);
        const auto& b = std::get<Polygon>(pair.b);
        const MinkowskiDifference difference = minkowskiDifference(a, b, pair.bInA);
        const ExactPair exact(pair.a, pair.b, pair.bInA);
        const double tolerance = rounding(pair);
        RC_ASSERT(difference.vertices.size() <= static_cast<size_t>(a.count + b.count));
        RC_ASSERT(difference.vertices.size() >= 3u);
        std::vector<Point2> merged;
        for (const DifferenceVertex& v : difference.vertices) {
            const Point2 p{static_cast<double>(v.point.x), static_cast<double>(v.point.y)};
            RC_ASSERT(std::fabs(hullDistance(exact.difference, p).distance) <= tolerance);
            merged.push_back(p);
        }
        const std::vector<Point2> mergedHull = convexHull(merged);
        for (const Point2 p : exact.difference) RC_ASSERT(hullDistance(mergedHull, p).distance <= tolerance);

        const MinimumTranslation least = minimumTranslation(difference);
        RC_ASSERT(std::fabs(static_cast<double>(least.depth) + exact.separation()) <= tolerance);
        if (std::fabs(exact.separation()) > tolerance) {
            RC_ASSERT(containsOrigin(difference) == (exact.separation() < 0.0));
        }
    }));
}

TEST_CASE("all_forms_of_the_separating_axis_test_agree")
{
    CHECK(holdsForPairs("agreement", 20000, {true}, [](const ShapePair& pair) {
        const ExactPair exact(pair.a, pair.b, pair.bInA);
        if (std::fabs(exact.separation()) < 10.0 * rounding(pair) + kBias) return;
        const Shape moved = transformed(pair.b, pair.bInA);
        const auto a = std::get<Polygon>(pair.a).points();
        const auto b = std::get<Polygon>(moved).points();
        const bool overlap = exact.separation() < 0.0;
        const Manifold m = collide(pair.a, pair.b, pair.bInA, 0.0f);
        RC_ASSERT((m.count > 0) == overlap);
        RC_ASSERT(intervalSat(a, {0.0f, 0.0f}, b, {0.0f, 0.0f}).overlap == overlap);
        RC_ASSERT(projectionSat(a, b).overlap == overlap);

        // The least overlap over all axes is the depth, unless one interval contains the other on that axis:
        // then the overlap is the width of the inner one, the depth the distance to move it out.
        const LeastOverlap least = leastOverlap(projectionSat(a, b).axes);
        if (overlap) {
            RC_ASSERT(static_cast<double>(least.overlap) <= -exact.separation() + 10.0 * rounding(pair));
        } else {
            RC_ASSERT(least.overlap < 0.0f);
        }
    }));
}
