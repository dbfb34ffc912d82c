#include "engine/collision/classic_sat.h"

namespace satbox {

namespace {

struct Interval {
    float min = 0.0f, max = 0.0f;
};

Interval project(std::span<const Vec2> points, Vec2 axis)
{
    Interval interval{dot(points[0], axis), dot(points[0], axis)};
    for (const Vec2 p : points) {
        const float d = dot(p, axis);
        interval.min = std::fmin(interval.min, d);
        interval.max = std::fmax(interval.max, d);
    }
    return interval;
}

Vec2 edgeAt(std::span<const Vec2> points, size_t i)
{
    return points[i + 1 < points.size() ? i + 1 : 0] - points[i];
}

} // namespace

AxisProjection projectOn(std::span<const Vec2> a, std::span<const Vec2> b, Vec2 axis)
{
    const Interval onA = project(a, axis);
    const Interval onB = project(b, axis);
    return {axis, onA.min, onA.max, onB.min, onB.max};
}

float overlapOn(const AxisProjection& p) { return std::fmin(p.maxA, p.maxB) - std::fmax(p.minA, p.minB); }

ClassicSat intervalSat(std::span<const Vec2> a, Vec2 offsetA, std::span<const Vec2> b, Vec2 offsetB)
{
    ClassicSat result;
    if (a.empty() || b.empty()) return result;
    for (const std::span<const Vec2> owner : {a, b}) {
        for (size_t i = 0; i < owner.size(); ++i) {
            const Vec2 axis = perp(edgeAt(owner, i));
            AxisProjection p = projectOn(a, b, axis);
            const float shift = dot(offsetA - offsetB, axis);
            p.minA += shift;
            p.maxA += shift;
            result.axes.push_back(p);
            if (p.minA - p.maxB > 0.0f || p.minB - p.maxA > 0.0f) return result;
        }
    }
    result.overlap = true;
    return result;
}

ClassicSat projectionSat(std::span<const Vec2> a, std::span<const Vec2> b)
{
    ClassicSat result;
    if (a.empty() || b.empty()) return result;
    result.overlap = true;
    for (const std::span<const Vec2> owner : {a, b}) {
        for (size_t i = 0; i < owner.size(); ++i) {
            const AxisProjection p = projectOn(a, b, normalizeOrZero(perp(edgeAt(owner, i))));
            const float together = std::fmax(p.maxA, p.maxB) - std::fmin(p.minA, p.minB);
            // The published code returns the opposite of this comparison: true where the polygons are apart.
            const bool overlap = (p.maxA - p.minA) + (p.maxB - p.minB) >= together;
            result.axes.push_back(p);
            if (!overlap) {
                result.overlap = false;
                return result;
            }
        }
    }
    return result;
}

LeastOverlap leastOverlap(const ClassicSat& sat)
{
    LeastOverlap least;
    bool first = true;
    for (const AxisProjection& p : sat.axes) {
        const float size = length(p.axis);
        if (size == 0.0f) continue;
        const float overlap = overlapOn(p) / size;
        if (first || overlap < least.overlap) least = {Vec2{p.axis.x / size, p.axis.y / size}, overlap};
        first = false;
    }
    return least;
}

} // namespace satbox
