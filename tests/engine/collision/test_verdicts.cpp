#include "engine/collision/verdicts.h"
#include "engine/geometry/polygon.h"

#include <doctest/doctest.h>
#include <string>

using namespace satbox;

TEST_CASE("the_four_tests_agree_on_the_published_triangles")
{
    const Polygon a = makePolygon(std::vector<Vec2>{{1, 1}, {3, 1}, {2, 3}});
    const Polygon b = makePolygon(std::vector<Vec2>{{2, 2}, {4, 2}, {3, 4}});
    for (const SatMethod method : kSatMethods) {
        const SatVerdict verdict = judge(method, a, b, Transform{});
        CHECK(verdict.overlap);
        // A's and -B's edges: six, since none are parallel with one sense. Both triangles point up, so the
        // difference keeps them all.
        CHECK(verdict.axesTried == 6);
    }
}

TEST_CASE("boxes_that_just_touch_overlap_by_all_four")
{
    const Polygon box = makeBox(0.5f, 0.5f);
    for (const SatMethod method : kSatMethods) {
        CHECK(judge(method, box, box, {{1.0f, 0.25f}, Rot{}}).overlap);
        CHECK_FALSE(judge(method, box, box, {{1.0f + 1e-6f, 0.25f}, Rot{}}).overlap);
        CHECK(std::string(touchingRule(method)).size() > 20);
    }
}

TEST_CASE("who_finds_a_separating_axis_early_tries_few")
{
    const Polygon box = makeBox(0.5f, 0.5f);
    // Apart along A's first edge's normal, (0, -1).
    const Transform below{{0.0f, -3.0f}, Rot{}};
    CHECK(judge(SatMethod::Interval, box, box, below).axesTried == 1);
    CHECK(judge(SatMethod::Projection, box, box, below).axesTried == 1);
    CHECK(judge(SatMethod::SupportPoint, box, box, below).axesTried == 1);
    CHECK(judge(SatMethod::Minkowski, box, box, below).axesTried <= 4);
}
