#include "engine/geometry/hull.h"

#include <algorithm>

namespace satbox {

namespace {

// Everything in double: a product of two floats is exact there, so the signs below are right for huge and for
// tiny polygons alike.
struct Point {
    double x = 0.0, y = 0.0;
};

Point toPoint(Vec2 v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }

// Twice the area of the triangle a b c, positive when counter-clockwise.
double area2(Vec2 a, Vec2 b, Vec2 c)
{
    const Point p = toPoint(a), q = toPoint(b), r = toPoint(c);
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

double distance(Vec2 a, Vec2 b)
{
    const Point p = toPoint(a), q = toPoint(b);
    return std::sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
}

// Of v from the line through a and b; from the point where they are one.
double distanceToLine(Vec2 v, Vec2 a, Vec2 b)
{
    const double base = distance(a, b);
    return base > 0.0 ? std::fabs(area2(a, b, v)) / base : distance(a, v);
}

bool before(Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

// Andrew's monotone chain, counter-clockwise from the lowest x. `sorted` has no duplicates.
std::vector<Vec2> chain(const std::vector<Vec2>& sorted)
{
    std::vector<Vec2> hull;
    const auto extend = [&hull](Vec2 v, size_t keep) {
        while (hull.size() > keep + 1 && area2(hull[hull.size() - 2], hull.back(), v) <= 0.0) hull.pop_back();
        hull.push_back(v);
    };
    for (const Vec2 v : sorted) extend(v, 0);
    const size_t lower = hull.size() - 1;
    for (size_t i = sorted.size() - 1; i-- > 0;) extend(sorted[i], lower);
    hull.pop_back(); // the first point again
    return hull;
}

void weldNeighbours(std::vector<Vec2>& hull)
{
    std::vector<Vec2> kept;
    for (const Vec2 v : hull) {
        if (kept.empty() || distance(kept.back(), v) > static_cast<double>(kWeldDistance)) kept.push_back(v);
    }
    while (kept.size() > 1 && distance(kept.front(), kept.back()) <= static_cast<double>(kWeldDistance)) {
        kept.pop_back();
    }
    hull = std::move(kept);
}

// Vertices near the line of their neighbours go. No two neighbours in one pass: so the outline cannot creep
// away from the points along a finely divided arc.
void dropCollinear(std::vector<Vec2>& hull)
{
    bool changed = true;
    while (changed && hull.size() >= 3) {
        changed = false;
        std::vector<Vec2> kept;
        bool previousDropped = false;
        bool firstDropped = false;
        for (size_t i = 0; i < hull.size(); ++i) {
            const Vec2 previous = hull[i == 0 ? hull.size() - 1 : i - 1];
            const size_t next = i + 1 < hull.size() ? i + 1 : 0;
            const bool drop =
                !previousDropped && !(next == 0 && firstDropped) &&
                distanceToLine(hull[i], previous, hull[next]) < static_cast<double>(kCollinearDistance);
            if (!drop) kept.push_back(hull[i]);
            previousDropped = drop;
            firstDropped = firstDropped || (i == 0 && drop);
            changed = changed || drop;
        }
        hull = std::move(kept);
    }
}

// What became of the points that are no vertices.
HullReport report(std::span<const Vec2> points, const std::vector<Vec2>& hull)
{
    HullReport result;
    std::vector<bool> seen(hull.size(), false);
    for (const Vec2 p : points) {
        bool isVertex = false, nearVertex = false, onEdge = false;
        for (size_t i = 0; i < hull.size() && !isVertex; ++i) {
            const Vec2 a = hull[i];
            const Vec2 b = hull[i + 1 < hull.size() ? i + 1 : 0];
            if (p == a && !seen[i]) {
                seen[i] = true;
                isVertex = true;
            }
            nearVertex = nearVertex || distance(p, a) <= static_cast<double>(kWeldDistance);
            onEdge = onEdge || area2(a, b, p) <= static_cast<double>(kCollinearDistance) * distance(a, b);
        }
        if (isVertex) continue;
        ++(nearVertex ? result.welded : onEdge ? result.collinear : result.interior);
    }
    return result;
}

} // namespace

HullResult makeHull(std::span<const Vec2> points)
{
    HullResult result;
    const std::string given = std::to_string(points.size()) + (points.size() == 1 ? " point" : " points");
    for (size_t i = 0; i < points.size(); ++i) {
        if (!isFinite(points[i])) {
            result.error =
                "point " + std::to_string(i) + " is not finite, a polygon needs finite coordinates";
            return result;
        }
    }
    if (points.size() < 3) {
        result.error = given + ", a polygon needs at least 3";
        return result;
    }
    std::vector<Vec2> sorted(points.begin(), points.end());
    std::sort(sorted.begin(), sorted.end(), before);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::vector<Vec2> hull = sorted.size() < 2 ? sorted : chain(sorted);
    weldNeighbours(hull);
    const size_t distinct = hull.size();
    dropCollinear(hull);
    if (hull.size() < 3) {
        const bool fewDistinct = distinct < 3 && sorted.size() < 3;
        result.error = fewDistinct ? given + ", but only " + std::to_string(sorted.size()) +
                                         " distinct, a polygon needs at least 3"
                       : distinct == 1
                           ? given + " within 0.1 mm of each other, a polygon needs a larger outline"
                           : given + " on one line, a polygon needs an area";
        return result;
    }
    std::rotate(hull.begin(), std::min_element(hull.begin(), hull.end(), before), hull.end());
    result.report = report(points, hull);
    result.vertices = std::move(hull);
    return result;
}

} // namespace satbox
