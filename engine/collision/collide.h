#pragma once

#include "engine/collision/manifold.h"
#include "engine/core/internal_api.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

namespace satbox {

// Contact manifold of two shapes, in A's frame: a pure function, so tools that display a contact can call it
// as well. `bInA` is the pose of B's body in A's body frame (invMul(poseA, poseB)). Two segments never
// collide: neither has an inside.
//
// Guarantee for overlapping shapes: moving B by normal * (depth + eps) separates them, where depth is the
// negative of the least separation and eps the rounding of floats. No shorter translation separates them
// (tolerance: kReferenceFaceBias). For separated shapes the least separation is their distance (tolerance:
// kGapTolerance, collide_polygons.h). Both tolerances are for a length unit of 1 m. Exception: two separated
// polygons without radius give no point if they are nearest at two corners and neither edge keeps a point
// when it is clipped to the other's ends, since the corners would pass each other.
//
// Feature ids: between polygons, capsules and segments, the vertices of A and B at the point's end of the two
// touching edges (cornerPair in clip.h). Against a circle, the other shape's edge, or 0x80 + its vertex; the
// circle's index is 0.
SATBOX_INTERNAL_API Manifold collide(const Shape& a, const Shape& b, const Transform& bInA,
                                     CollisionRange range);

// The two most frequent cases, without the dispatch on the shapes' kinds.
Manifold collidePolygons(const Polygon& a, const Polygon& b, const Transform& bInA, CollisionRange range);
SATBOX_INTERNAL_API Manifold collideCircles(const Circle& a, const Circle& b, const Transform& bInA,
                                            CollisionRange range);

// B's face becomes the reference face only if its separation exceeds that of A's face by more than this
// (length units), so that the choice does not flicker between two equally good faces.
inline constexpr float kReferenceFaceBias = 5e-4f;

} // namespace satbox
