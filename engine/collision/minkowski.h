#pragma once

#include "engine/core/internal_api.h"
#include <satbox/shapes.h>

#include <span>
#include <vector>

namespace satbox {

// A corner of the Minkowski difference: the difference of one vertex of A and one of B.
struct DifferenceVertex {
    Vec2 point{0.0f, 0.0f}; // A's vertex - B's vertex, A's frame, m
    int vertexA = 0;
    int vertexB = 0;
};

// A - B = { a - b }, the set of all differences of a point of A and a point of B: convex, counter-clockwise,
// without radius. A and B overlap exactly when it contains the origin. Translating B by t translates it by
// -t. Its edges are those of A and of -B, which is why SAT needs no other axes.
struct MinkowskiDifference {
    std::vector<DifferenceVertex> vertices; // 3 to 16; 2 if both are parallel two-vertex polygons
};

// Merges the edges of A and of -B by direction. bInA as in collide(); radii are ignored.
SATBOX_INTERNAL_API MinkowskiDifference minkowskiDifference(const Polygon& a, const Polygon& b,
                                                            const Transform& bInA);

// The same vertices for two convex counter-clockwise outlines of at least one point each, both in one frame.
// Returns their number.
inline constexpr size_t kMaxDifferenceVertices = 2 * kMaxPolygonVertices;
size_t differenceVertices(std::span<const Vec2> a, std::span<const Vec2> b,
                          std::span<DifferenceVertex, kMaxDifferenceVertices> vertices);

// True if the origin is strictly outside the edge from vertices[edge] to the next, computed exactly.
// Precondition: at least three vertices.
SATBOX_INTERNAL_API bool originIsOutside(const MinkowskiDifference& difference, size_t edge);

// Tests the edges until the origin is outside one. The boundary counts as inside: touching shapes overlap.
struct OriginTest {
    bool inside = false;
    int edgesTried = 0;
};
SATBOX_INTERNAL_API OriginTest testOrigin(const MinkowskiDifference& difference);
inline bool containsOrigin(const MinkowskiDifference& difference) { return testOrigin(difference).inside; }

// The point of the boundary nearest to the origin. normal * depth is the shortest translation of B that makes
// the shapes just touch. For separated shapes, depth is minus their distance.
struct MinimumTranslation {
    // Unit, from A to B; zero if the origin is outside and its distance rounds to 0.
    Vec2 normal{0.0f, 0.0f};
    float depth = 0.0f;       // m
    Vec2 nearest{0.0f, 0.0f}; // on the boundary, m
    int edge = 0;             // from vertices[edge] to the next; contains `nearest`
};
MinimumTranslation minimumTranslation(std::span<const DifferenceVertex> difference); // at least one vertex
inline MinimumTranslation minimumTranslation(const MinkowskiDifference& difference)
{
    return minimumTranslation(std::span<const DifferenceVertex>(difference.vertices));
}

} // namespace satbox
