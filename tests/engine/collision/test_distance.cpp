#include "engine/collision/collide.h"
#include "engine/collision/distance.h"
#include "engine/collision/gjk.h"
#include <satbox/queries.h>

#include "engine/collision/manifold.h"
#include "tests/support/random_shapes.h"
#include <satbox/contacts.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace satbox;
using satbox::test::Lcg;

namespace {

float pointToSegment(Vec2 p, Vec2 a, Vec2 b) { return length(closestPoint(Segment{a, b}, p) - p); }

bool segmentsCross(Vec2 a, Vec2 b, Vec2 c, Vec2 d)
{
    return cross(b - a, c - a) * cross(b - a, d - a) < 0.0f &&
           cross(d - c, a - c) * cross(d - c, b - c) < 0.0f;
}

bool insideCore(const Core& core, Vec2 p)
{
    if (core.count < 3) return false;
    for (int i = 0; i < core.count; ++i) {
        const Vec2 v = core.points[static_cast<size_t>(i)];
        const Vec2 next = core.points[static_cast<size_t>((i + 1) % core.count)];
        if (cross(next - v, p - v) < 0.0f) return false;
    }
    return true;
}

// Brute-force distance of two cores over all pairs of edges; 0 if they cross or one contains the other.
float bruteForceDistance(const Core& a, Core b, const Transform& bInA)
{
    for (int i = 0; i < b.count; ++i)
        b.points[static_cast<size_t>(i)] = transformPoint(bInA, b.points[static_cast<size_t>(i)]);
    if (insideCore(a, b.points[0]) || insideCore(b, a.points[0])) return 0.0f;
    float least = 3.4e38f;
    for (int i = 0; i < a.count; ++i) {
        const Vec2 a1 = a.points[static_cast<size_t>(i)];
        const Vec2 a2 = a.points[static_cast<size_t>((i + 1) % a.count)];
        for (int j = 0; j < b.count; ++j) {
            const Vec2 b1 = b.points[static_cast<size_t>(j)];
            const Vec2 b2 = b.points[static_cast<size_t>((j + 1) % b.count)];
            if (segmentsCross(a1, a2, b1, b2)) return 0.0f;
            least = std::min({least, pointToSegment(a1, b1, b2), pointToSegment(b1, a1, a2)});
        }
    }
    return least;
}

} // namespace

TEST_CASE("distance_of_boxes_side_by_side_is_the_gap")
{
    const DistanceResult d = computeDistance(makeBox(1.0f, 1.0f), makeBox(1.0f, 1.0f), {{3.5f, 0.0f}, {}});
    CHECK(d.distance == doctest::Approx(1.5f));
    CHECK(d.normal == Vec2{1.0f, 0.0f});
    CHECK(d.pointA.x == doctest::Approx(1.0f));
    CHECK(d.pointB.x == doctest::Approx(2.5f));
    CHECK(d.pointA.y == doctest::Approx(d.pointB.y));
}

TEST_CASE("distance_subtracts_the_radii")
{
    const DistanceResult d = computeDistance(Circle{{0.0f, 0.0f}, 1.0f},
                                             Capsule{{0.0f, -1.0f}, {0.0f, 1.0f}, 0.5f}, {{4.0f, 0.0f}, {}});
    CHECK(d.distance == doctest::Approx(2.5f));
    CHECK(d.pointA == Vec2{1.0f, 0.0f});
    CHECK(d.pointB.x == doctest::Approx(3.5f));
    const DistanceResult touching =
        computeDistance(Circle{{0.0f, 0.0f}, 1.0f}, Circle{{0.0f, 0.0f}, 1.0f}, {{1.5f, 0.0f}, {}});
    CHECK(touching.distance == 0.0f);
    CHECK(touching.normal == Vec2{1.0f, 0.0f}); // the cores are still apart
}

