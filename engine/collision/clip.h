#pragma once

#include "engine/collision/manifold.h"
#include "engine/collision/sat.h"
#include "engine/core/internal_api.h"
#include <satbox/contacts.h>

namespace satbox {

// Between two corners nearer than this (length units) the direction is unreliable, so the face's normal is
// used instead. The error of the depth is then less than this distance.
inline constexpr float kCornerDistance = 1e-4f;

// The incident face of `polygon` for a reference face with outward normal `normal`: of the two faces at the
// support point along -normal, the more anti-parallel one; the one of lower index on a tie.
SATBOX_INTERNAL_API int incidentFace(const PolygonView& polygon, Vec2 normal);

// The squared distance (m^2) of a point from the line of a face, or -1 if the point does not project onto the
// face. A projection up to kCornerDistance beyond an end still counts. Otherwise the nearest features of two
// edges of equal length, face to face, would flicker between their corners and their faces.
float squaredDistanceToFace(Vec2 point, const PolygonView& polygon, int face, float lengthUnit);

// True if the point projects onto one of the two faces that meet in the vertex: then the vertex is not the
// nearest feature. Callers have tested one of these faces, but rounding may have selected the wrong one of
// two nearly collinear faces.
SATBOX_INTERNAL_API bool projectsOntoAdjacentFace(int vertex, const PolygonView& polygon, Vec2 point,
                                                  float lengthUnit);

// The corner nearest to `point`, by steps to nearer neighbours from `vertex`, an end of the face compared.
// Rounding may have selected the wrong one of two nearly collinear faces, so that the nearest corner is an
// end of the other one.
SATBOX_INTERNAL_API int nearestCornerFrom(int vertex, const PolygonView& polygon, Vec2 point);

// Input of clipping: the incident edge is clipped to the side planes, which are perpendicular to the
// reference edge at its ends:
//
//      incident  i2 <----------*--- i1        Both polygons are counter-clockwise, so the
//                   |          |              edges have opposite directions: r1 is
//                   r1 ------> r2             opposite i2, and r2 opposite i1.
//                      reference
struct ClipInput {
    Vec2 r1{0.0f, 0.0f}, r2{0.0f, 0.0f};
    Vec2 normal{0.0f, 0.0f}; // of the reference edge
    Vec2 i1{0.0f, 0.0f}, i2{0.0f, 0.0f};
};
// Positions of the incident edge's ends along the reference edge, m from r1. The side planes are at 0 and
// `end`.
struct ClipSpan {
    float end = 0.0f;
    float lower = 0.0f; // of i2
    float upper = 0.0f; // of i1
};
inline ClipSpan clipSpan(const ClipInput& in)
{
    const Vec2 tangent = perp(in.normal);
    return {dot(in.r2 - in.r1, tangent), dot(in.i2 - in.r1, tangent), dot(in.i1 - in.r1, tangent)};
}

// Separations are distances of the cores along the reference normal from the reference edge's line, m,
// without the radii.
struct ClippedEdge {
    Vec2 endNearR1{0.0f, 0.0f}; // end on r1's side
    Vec2 endNearR2{0.0f, 0.0f}; // end on r2's side
    float separationNearR1 = 0.0f;
    float separationNearR2 = 0.0f;
    bool empty = true;
};
SATBOX_INTERNAL_API ClippedEdge clipToSidePlanes(const ClipInput& in);

// The id of a contact point: the corners of A and B at its end of the two touching edges, whether or not
// clipping moved the point. So the id stays the same when one edge slides along the other, when the reference
// face changes to the other shape, and whichever of two boxes of equal width is clipped.
inline FeatureId cornerPair(int vertexA, int vertexB)
{
    return {static_cast<uint16_t>(static_cast<unsigned>(vertexA) << 8 | static_cast<unsigned>(vertexB))};
}

inline constexpr int kVertexFeature = 0x80; // added to a vertex index to distinguish it from an edge index

// The manifold of the swapped shapes. `m` is in B's frame with B as its first shape; the result is in A's
// frame, with the normal from A to B and the indices of the feature ids exchanged. bInA as in collide().
SATBOX_INTERNAL_API Manifold swapped(const Manifold& m, const Transform& bInA);

} // namespace satbox
