#pragma once

#include "engine/geometry/shape.h"

#include <vector>

namespace satbox {

// A corner of the Minkowski difference: the difference of one vertex of A and one of B.
struct DifferenceVertex {
    Vec2 point{0.0f, 0.0f}; // A's vertex - B's vertex, A's frame, m
    int vertexA = 0;
    int vertexB = 0;
};

// A - B = { a - b }, all the differences of a point of A and a point of B: convex, counter-clockwise, without
// radius. A and B overlap exactly when it holds the origin, and B moved by t shifts it by -t. Its edges are
// those of A and those of -B, which is why SAT needs no other axes.
struct MinkowskiDifference {
    std::vector<DifferenceVertex> vertices; // 3 to 16; 2 where both are parallel two-vertex polygons
};

// By merging the edges of A and of -B by direction. bInA as in collide(); radii are left out.
MinkowskiDifference minkowskiDifference(const Polygon& a, const Polygon& b, const Transform& bInA);

// Whether the origin is outside the edge from vertices[edge] to the next, exactly. Precondition: three
// vertices.
bool originIsOutside(const MinkowskiDifference& difference, size_t edge);

// Edge by edge until one has the origin outside. The boundary counts as inside: touching shapes overlap.
struct OriginTest {
    bool inside = false;
    int edgesTried = 0;
};
OriginTest testOrigin(const MinkowskiDifference& difference);
inline bool containsOrigin(const MinkowskiDifference& difference) { return testOrigin(difference).inside; }

// The point of the boundary nearest to the origin: moving B by normal * depth makes the shapes just touch,
// and no shorter move does. Apart, depth is minus their distance.
struct LeastTranslation {
    Vec2 normal{0.0f, 0.0f};  // unit, from A to B; zero where the origin is a corner of the difference
    float depth = 0.0f;       // m
    Vec2 nearest{0.0f, 0.0f}; // on the boundary, m
    int edge = 0;             // from vertices[edge] to the next, holds `nearest`
};
LeastTranslation leastTranslation(const MinkowskiDifference& difference);

} // namespace satbox
