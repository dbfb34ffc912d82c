#include "engine/geometry/simplify_outline.h"

#include "engine/geometry/outline.h"
#include <satbox/outlines.h>

#include <cmath>

namespace satbox {

namespace {

// The directions from a point between two bounds, less than half a turn apart. Vectors in m.
struct Wedge {
    double rightX = 0.0, rightY = 0.0, leftX = 0.0, leftY = 0.0;
    bool bounded = false;

    bool contains(double x, double y) const
    {
        return !bounded || (rightX * y - rightY * x >= 0.0 && x * leftY - y * leftX >= 0.0);
    }
    // Keeps only the directions of rays that pass within `tolerance` of (x, y).
    void narrow(double x, double y, double tolerance)
    {
        const double distance = std::sqrt(x * x + y * y);
        if (distance <= tolerance) return;
        const double sine = tolerance / distance, cosine = std::sqrt(1.0 - sine * sine);
        const double rX = cosine * x + sine * y, rY = cosine * y - sine * x;
        const double lX = cosine * x - sine * y, lY = cosine * y + sine * x;
        if (!bounded || rightX * rY - rightY * rX > 0.0) rightX = rX, rightY = rY;
        if (!bounded || lX * leftY - lY * leftX > 0.0) leftX = lX, leftY = lY;
        bounded = true;
    }
};

std::vector<Vec2> pointsAt(std::span<const Vec2> outline, const Corners& corners,
                           std::span<const size_t> kept)
{
    std::vector<Vec2> points;
    points.reserve(kept.size());
    for (const size_t k : kept) points.push_back(outline[corners[k].source]);
    return points;
}

} // namespace

Corners cornersOf(std::span<const Vec2> outline)
{
    Corners corners;
    corners.reserve(outline.size());
    for (size_t i = 0; i < outline.size(); ++i)
        corners.push_back({static_cast<double>(outline[i].x), static_cast<double>(outline[i].y), i, false});
    return corners;
}

std::vector<size_t> keptCorners(const Corners& corners, std::span<const double> tolerances)
{
    std::vector<size_t> kept{0};
    const size_t n = corners.size();
    for (size_t at = 0; at < n;) {
        const Corner& from = corners[at];
        Wedge wedge;
        double farthest = 0.0;
        size_t end = at;
        for (size_t next = at + 1; next <= n; ++next) {
            const Corner& c = corners[next % n];
            const double x = c.x - from.x, y = c.y - from.y;
            const double distance = std::sqrt(x * x + y * y);
            if (next > at + 1 && (distance < farthest || !wedge.contains(x, y))) break;
            end = next;
            if (next == n || c.shared) break;
            farthest = distance;
            wedge.narrow(x, y, tolerances[next]);
        }
        if (end < n) kept.push_back(end);
        at = end;
    }
    return kept;
}

std::vector<Vec2> simplifyOutline(std::span<const Vec2> outline, float tolerance)
{
    constexpr int kMaxHalvings = 12;
    std::vector<Vec2> original(outline.begin(), outline.end());
    if (!checkOutline(outline).ok() || !(tolerance > 0.0f)) return original;
    Corners corners = cornersOf(outline);
    weldNeighbours(corners);
    double allowed = static_cast<double>(tolerance);
    for (int i = 0; i < kMaxHalvings; ++i, allowed *= 0.5) {
        const std::vector<double> tolerances(corners.size(), allowed);
        std::vector<Vec2> simple = pointsAt(outline, corners, keptCorners(corners, tolerances));
        if (checkOutline(simple).ok()) return simple;
    }
    return original;
}

} // namespace satbox
