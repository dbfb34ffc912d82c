// Random outlines of every kind: each is cut into pieces with all promised properties, or refused.

#include "tests/support/lcg.h"
#include "tests/support/random_outlines.h"
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

struct Point {
    double x = 0.0, y = 0.0;
};
using Outline = std::vector<Point>;

Outline pointsOf(std::span<const Vec2> outline)
{
    Outline points;
    for (const Vec2 p : outline) points.push_back({static_cast<double>(p.x), static_cast<double>(p.y)});
    return points;
}

double areaOf(const Outline& points)
{
    double twice = 0.0;
    for (size_t i = 0; i < points.size(); ++i) {
        const Point &a = points[i], &b = points[(i + 1) % points.size()];
        twice += a.x * b.y - a.y * b.x;
    }
    return 0.5 * twice;
}

// What both convex polygons contain: clips one at the edges of the other (Sutherland and Hodgman 1974).
double commonArea(const Polygon& p, const Polygon& q)
{
    Outline clipped = pointsOf(p.points());
    const Outline clip = pointsOf(q.points());
    for (size_t i = 0; i < clip.size() && !clipped.empty(); ++i) {
        const Point &a = clip[i], &b = clip[(i + 1) % clip.size()];
        const auto side = [&](const Point& v) {
            return (b.x - a.x) * (v.y - a.y) - (b.y - a.y) * (v.x - a.x);
        };
        Outline kept;
        for (size_t k = 0; k < clipped.size(); ++k) {
            const Point &from = clipped[k], &to = clipped[(k + 1) % clipped.size()];
            const double s = side(from), t = side(to);
            if (s >= 0.0) kept.push_back(from);
            if ((s < 0.0) != (t < 0.0)) {
                const double u = s / (s - t);
                kept.push_back({from.x + u * (to.x - from.x), from.y + u * (to.y - from.y)});
            }
        }
        clipped = std::move(kept);
    }
    return clipped.size() < 3 ? 0.0 : areaOf(clipped);
}

double overlapOf(const std::vector<Polygon>& pieces)
{
    double sum = 0.0;
    for (size_t i = 0; i < pieces.size(); ++i)
        for (size_t j = i + 1; j < pieces.size(); ++j) sum += commonArea(pieces[i], pieces[j]);
    return sum;
}

void checkRandomPieces(const Decomposition& cut, const std::vector<Vec2>& outline)
{
    const double area = std::fabs(areaOf(pointsOf(outline)));
    double sum = 0.0;
    for (const Polygon& piece : cut.pieces) {
        REQUIRE(validate(Shape(piece)) == "");
        sum += areaOf(pointsOf(piece.points()));
    }
    REQUIRE(std::fabs(sum / area - 1.0) < 1e-4);
    REQUIRE(overlapOf(cut.pieces) < 1e-4 * area);
    REQUIRE(cut.pieces.size() + 2 <= outline.size()); // no more than a triangulation has
}

} // namespace

TEST_CASE("ten_thousand_outlines_are_cut_into_convex_pieces_or_refused_because_they_cross_or_are_too_thin")
{
    Lcg random(34);
    int cuts = 0, crossing = 0, tooThin = 0;
    for (int k = 0; k < 10'000; ++k) {
        const std::vector<Vec2> outline = randomOutline(random);
        CAPTURE(k);
        const OutlineCheck check = checkOutline(outline);
        const Decomposition cut = decompose(outline);
        if (cut.ok()) {
            if (check.ok()) checkRandomPieces(cut, outline); // others touch themselves
            ++cuts;
        } else if (check.ok()) {
            CAPTURE(cut.error);
            REQUIRE(cut.error.find("too thin") != std::string::npos);
            ++tooThin;
        } else {
            ++crossing;
        }
    }
    CHECK(cuts > 6'000);
    CHECK(crossing > 1'000);
    CHECK(tooThin < 200);
}
