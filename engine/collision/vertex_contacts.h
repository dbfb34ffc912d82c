#pragma once

#include "engine/geometry/shape.h"

#include <array>

namespace satbox {

// Contacts as R4 finds them (docs/references.md): of both polygons the edge of greatest separation gives
// normal and depth; every vertex of either that lies inside the other is a contact point with that normal and
// that depth. Nothing is clipped, so where edges cross without a vertex inside there is no point at all.
struct VertexContacts {
    Vec2 normal{0.0f, 0.0f};                            // unit, from A to B, A's frame
    float depth = 0.0f;                                 // m; above 0 where the polygons overlap
    std::array<Vec2, 2 * kMaxPolygonVertices> points{}; // A's frame, m: vertices of A, then of B
    int count = 0;
};

// Of shapes that are no polygons, which R4 does not know, the points of collide() that overlap, with its
// normal and the greatest depth. bInA as in collide().
VertexContacts findVertexContacts(const Shape& a, const Shape& b, const Transform& bInA);

} // namespace satbox
