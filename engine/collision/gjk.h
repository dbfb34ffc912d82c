#pragma once

#include <satbox/shapes.h>

namespace satbox {

// A shape without its radius: the convex hull of these points.
struct Core {
    std::array<Vec2, kMaxPolygonVertices> points{};
    int count = 0;
    float radius = 0.0f;
};
Core coreOf(const Shape& shape);

// Index of the core's point farthest along `direction`; the lowest index on a tie.
int supportPoint(const Core& core, Vec2 direction);

// The points of the two cores that span the feature of the Minkowski difference B - A nearest to the origin.
// Pass it to the next call for the same shapes, which starts its search there.
struct GjkCache {
    // Number of simplex vertices. 1: a point of A and a point of B are nearest; 2: an edge and a point, or
    // two edges; 3: the cores overlap. 0: empty cache, the search starts at the first points.
    int count = 0;
    int a[3] = {0, 0, 0};
    int b[3] = {0, 0, 0};
};

struct GjkResult {
    Vec2 pointA{0.0f, 0.0f}; // closest points of the cores, in A's frame
    Vec2 pointB{0.0f, 0.0f};
    Vec2 normal{0.0f, 0.0f}; // unit, from A to B; zero if the cores overlap
    float distance = 0.0f;   // m, between the cores
    int iterations = 0;
};

// Distance of two convex point sets by the algorithm of Gilbert, Johnson and Keerthi (1988): moves a simplex
// of at most three points of B - A towards the origin. bInA transforms B's frame to A's.
GjkResult gjk(const Core& a, const Core& b, const Transform& bInA, GjkCache& cache);

} // namespace satbox
