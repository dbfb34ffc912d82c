#include "engine/lab/classic_sat.h"

#include <algorithm>
#include <cmath>

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

EdgeAxis makeEdgeAxis(const AxisProjection& projection, bool ownerIsA, size_t edge)
{
    EdgeAxis axis;
    axis.projection = projection;
    (ownerIsA ? axis.edgeA : axis.edgeB) = static_cast<int>(edge);
    return axis;
}

// The projection test's projections: divided by the axis' length. An edge of length 0 gives projections of 0,
// which overlap.
AxisProjection projectInMetres(std::span<const Vec2> a, std::span<const Vec2> b, Vec2 axis)
{
    AxisProjection p = projectOn(a, b, axis);
    const float size = length(axis);
    if (size == 0.0f) return p;
    for (float* end : {&p.minA, &p.maxA, &p.minB, &p.maxB}) *end /= size;
    p.metresPerUnit = 1.0f;
    return p;
}

} // namespace

AxisProjection projectOn(std::span<const Vec2> a, std::span<const Vec2> b, Vec2 axis)
{
    const Interval onA = project(a, axis);
    const Interval onB = project(b, axis);
    const float size = length(axis);
    return {axis, onA.min, onA.max, onB.min, onB.max, size > 0.0f ? 1.0f / size : 0.0f};
}

float overlapOn(const AxisProjection& p) { return std::fmin(p.maxA, p.maxB) - std::fmax(p.minA, p.minB); }

float depthOn(const AxisProjection& p)
{
    return std::fmin(p.maxA - p.minB, p.maxB - p.minA) * p.metresPerUnit;
}

ClassicSatResult intervalSat(std::span<const Vec2> a, Vec2 offsetA, std::span<const Vec2> b, Vec2 offsetB)
{
    ClassicSatResult result;
    if (a.empty() || b.empty()) return result;
    for (const bool ownerIsA : {true, false}) {
        const std::span<const Vec2> owner = ownerIsA ? a : b;
        size_t edge = owner.size() - 1; // the published loop starts with the closing edge
        for (size_t i = 0; i < owner.size(); edge = i++) {
            const Vec2 axis = perp(edgeAt(owner, edge));
            AxisProjection p = projectOn(a, b, axis);
            const float shift = dot(offsetA - offsetB, axis);
            p.minA += shift;
            p.maxA += shift;
            result.axes.push_back(makeEdgeAxis(p, ownerIsA, edge));
            if (p.minA - p.maxB > 0.0f || p.minB - p.maxA > 0.0f) {
                result.axes.back().separates = true;
                return result;
            }
        }
    }
    result.overlap = true;
    return result;
}

ClassicSatResult projectionSat(std::span<const Vec2> a, std::span<const Vec2> b)
{
    ClassicSatResult result;
    if (a.empty() || b.empty()) return result;
    for (const bool ownerIsA : {true, false}) {
        const std::span<const Vec2> owner = ownerIsA ? a : b;
        for (size_t edge = 0; edge < owner.size(); ++edge) {
            const AxisProjection p = projectInMetres(a, b, perp(edgeAt(owner, edge)));
            const float unionLength = std::fmax(p.maxA, p.maxB) - std::fmin(p.minA, p.minB);
            // The published code returns the opposite of this comparison: true where the polygons are apart.
            const bool overlap = (p.maxA - p.minA) + (p.maxB - p.minB) >= unionLength;
            result.axes.push_back(makeEdgeAxis(p, ownerIsA, edge));
            if (!overlap) {
                result.axes.back().separates = true;
                return result;
            }
        }
    }
    result.overlap = true;
    return result;
}

LeastOverlap leastOverlap(std::span<const EdgeAxis> axes)
{
    LeastOverlap least;
    bool first = true;
    for (const EdgeAxis& tried : axes) {
        const AxisProjection& p = tried.projection;
        const float size = length(p.axis);
        if (size == 0.0f) continue;
        const float overlap = overlapOn(p) * p.metresPerUnit;
        if (first || overlap < least.overlap) least = {Vec2{p.axis.x / size, p.axis.y / size}, overlap};
        first = false;
    }
    return least;
}

} // namespace satbox
