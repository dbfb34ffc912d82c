#include "engine/lab/overlap_tests.h"
#include <satbox/shapes.h>

#include <cmath>
#include <doctest/doctest.h>
#include <random>
#include <string>

using namespace satbox;
using doctest::Approx;

namespace {

// The worked example of the Minkowski difference (docs/references.md), as bodies with poses other than the
// identity.
const Polygon kFirst = makePolygon(std::vector<Vec2>{{0, 0}, {2, 0}, {1, 2}});
const Transform kPoseA{{1, 1}, Rot{}};
const Transform kPoseB{{2, 2}, Rot{}};

OverlapTrace traceTriangles(OverlapTest test) { return traceOverlap(test, kFirst, kPoseA, kFirst, kPoseB); }

void checkAxis(const EdgeAxis& tried, Vec2 axis, float minA, float maxA, float minB, float maxB)
{
    CAPTURE(axis.x);
    CAPTURE(axis.y);
    CHECK(tried.projection.axis == axis);
    CHECK(tried.projection.minA == minA);
    CHECK(tried.projection.maxA == maxA);
    CHECK(tried.projection.minB == minB);
    CHECK(tried.projection.maxB == maxB);
}

// Whether a counter-clockwise outline contains a point, and its distance to the nearest edge's line, m.
struct Containment {
    bool inside = true;
    float nearest = 1e9f;
};
Containment containment(const std::vector<Vec2>& outline, Vec2 point)
{
    Containment result;
    for (size_t i = 0; i < outline.size(); ++i) {
        const Vec2 edge = outline[(i + 1) % outline.size()] - outline[i];
        const float side = cross(edge, point - outline[i]) / length(edge);
        result.inside = result.inside && side >= 0.0f;
        result.nearest = std::fmin(result.nearest, std::fabs(side));
    }
    return result;
}

} // namespace

TEST_CASE("the_five_tests_agree_on_the_published_triangles")
{
    for (const OverlapTest test : kOverlapTests) {
        CAPTURE(nameOf(test));
        const OverlapResult result = testOverlap(test, kFirst, kPoseA, kFirst, kPoseB);
        CHECK(result.overlap);
        // A's and -B's edges. Both triangles point up, so no two have the same direction, and the difference
        // has all six.
        CHECK(result.axesTried == 6);
    }
}

TEST_CASE("boxes_that_just_touch_overlap_in_all_five_tests")
{
    const Polygon box = makeBox(0.5f, 0.5f);
    for (const OverlapTest test : kOverlapTests) {
        CAPTURE(nameOf(test));
        CHECK(testOverlap(test, box, Transform{}, box, {{1.0f, 0.25f}, Rot{}}).overlap);
        CHECK_FALSE(testOverlap(test, box, Transform{}, box, {{1.0f + 1e-6f, 0.25f}, Rot{}}).overlap);
    }
}

TEST_CASE("every_test_has_a_name_and_sentences_without_a_number_of_the_bibliography_in_the_name")
{
    for (const OverlapTest test : kOverlapTests) {
        const std::string shown = std::string(nameOf(test)) + howItWorks(test) + touchingRule(test);
        for (const char* number : {"R1", "R2", "R3", "R4", "R5"})
            CHECK(shown.find(number) == std::string::npos);
        for (const char* sentence : {howItWorks(test), touchingRule(test), sourceOf(test)})
            CHECK(std::string(sentence).size() > 20);
        CHECK(std::string(sourceOf(test)).find("docs/references.md") != std::string::npos);
    }
}

TEST_CASE("a_test_that_meets_a_separating_axis_early_tries_few")
{
    const Polygon box = makeBox(0.5f, 0.5f);
    const auto axesTried = [&](OverlapTest test, Vec2 position) {
        return testOverlap(test, box, Transform{}, box, {position, Rot{}}).axesTried;
    };
    const Vec2 below{0.0f, -3.0f};                       // apart along the normal of A's first edge, (0, -1)
    CHECK(axesTried(OverlapTest::Interval, below) == 2); // the closing edge is first
    CHECK(axesTried(OverlapTest::Projection, below) == 1);
    CHECK(axesTried(OverlapTest::SupportPoint, below) == 1);
    CHECK(axesTried(OverlapTest::VertexContacts, below) == 8); // it continues to the greatest separation
    CHECK(axesTried(OverlapTest::Minkowski, below) <= 4);
    CHECK(axesTried(OverlapTest::Interval, {-3.0f, 0.0f}) == 1);
    CHECK(axesTried(OverlapTest::VertexContacts, {-3.0f, 0.0f}) == 8);
}

