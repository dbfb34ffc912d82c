#pragma once

#include "engine/geometry/shape.h"

namespace satbox {

// What is left of a shape when its radius is taken off: the convex hull of these points.
struct Core {
    std::array<Vec2, kMaxPolygonVertices> points{};
    int count = 0;
    float radius = 0.0f;
};
Core coreOf(const Shape& shape);

// Index of the core's point farthest along `direction`; the lowest one of several.
int supportPoint(const Core& core, Vec2 direction);

// Which points of the two cores span the part of the Minkowski difference B - A nearest to the origin. Given
// to the next call for the same pair, the search starts there.
struct GjkCache {
    int count =
        0; // 1: point against point; 2: a point or edge against an edge; 3: they overlap; 0: start anew
    int a[3] = {0, 0, 0};
    int b[3] = {0, 0, 0};
};

struct GjkResult {
    Vec2 pointA{0.0f, 0.0f}; // closest points of the cores, in A's frame
    Vec2 pointB{0.0f, 0.0f};
    Vec2 normal{0.0f, 0.0f}; // unit, from A to B; zero when the cores overlap
    float distance = 0.0f;   // m, between the cores
    int iterations = 0;
};

// Distance of two convex point sets by the algorithm of Gilbert, Johnson and Keerthi (1988): walks a simplex
// of at most three points of B - A towards the origin. bInA takes B's frame to A's.
GjkResult gjk(const Core& a, const Core& b, const Transform& bInA, GjkCache& cache);

} // namespace satbox
