#include <satbox/outlines.h>

#include "engine/geometry/outline.h"

#include <algorithm>

namespace satbox {

namespace {

bool isLeftOf(Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

// Andrew's monotone chain, counter-clockwise from the lowest x. Precondition: `sorted` has no duplicates.
std::vector<Vec2> monotoneChain(const std::vector<Vec2>& sorted)
{
    std::vector<Vec2> hull;
    const auto extend = [&hull](Vec2 v, size_t keep) {
        while (hull.size() > keep + 1 && twiceTriangleArea(hull[hull.size() - 2], hull.back(), v) <= 0.0)
            hull.pop_back();
        hull.push_back(v);
    };
    for (const Vec2 v : sorted) extend(v, 0);
    const size_t lower = hull.size() - 1;
    for (size_t i = sorted.size() - 1; i-- > 0;) extend(sorted[i], lower);
    hull.pop_back(); // it repeats the first point
    return hull;
}

// Counts the points that are not vertices, by reason.
HullReport countDropped(std::span<const Vec2> points, const std::vector<Vec2>& hull)
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
            nearVertex = nearVertex || distanceBetween(p, a) <= static_cast<double>(kWeldDistance);
            onEdge = onEdge || twiceTriangleArea(a, b, p) <=
                                   static_cast<double>(kCollinearDistance) * distanceBetween(a, b);
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
    result.error = checkCoordinates(points, "a polygon");
    if (!result.ok()) return result;
    if (points.size() < 3) {
        result.error = given + ", a polygon needs at least 3";
        return result;
    }
    std::vector<Vec2> sorted(points.begin(), points.end());
    std::sort(sorted.begin(), sorted.end(), isLeftOf);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::vector<Vec2> hull = sorted.size() < 2 ? sorted : monotoneChain(sorted);
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
    std::rotate(hull.begin(), std::min_element(hull.begin(), hull.end(), isLeftOf), hull.end());
    result.report = countDropped(points, hull);
    result.vertices = std::move(hull);
    return result;
}

} // namespace satbox