TEST_CASE("a_trace_ends_at_the_axis_that_separates_and_has_the_number_of_candidates")
{
    const Polygon box = makeBox(0.5f, 0.5f);
    const Polygon heptagon = makeRegularPolygon(7, 0.6f);
    for (const OverlapTest test : kOverlapTests) {
        CAPTURE(nameOf(test));
        for (const Vec2 position : {Vec2{0.4f, 0.3f}, Vec2{-3.0f, 0.2f}, Vec2{0.1f, 2.0f}}) {
            const Transform poseA{{0.5f, -0.25f}, makeRot(0.3f)};
            const Transform poseB{poseA.p + position, makeRot(-0.7f)};
            const OverlapTrace trace = traceOverlap(test, box, poseA, heptagon, poseB);
            const OverlapResult result = testOverlap(test, box, poseA, heptagon, poseB);
            CHECK(trace.overlap == result.overlap);
            if (test == OverlapTest::VertexContacts) {
                CHECK(trace.axes.empty());
                continue;
            }
            CHECK(trace.axisCount == (test == OverlapTest::Minkowski ? 9 : 11)); // a box has parallel sides
            REQUIRE_FALSE(trace.axes.empty());
            for (size_t i = 0; i + 1 < trace.axes.size(); ++i) CHECK_FALSE(trace.axes[i].separates);
            CHECK(trace.axes.back().separates == !trace.overlap);
            CHECK((trace.axes.size() == trace.axisCount || !trace.overlap));
            CHECK(trace.minimumOverlapAxis.has_value() == trace.overlap);
            if (test != OverlapTest::Minkowski)
                CHECK(trace.axes.size() == static_cast<size_t>(result.axesTried));
        }
    }
}

TEST_CASE("the_minkowski_axes_of_the_two_triangles_are_exactly_the_published_ones")
{
    const OverlapTrace trace = traceTriangles(OverlapTest::Minkowski);
    REQUIRE(trace.axes.size() == 3);
    checkAxis(trace.axes[0], {0, 1}, 1, 3, 2, 4);
    checkAxis(trace.axes[1], {-2, 1}, -5, -1, -6, -2);
    checkAxis(trace.axes[2], {2, 1}, 3, 7, 6, 10);
    for (const EdgeAxis& tried : trace.axes)
        CHECK(tried.edgeA == tried.edgeB); // both polygons have edges in these directions
    const float root5 = std::sqrt(5.0f);
    const LeastOverlap least = leastOverlap(trace.axes);
    CHECK(least.overlap == Approx(1.0f / root5));
    CHECK(least.axis.x == Approx(2.0f / root5));
    CHECK(least.axis.y == Approx(1.0f / root5));
    CHECK(trace.minimumOverlapAxis == 2);
    CHECK(trace.projectionOrigin == Vec2{0, 0});
}

TEST_CASE("axes_of_the_minkowski_difference_are_exact_despite_the_rounding_of_rotated_boxes")
{
    const Polygon box = makeBox(0.5f, 0.5f);
    for (int i = 0; i < 100; ++i) {
        const auto angle = static_cast<float>(i);
        const Transform poseA{{20.0f, -7.0f}, makeRot(angle)};
        const Transform poseB{{20.3f, -6.6f}, makeRot(angle)};
        const OverlapTrace same = traceOverlap(OverlapTest::Minkowski, box, poseA, box, poseB);
        CHECK(same.axes.size() == 2);
        for (const EdgeAxis& tried : same.axes) CHECK((tried.edgeA && tried.edgeB));
        const Transform turned{poseB.p, makeRot(angle + 0.01f)};
        CHECK(traceOverlap(OverlapTest::Minkowski, box, poseA, box, turned).axes.size() == 4);
    }
    // After quarter turns, components that should be 0 differ by rounding.
    const Transform quarter{{3.0f, 4.0f}, makeRot(0.5f * kPi)};
    for (const EdgeAxis& tried : traceOverlap(OverlapTest::Minkowski, box, quarter, box, quarter).axes)
        CHECK((tried.projection.axis == Vec2{0, 1} || tried.projection.axis == Vec2{1, 0}));
}