TEST_CASE("distance_of_overlapping_cores_is_zero_without_a_normal")
{
    const DistanceResult crossed = computeDistance(makeBox(2.0f, 0.1f), makeBox(0.1f, 2.0f), {});
    CHECK(crossed.distance == 0.0f);
    CHECK(crossed.normal == Vec2{0.0f, 0.0f});
    CHECK(computeDistance(Circle{}, Circle{}, {}).distance == 0.0f);
    CHECK(computeDistance(Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}}, Segment{{0.0f, -1.0f}, {0.0f, 1.0f}}, {})
              .distance == 0.0f);
    CHECK(computeDistance(makeBox(5.0f, 5.0f), makeBox(0.1f, 0.1f), {{1.0f, 2.0f}, makeRot(0.3f)}).distance ==
          0.0f);
}

TEST_CASE("distance_agrees_with_brute_force_over_all_pairs_of_edges")
{
    Lcg random(21);
    int apart = 0;
    for (int i = 0; i < 20000; ++i) {
        const Shape a = test::randomShape(random, 1.0f);
        const Shape b = test::randomShape(random, random.below(4) == 0 ? 5.0f : 1.0f);
        const Transform pose = test::randomPose(random, 2.0f);
        const Core coreA = coreOf(a);
        const Core coreB = coreOf(b);
        GjkCache cache;
        const GjkResult found = gjk(coreA, coreB, pose, cache);
        const float expected = bruteForceDistance(coreA, coreB, pose);
        CHECK(std::fabs(found.distance - expected) < 2e-6f);
        CHECK(found.iterations <= 12);
        if (expected < 1e-4f) continue;
        ++apart;
        CHECK(length(found.pointA - found.pointB) == doctest::Approx(found.distance));
        CHECK(length(found.pointB - found.pointA - found.distance * found.normal) < 1e-5f);
        // The normal separates: all of A is behind the plane, all of B in front of it.
        const Vec2 farA = coreA.points[static_cast<size_t>(supportPoint(coreA, found.normal))];
        const Vec2 nB = invRotate(pose.q, -found.normal);
        const Vec2 nearB = transformPoint(pose, coreB.points[static_cast<size_t>(supportPoint(coreB, nB))]);
        CHECK(dot(found.normal, nearB - farA) == doctest::Approx(found.distance).epsilon(1e-3));
    }
    CHECK(apart > 5000);
}

TEST_CASE("distance_started_from_the_last_result_gives_the_same_result_in_fewer_iterations")
{
    Lcg random(22);
    int cold = 0;
    int warm = 0;
    for (int i = 0; i < 2000; ++i) {
        const Core a = coreOf(test::randomShape(random, 1.0f));
        const Core b = coreOf(test::randomShape(random, 1.0f));
        Transform pose = test::randomPose(random, 3.0f);
        GjkCache cache;
        gjk(a, b, pose, cache);
        pose.p += test::randomPoint(random, 0.02f);
        GjkCache fresh;
        const GjkResult again = gjk(a, b, pose, cache);
        const GjkResult anew = gjk(a, b, pose, fresh);
        CHECK(std::fabs(again.distance - anew.distance) < 2e-6f);
        cold += anew.iterations;
        warm += again.iterations;
    }
    CHECK(warm < cold);
}

TEST_CASE("distance_is_zero_exactly_where_collide_finds_overlap")
{
    Lcg random(23);
    for (int i = 0; i < 5000; ++i) {
        const Shape a = test::randomShape(random, 1.0f);
        const Shape b = test::randomShape(random, 1.0f);
        if (kindOf(a) == ShapeKind::Segment && kindOf(b) == ShapeKind::Segment) continue;
        const Transform pose = test::randomPose(random, 1.0f);
        const Manifold m = collide(a, b, pose, 0.0f);
        float deepest = 1.0f;
        for (int k = 0; k < m.count; ++k)
            deepest = std::min(deepest, m.points[static_cast<size_t>(k)].separation);
        const float distance = computeDistance(a, b, pose).distance;
        if (distance > 1e-5f) CHECK(deepest > -1e-5f);
        if (deepest < -1e-5f) CHECK(distance == 0.0f);
    }
}
