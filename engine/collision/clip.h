#pragma once

#include "engine/collision/manifold.h"
#include "engine/collision/sat.h"

namespace satbox {

// Cores nearer than this (length units) have no reliable direction from corner to corner; the face's normal
// serves instead. The depth is wrong by less than this then.
inline constexpr float kCornerDistance = 1e-4f;

// The face of `polygon` that faces the reference face of outward normal `normal`: of the two that meet in the
// vertex deepest against it, the more anti-parallel one; of equal ones the first.
int incidentFace(const PolygonView& polygon, Vec2 normal);

// The squared distance (m^2) of a point from the line of a face, where it lies across from the face's inside;
// otherwise negative. A point up to kCornerDistance beyond an end still counts as across: otherwise two edges
// of one length, face to face, would flicker between being nearest at corners and along a side.
float squaredDistanceAcross(Vec2 point, const PolygonView& polygon, int face, float lengthUnit);

// Whether a point lies across from one of the two faces that meet in the vertex. A face chosen by separations
// is chosen up to rounding: of two nearly collinear faces the wrong one may win, beyond whose end the point
// lies, and then the point is not in that end's Voronoi region yet.
bool liesAcrossNextTo(int vertex, const PolygonView& polygon, Vec2 point, float lengthUnit);

// The part of the incident edge between the side planes of the reference edge, which stand at its ends,
// perpendicular to it:
//
//      incident  i2 <----------*--- i1        Both polygons run counter-clockwise, so the edges run against
//      each
//                   |          |              other: the reference edge's first end r1 lies across from i2,
//                   its r1 ------> r2             second end r2 across from i1.
//                      reference
struct ClipInput {
    Vec2 r1{0.0f, 0.0f}, r2{0.0f, 0.0f};
    Vec2 normal{0.0f, 0.0f}; // of the reference edge
    Vec2 i1{0.0f, 0.0f}, i2{0.0f, 0.0f};
};
// Where the incident edge ends along the reference edge, m from r1: the side planes stand at 0 and `end`.
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

// Separations are of the cores: along the reference normal from the reference edge's line, m, radius not
// taken off.
struct ClippedEdge {
    Vec2 nearFirst{0.0f, 0.0f};  // the end on r1's side
    Vec2 nearSecond{0.0f, 0.0f}; // the end on r2's side
    float separationFirst = 0.0f;
    float separationSecond = 0.0f;
    bool empty = true;
};
ClippedEdge clipToSidePlanes(const ClipInput& in);

// Names a contact point after the two corners that lie at its end of the two touching edges, whether clipping
// cut there or not. So ids stay when one edge slides along the other, when clipping changes sides between two
// boxes of one width, and when the reference face changes from one shape to the other.
inline FeatureId cornerPair(int vertexA, int vertexB)
{
    return {static_cast<uint16_t>(static_cast<unsigned>(vertexA) << 8 | static_cast<unsigned>(vertexB))};
}

inline constexpr int kVertexFeature = 0x80; // added to a vertex index where the other indices name edges

// The manifold of the swapped pair: `m` stands in B's frame with B as its first shape; the result in A's
// frame, normal from A to B, feature ids exchanged. bInA as in collide().
Manifold swapped(const Manifold& m, const Transform& bInA);

} // namespace satbox
