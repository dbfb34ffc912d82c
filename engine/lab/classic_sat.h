#pragma once

#include <satbox/math.h>

#include <optional>
#include <span>
#include <vector>

namespace satbox {

// Two published forms of the separating-axis theorem, the interval test and the projection test, as yes/no
// tests over projections (docs/references.md). Their results agree with the support-point SAT of sat.h. Both
// return every axis tried, with the values that the published code computes.

// The projections of two polygons on one axis.
struct AxisProjection {
    Vec2 axis{0.0f, 0.0f}; // of any length
    float minA = 0.0f, maxA = 0.0f;
    float minB = 0.0f, maxB = 0.0f;
    float metresPerUnit = 1.0f; // of the four ends above; 0 for an axis of length 0
};

// The ends are dot(vertex, axis), in units of 1 m / length(axis). Precondition: at least one vertex each.
AxisProjection projectOn(std::span<const Vec2> a, std::span<const Vec2> b, Vec2 axis);

// Length of the intersection of both intervals, in their unit; negative: the gap between them.
float overlapOn(const AxisProjection& projection);

// Shortest translation of B along the axis, in either direction, that separates the intervals, m; negative:
// the gap. It is longer than the intersection if one interval contains the other.
float depthOn(const AxisProjection& projection);

// An axis and the edge it comes from. Edge i of a polygon goes from vertex i to the next.
struct EdgeAxis {
    AxisProjection projection;
    std::optional<int> edgeA, edgeB; // one of them; both for parallel edges of a Minkowski difference
    bool separates = false;
};

struct ClassicSatResult {
    bool overlap = false;
    std::vector<EdgeAxis> axes; // in the order tried; without overlap, the last one separates
};

// Interval test (docs/references.md) of two convex polygons, each a vertex list and an offset. Axes are
// perp(edge), not normalised: A's edges, then B's, each beginning with the closing edge (last vertex to
// first). A's interval is shifted by dot(offsetA - offsetB, axis) instead of moving its vertices, so values
// are relative to B's offset. Ends at the first axis that separates. Touching counts as overlap; an empty
// polygon overlaps nothing.
ClassicSatResult intervalSat(std::span<const Vec2> a, Vec2 offsetA, std::span<const Vec2> b, Vec2 offsetB);

// Projection test (docs/references.md). Axes are the left normals of the edges, not normalised; a projection
// is dot(vertex, axis) / length(axis), so the ends are in m. The polygons overlap on an axis if the sum of
// the lengths of both intervals is at least the length of their union. Ends at the first axis that separates.
ClassicSatResult projectionSat(std::span<const Vec2> a, std::span<const Vec2> b);

// The axis with the shortest intersection of the intervals. If the intervals overlap on every axis, `overlap`
// is the length of the shortest separating translation. Exception: if one interval contains the other,
// `overlap` is shorter than that.
struct LeastOverlap {
    Vec2 axis{0.0f, 0.0f}; // unit
    float overlap = 0.0f;  // m
};
LeastOverlap leastOverlap(std::span<const EdgeAxis> axes);

} // namespace satbox
