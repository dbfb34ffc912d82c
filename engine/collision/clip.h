#pragma once

#include "engine/collision/manifold.h"
#include "engine/collision/sat.h"

namespace satbox {

// Cores nearer than this (length units) have no reliable direction from corner to corner; the face's normal
// is used instead. The error of the depth is then less than this.
inline constexpr float kCornerDistance = 1e-4f;

// The incident face of `polygon` for a reference face with outward normal `normal`: of the two faces at the
// support point along -normal, the more anti-parallel one; the one of lower index on a tie.
int incidentFace(const PolygonView& polygon, Vec2 normal);

// The squared distance (m^2) of a point from the line of a face, or -1 if the point does not project onto the
// face. A projection up to kCornerDistance beyond an end still counts: otherwise two edges of equal length,
// face to face, would flicker between being nearest at their corners and along their sides.
float squaredDistanceToFace(Vec2 point, const PolygonView& polygon, int face, float lengthUnit);

// True if the point projects onto one of the two faces that meet in the vertex. Rounding may select the wrong
// one of two nearly collinear faces. A point beyond that face's end need not be in the Voronoi region of the
// corner there: it may project onto the other face.
bool projectsOntoAdjacentFace(int vertex, const PolygonView& polygon, Vec2 point, float lengthUnit);

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
    Vec2 nearFirst{0.0f, 0.0f};  // end on r1's side
    Vec2 nearSecond{0.0f, 0.0f}; // end on r2's side
    float separationFirst = 0.0f;
    float separationSecond = 0.0f;
    bool empty = true;
};
ClippedEdge clipToSidePlanes(const ClipInput& in);

// The id of a contact point: the two corners at its end of the touching edges, whether or not clipping moved
// the point. So ids persist when one edge slides along the other, when clipping changes sides between two
// boxes of equal width, and when the reference face changes from one shape to the other.
inline FeatureId cornerPair(int vertexA, int vertexB)
{
    return {static_cast<uint16_t>(static_cast<unsigned>(vertexA) << 8 | static_cast<unsigned>(vertexB))};
}

inline constexpr int kVertexFeature = 0x80; // added to a vertex index to distinguish it from an edge index

// The manifold of the swapped shapes. `m` is in B's frame with B as its first shape; the result is in A's
// frame, with the normal from A to B and the indices of the feature ids exchanged. bInA as in collide().
Manifold swapped(const Manifold& m, const Transform& bInA);

} // namespace satbox
