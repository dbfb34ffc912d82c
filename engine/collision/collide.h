#pragma once

#include "engine/collision/manifold.h"
#include "engine/geometry/shape.h"

namespace satbox {

// Contact geometry of two shapes: a pure function of its arguments, so that whoever wants to look at a
// contact is only one more caller. `bInA` is B's body frame seen from A's body frame (invMul(poseA, poseB)).
// The manifold comes in A's frame.
// Two segments never collide (neither has an inside).
//
// Promise for overlapping shapes: moving B by normal * (depth + eps), depth = -min separation and eps what
// floats round off, separates them, and no direction separates in less (up to kReferenceFaceBias). Of shapes
// that are apart the least separation is their distance (up to kGapTolerance, collide_polygons.h), both for a
// length unit of 1 m; corners of polygons without radius that pass each other by, neither before the other's
// face, make no point.
//
// Feature ids: between polygons, capsules and segments, the vertices of A and of B at the point's end of the
// two touching edges (cornerPair in clip.h). Against a circle, the other shape's edge, or 0x80 + its vertex;
// the circle's index is 0.
Manifold collide(const Shape& a, const Shape& b, const Transform& bInA, CollisionRange range);

// The two cases that the step calls most, without the dispatch.
Manifold collidePolygons(const Polygon& a, const Polygon& b, const Transform& bInA, CollisionRange range);
Manifold collideCircles(const Circle& a, const Circle& b, const Transform& bInA, CollisionRange range);

// Shape B's face must beat shape A's by this much (length units) to become the reference face, so that it
// does not flicker between two equally good ones.
inline constexpr float kReferenceFaceBias = 5e-4f;

} // namespace satbox
