#include "tests/support/lcg.h"
#include "tests/support/random_outlines.h"
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace satbox;
using namespace satbox::test;

namespace {

using Points = std::vector<Vec2>;

// Compares all pairs of edges in integers: an independent test for outlines on the grid of random_outlines.h.
struct BruteForce {
    const Points& points;

    int64_t x(size_t i) const { return static_cast<int64_t>(points[i % points.size()].x * kOutlineGrid); }
    int64_t y(size_t i) const { return static_cast<int64_t>(points[i % points.size()].y * kOutlineGrid); }
    int64_t area(size_t a, size_t b, size_t c) const
    {
        return (x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a));
    }
    bool isOn(size_t p, size_t edge) const // point p on the edge
    {
        const size_t a = edge, b = edge + 1;
        return area(a, b, p) == 0 && (x(p) - x(a)) * (x(p) - x(b)) <= 0 && (y(p) - y(a)) * (y(p) - y(b)) <= 0;
    }
    bool cross(size_t e, size_t f) const // e < f
    {
        const size_t n = points.size();
        if (f == e + 1) return isOn(f + 1, e) || isOn(e, f);
        if (e == 0 && f == n - 1) return isOn(1, f) || isOn(f, e);
        if (isOn(f, e) || isOn(f + 1, e) || isOn(e, f) || isOn(e + 1, f)) return true;
        const auto differ = [](int64_t a, int64_t b) { return (a < 0 && b > 0) || (a > 0 && b < 0); };
        return differ(area(e, e + 1, f), area(e, e + 1, f + 1)) &&
               differ(area(f, f + 1, e), area(f, f + 1, e + 1));
    }
    bool findCrossing(size_t& first, size_t& second) const
    {
        for (size_t e = 0; e < points.size(); ++e)
            for (size_t f = e + 1; f < points.size(); ++f)
                if (cross(e, f)) return first = e, second = f, true;
        return false;
    }
};

double distanceToEdge(const Points& points, size_t edge, Vec2 p)
{
    const Vec2 a = points[edge], b = points[(edge + 1) % points.size()];
    const float t = std::clamp(dot(p - a, b - a) / lengthSquared(b - a), 0.0f, 1.0f);
    return static_cast<double>(length(a + t * (b - a) - p));
}

} // namespace

TEST_CASE("ten_thousand_outlines_are_simple_or_refused_at_the_crossing_that_a_search_of_all_pairs_finds")
{
    Lcg random(31);
    int simple = 0, crossing = 0;
    for (int k = 0; k < 10'000; ++k) {
        const Points points = randomOutline(random);
        const OutlineCheck check = checkOutline(points);
        size_t e = 0, f = 0;
        CAPTURE(k);
        if (check.fault == OutlineFault::NoArea) continue;
        const bool crosses = BruteForce{points}.findCrossing(e, f);
        REQUIRE(check.ok() == !crosses);
        REQUIRE(check.error.empty() == check.ok());
        (crosses ? crossing : simple) += 1;
        if (!crosses) continue;
        REQUIRE((check.fault == OutlineFault::Crossing));
        REQUIRE(check.edgeA == e);
        REQUIRE(check.edgeB == f);
        REQUIRE(distanceToEdge(points, e, check.crossing) < 1e-5);
        REQUIRE(distanceToEdge(points, f, check.crossing) < 1e-5);
    }
    CHECK(simple > 6'000);
    CHECK(crossing > 1'000);
}

TEST_CASE("a_bow_tie_is_refused_with_its_two_edges_and_the_point")
{
    const Points bowTie{{0, 0}, {2, 2}, {2, 0}, {0, 2}};
    const OutlineCheck check = checkOutline(bowTie);
    CHECK((check.fault == OutlineFault::Crossing));
    CHECK(check.edgeA == 0);
    CHECK(check.edgeB == 2);
    CHECK((check.crossing == Vec2{1.0f, 1.0f}));
    CHECK(check.error ==
          "the edge from point 0 to point 1 crosses the edge from point 2 to point 3 at (1, 1), "
          "an outline must not cross itself");
}

TEST_CASE("outlines_that_touch_themselves_or_fold_back_are_not_simple")
{
    const Points touching{{0, 0}, {4, 0}, {4, 2}, {2, 0}, {0, 2}}; // point 3 is on the edge from point 0
    CHECK(checkOutline(touching).edgeA == 0);
    CHECK((checkOutline(touching).crossing == Vec2{2.0f, 0.0f}));
    const Points spike{{0, 0}, {4, 0}, {2, 0}, {2, 2}};
    CHECK((checkOutline(spike).fault == OutlineFault::Crossing));
    CHECK(checkOutline(spike).edgeB == 1);
    const Points straight{{0, 0}, {1, 0}, {2, 0}, {2, 2}}; // a point on a straight side is no spike
    CHECK(checkOutline(straight).ok());
}

TEST_CASE("an_open_line_may_end_anywhere_but_not_cross_itself")
{
    CHECK(checkPath(Points{}).ok());
    CHECK(checkPath(Points{{0, 0}, {2, 0}}).ok());
    CHECK(checkPath(Points{{0, 0}, {2, 0}, {2, 2}}).ok()); // the edge back to point 0 does not exist
    const Points loop{{0, 0}, {2, 0}, {2, 2}, {1, -1}};
    CHECK(checkPath(loop).edgeA == 0);
    CHECK(checkPath(loop).edgeB == 2);
    CHECK(checkPath(loop).error.ends_with("a line must not cross itself"));
    // Its end on its beginning is a common point of two edges that are no neighbours.
    CHECK_FALSE(checkPath(Points{{0, 0}, {2, 0}, {2, 2}, {0, 0}}).ok());
}

TEST_CASE("bad_points_are_refused_with_the_reason")
{
    const auto fault = [](const Points& points) { return checkOutline(points).fault; };
    CHECK((fault({}) == OutlineFault::PointCount));
    CHECK(checkOutline(Points{{0, 0}, {1, 0}}).error == "2 points, an outline needs 3 to 20000");
    CHECK((fault({{0, 0}, {1, 1}, {3, 3}}) == OutlineFault::NoArea));
    CHECK((fault({{1, 1}, {1, 1}, {1, 1}, {1, 1}}) == OutlineFault::NoArea));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(checkOutline(Points{{0, 0}, {1, nan}, {3, 3}}).error.starts_with("point 1 is not finite"));
    CHECK((fault({{0, 0}, {1e6f, 0}, {3, 3}}) == OutlineFault::Coordinates));
}

TEST_CASE("equal_consecutive_points_count_as_one")
{
    CHECK(checkOutline(Points{{0, 0}, {0, 0}, {1, 0}, {1, 1}, {1, 1}, {0, 0}}).ok());
    const Points bowTie{{0, 0}, {0, 0}, {2, 2}, {2, 0}, {0, 2}};
    CHECK(checkOutline(bowTie).edgeA == 1); // the index of the last of the equal points
    CHECK(checkOutline(bowTie).edgeB == 3);
}
