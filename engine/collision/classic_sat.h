#pragma once

#include "engine/math/vec2.h"

#include <optional>
#include <span>
#include <vector>

namespace satbox {

// Two published forms of the separating-axis theorem, as yes/no tests over projections (docs/references.md,
// R1 and R2). They answer as the support-point SAT of sat.h does. Both return every axis that they tried,
// with the figures that the published code computes.

// The projections of two polygons on one axis.
struct AxisProjection {
    Vec2 axis{0.0f, 0.0f}; // of any length
    float minA = 0.0f, maxA = 0.0f;
    float minB = 0.0f, maxB = 0.0f;
    float unit = 1.0f; // m for one unit of the four ends; 0 for an axis without length
};

// In units of the axis' length: the ends are dot(vertex, axis). Precondition: at least one vertex each.
AxisProjection projectOn(std::span<const Vec2> a, std::span<const Vec2> b, Vec2 axis);

// Length of the common part of both intervals, in their unit; negative: the gap between them.
float overlapOn(const AxisProjection& projection);

// How far B has to move along the axis, in either sense, until the intervals part, m; negative: the gap. It
// is longer than the common part where one interval is inside the other.
float depthOn(const AxisProjection& projection);

// An axis that a test tried, and the edge it comes from: edge i of a polygon goes from vertex i to the next.
struct EdgeAxis {
    AxisProjection projection;
    std::optional<int> edgeA,
        edgeB; // exactly one, but of a Minkowski difference both where they are parallel
    bool separates = false;
};

struct ClassicSat {
    bool overlap = false;
    std::vector<EdgeAxis> axes; // in the order tried; the last one separates when overlap is false
};

// R1. Convex polygons as vertex lists and an offset each. Axes perp(edge), not normalised, A's then B's, of
// each the closing edge (last vertex to first) first. A's interval is shifted by dot(offsetA - offsetB, axis)
// instead of moving its vertices, so values are measured from B's offset. Ends at the first axis that
// separates. Touching counts as overlap, an empty polygon overlaps nothing.
ClassicSat intervalSat(std::span<const Vec2> a, Vec2 offsetA, std::span<const Vec2> b, Vec2 offsetB);

// R2. Axes are the left normals of the sides, not normalised; a projection is dot(vertex, axis) /
// length(axis), so the ends are in m. On an axis the polygons overlap when the sum of the lengths of both
// intervals is at least the length of their union. Ends at the first axis that separates.
ClassicSat projectionSat(std::span<const Vec2> a, std::span<const Vec2> b);

// Of all axes the one with the shortest common part, m. When all overlap it is the least translation, unless
// one polygon's interval is inside the other's: then the common part is shorter than the least translation.
struct LeastOverlap {
    Vec2 axis{0.0f, 0.0f}; // unit
    float overlap = 0.0f;  // m
};
LeastOverlap leastOverlap(std::span<const EdgeAxis> axes);

} // namespace satbox
