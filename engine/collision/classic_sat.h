#pragma once

#include "engine/math/vec2.h"

#include <span>
#include <vector>

namespace satbox {

// Two published forms of the separating-axis theorem, as yes/no tests over projections (docs/references.md,
// R1 and R2). They answer as the support-point SAT of sat.h does and are kept to be watched: both return
// every axis they looked at.

// The projections of two polygons on one axis, in units of the axis' length (m where it is a unit vector).
struct AxisProjection {
    Vec2 axis{0.0f, 0.0f};
    float minA = 0.0f, maxA = 0.0f;
    float minB = 0.0f, maxB = 0.0f;
};

// Of two polygons with at least one vertex each.
AxisProjection projectOn(std::span<const Vec2> a, std::span<const Vec2> b, Vec2 axis);

// Length of the common part of both intervals; negative: the gap between them.
float overlapOn(const AxisProjection& projection);

struct ClassicSat {
    bool overlap = false;
    std::vector<AxisProjection> axes; // in the order tested; the last one separates when overlap is false
};

// R1. Convex polygons as vertex lists and an offset each. Axes perp(edge), A's then B's, not normalised; A's
// interval is shifted by dot(offsetA - offsetB, axis) instead of moving its vertices. Ends at the first axis
// that separates. Touching counts as overlap, an empty polygon overlaps nothing.
ClassicSat intervalSat(std::span<const Vec2> a, Vec2 offsetA, std::span<const Vec2> b, Vec2 offsetB);

// R2. Axes are the unit left normals of the sides of both. On an axis the polygons overlap when the sum of
// their lengths is at least the length of both together. Ends at the first axis that separates.
ClassicSat projectionSat(std::span<const Vec2> a, std::span<const Vec2> b);

// Of all axes the one of least overlap in metres (axes of any length). When all overlap it is the way out,
// unless one polygon's interval lies within the other's: then the common part is shorter than the way out.
struct LeastOverlap {
    Vec2 axis{0.0f, 0.0f}; // unit
    float overlap = 0.0f;  // m
};
LeastOverlap leastOverlap(const ClassicSat& sat);

} // namespace satbox
