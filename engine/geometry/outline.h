#pragma once

#include "engine/core/number_text.h"
#include <satbox/outlines.h>

#include <algorithm>
#include <cmath>

namespace satbox {

// Functions that clean up a closed outline, shared by makeHull and decompose. A Point has members x and y.
// All arithmetic is in double, in which the product of two floats is exact. So signs are right for tiny
// outlines and for large ones up to kMaxOutlineCoordinate.

// Empty, or a sentence about the first invalid point. `what` is the noun with its article: "a polygon".
inline std::string checkCoordinates(std::span<const Vec2> points, const std::string& what,
                                    float limit = kMaxOutlineCoordinate)
{
    for (size_t i = 0; i < points.size(); ++i) {
        const std::string point = "point " + std::to_string(i);
        if (!isFinite(points[i])) return point + " is not finite, " + what + " needs finite coordinates";
        if (std::max(std::fabs(points[i].x), std::fabs(points[i].y)) > limit) {
            return point + " is too far from the origin, " + what + " needs coordinates from " +
                   numberText(-limit) + " to " + numberText(limit) + " m";
        }
    }
    return {};
}

// Twice the signed area of the triangle a b c, m^2; positive if counter-clockwise.
template<class Point>
double twiceTriangleArea(const Point& a, const Point& b, const Point& c)
{
    const double ax = static_cast<double>(a.x), ay = static_cast<double>(a.y);
    return (static_cast<double>(b.x) - ax) * (static_cast<double>(c.y) - ay) -
           (static_cast<double>(b.y) - ay) * (static_cast<double>(c.x) - ax);
}

template<class Point>
double distanceBetween(const Point& a, const Point& b)
{
    const double x = static_cast<double>(b.x) - static_cast<double>(a.x);
    const double y = static_cast<double>(b.y) - static_cast<double>(a.y);
    return std::sqrt(x * x + y * y);
}

// Distance of v from the line through a and b, or from a if they coincide.
template<class Point>
double distanceToLine(const Point& v, const Point& a, const Point& b)
{
    const double base = distanceBetween(a, b);
    return base > 0.0 ? std::fabs(twiceTriangleArea(a, b, v)) / base : distanceBetween(a, v);
}

// Merges neighbours within kWeldDistance into the first of them.
template<class Point>
void weldNeighbours(std::vector<Point>& outline)
{
    constexpr auto kWeld = static_cast<double>(kWeldDistance);
    std::vector<Point> kept;
    for (const Point& p : outline) {
        if (kept.empty() || distanceBetween(kept.back(), p) > kWeld) kept.push_back(p);
    }
    while (kept.size() > 1 && distanceBetween(kept.front(), kept.back()) <= kWeld) kept.pop_back();
    outline = std::move(kept);
}

// Drops vertices within kCollinearDistance of the line through their neighbours, including the tips of spikes
// at which the outline reverses. Never drops two neighbours in one pass, so that the outline does not drift
// away from a finely divided arc.
template<class Point>
void dropCollinear(std::vector<Point>& outline)
{
    bool changed = true;
    while (changed && outline.size() >= 3) {
        changed = false;
        std::vector<Point> kept;
        bool previousDropped = false;
        bool firstDropped = false;
        for (size_t i = 0; i < outline.size(); ++i) {
            const size_t previous = i == 0 ? outline.size() - 1 : i - 1;
            const size_t next = i + 1 < outline.size() ? i + 1 : 0;
            const bool drop = !previousDropped && !(next == 0 && firstDropped) &&
                              distanceToLine(outline[i], outline[previous], outline[next]) <
                                  static_cast<double>(kCollinearDistance);
            if (!drop) kept.push_back(outline[i]);
            previousDropped = drop;
            firstDropped = firstDropped || (i == 0 && drop);
            changed = changed || drop;
        }
        outline = std::move(kept);
    }
}

} // namespace satbox