TEST_CASE("the_other_tests_give_their_own_values_for_the_two_triangles")
{
    const OverlapTrace interval = traceTriangles(OverlapTest::Interval);
    REQUIRE(interval.axes.size() == 6);
    CHECK(interval.axes[0].edgeA == 2);
    CHECK(interval.projectionOrigin == kPoseB.p);
    checkAxis(interval.axes[0], {2, -1}, -1, 3, 0, 4);
    checkAxis(interval.axes[1], {0, 2}, -2, 2, 0, 4);
    checkAxis(interval.axes[2], {-2, -1}, -1, 3, -4, 0);

    const OverlapTrace projection = traceTriangles(OverlapTest::Projection);
    REQUIRE(projection.axes.size() == 6);
    checkAxis(projection.axes[0], {0, 2}, 1, 3, 2, 4);
    CHECK(projection.projectionOrigin == Vec2{0, 0});

    const OverlapTrace support = traceTriangles(OverlapTest::SupportPoint);
    REQUIRE(support.axes.size() == 6);
    checkAxis(support.axes[0], {0, -1}, -2, 0, -3, -1); // from A's origin, along the outward normal
    CHECK(support.projectionOrigin == kPoseA.p);
    CHECK(support.minimumOverlapAxis == 1);
    for (const OverlapTrace& trace : {interval, projection, support}) {
        REQUIRE(trace.minimumOverlapAxis.has_value());
        CHECK(depthOn(trace.axes[*trace.minimumOverlapAxis].projection) == Approx(1.0f / std::sqrt(5.0f)));
    }
}

TEST_CASE("values_relative_to_the_projection_origin_match_the_polygons_world_positions")
{
    const Polygon box = makeBox(0.5f, 0.3f);
    const Transform poseA{{2.0f, -1.0f}, makeRot(0.7f)};
    const Transform poseB{{2.6f, -0.8f}, makeRot(-0.4f)};
    const auto worldB = std::get<Polygon>(transformed(box, poseB));
    for (const OverlapTest test : kOverlapTests) {
        const OverlapTrace trace = traceOverlap(test, box, poseA, box, poseB);
        for (const EdgeAxis& tried : trace.axes) {
            const Vec2 direction = normalizeOrZero(tried.projection.axis);
            float lowest = 1e9f;
            for (const Vec2 v : worldB.points())
                lowest = std::fmin(lowest, dot(v - trace.projectionOrigin, direction));
            CHECK(tried.projection.minB * tried.projection.metresPerUnit == Approx(lowest).epsilon(1e-4));
        }
    }
}

TEST_CASE("shapes_overlap_exactly_while_B_s_centre_is_inside_its_path_around_A")
{
    std::mt19937 random(7);
    const auto between = [&](float low, float high) {
        return low + (high - low) * static_cast<float>(random()) / 4294967296.0f;
    };
    int overlaps = 0, judged = 0;
    for (int i = 0; i < 2000; ++i) {
        const Polygon a = makeRegularPolygon(3 + i % 6, between(0.2f, 1.0f));
        const Polygon b = i % 2 == 0 ? makeRegularPolygon(3 + i % 5, between(0.2f, 1.0f))
                                     : makePolygon(std::vector<Vec2>{{0, 0}, {1, 0.1f}, {0.2f, 0.8f}});
        const Transform poseA{{between(-5, 5), between(-5, 5)}, makeRot(between(-3, 3))};
        const Transform poseB{poseA.p + Vec2{between(-2, 2), between(-2, 2)}, makeRot(between(-3, 3))};
        const OverlapTrace trace = traceOverlap(OverlapTest::Minkowski, a, poseA, b, poseB);
        CHECK(trace.centerOfB == transformPoint(poseB, b.centroid));
        const Containment centre = containment(trace.centerPath, trace.centerOfB);
        if (centre.nearest < 1e-5f) continue; // within rounding of touching
        ++judged;
        overlaps += trace.overlap;
        CHECK(centre.inside == trace.overlap);
        // With its centre at the middle of an edge of the path, B touches A; 1 mm farther out it does not.
        const Vec2 from = trace.centerPath[0], to = trace.centerPath[1];
        const Vec2 outward = normalizeOrZero(rightPerp(to - from));
        for (const float aside : {-1e-3f, 1e-3f}) {
            const Vec2 place = 0.5f * (from + to) + aside * outward;
            const Transform slid{poseB.p + (place - trace.centerOfB), poseB.q};
            CHECK(testOverlap(OverlapTest::SupportPoint, a, poseA, b, slid).overlap == (aside < 0.0f));
        }
    }
    CHECK(judged > 1900);
    CHECK(overlaps > 400);
    CHECK(judged - overlaps > 400);
}
