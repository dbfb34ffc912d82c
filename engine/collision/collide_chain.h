#pragma once

#include "engine/collision/collide_circles.h"
#include "engine/collision/collide_polygons.h"
#include "engine/collision/collision_observer.h"
#include "engine/collision/manifold.h"
#include "engine/core/internal_api.h"
#include "engine/geometry/shape.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

#include <algorithm>

namespace satbox {

// Collision with a one-sided segment, a piece of a chain, after E. Catto, "Ghost Collisions" and Box2D 3
// (docs/references.md).
//
// A body that slides over the joint of two segments may catch on the end of the next one: taken alone, that
// segment may be left by the shortest way through its end. But the way is blocked, since the chain goes on.
// So the normal of a contact is limited to what the piece owns of the chain's surface:
//
//               n1   n0
//                |  /
//   p2 ----------p1
//                 '-.
//                    before
//
// At a joint that turns left, the normals from n0 to n1 belong to the corner, and both pieces admit them.
// Normals beyond n0 belong to the piece before: this one skips them. At a joint that goes straight on or
// turns right there is no corner: normals that lean that way snap to n1.

// What a piece makes of the normal of a contact.
enum class NormalLimit : uint8_t { Admitted, Snapped, Skipped };

class SATBOX_INTERNAL_API ChainPiece {
  public:
    // `pose` transforms the segment's frame to that of the test. Precondition: the segment is one-sided.
    ChainPiece(const Segment& segment, const Transform& pose);

    Vec2 normal() const { return normal_; } // outward
    // True if the point is behind the piece, and behind its neighbours where the chain turns left.
    bool isBehind(Vec2 point) const;
    // `outward`: unit, away from the piece.
    NormalLimit limit(Vec2 outward) const;
    // Separation of `other` from the piece's line, m.
    float separation(const PolygonView& other) const;
    // True if `other` is separated more from the line of a neighbour, which then owns the contact.
    bool isOwnedByNeighbour(const PolygonView& other, float separation) const;
    // The face of `other` of greatest separation from the piece, among those whose normals are admitted.
    MaxSeparation maxSeparation(const PolygonView& other) const;

  private:
    Vec2 p1_, p2_;
    Vec2 along_, normal_;             // unit
    Vec2 normalBefore_, normalAfter_; // of the neighbours
    bool turnsLeftAt1_, turnsLeftAt2_;
};

inline bool isChainPiece(const Shape& shape)
{
    const auto* segment = std::get_if<Segment>(&shape);
    return segment && segment->oneSided;
}

// True if `target` is a piece of a chain and the middle of the other shape is behind it: then that shape
// passes.
bool passesChain(const Shape& target, const Shape& other, const Transform& otherInTarget);

namespace detail {

// The free manifold is that of a segment that collides from both sides and has free ends. Separated cores
// keep it, snap its normal, or skip it. For overlapping cores its normal may point to the wrong side, so the
// face of greatest separation is searched again among the admitted ones.
template<class Observer>
Manifold limitToChain(const ChainPiece& piece, const PolygonView& a, const PolygonView& b, bool pieceIsA,
                      const Manifold& free, float radiusA, float radiusB, bool isInFront,
                      CollisionRange range, Observer& observer)
{
    const PolygonView& other = pieceIsA ? b : a;
    const ReferenceOwner pieceOwner = pieceIsA ? ReferenceOwner::A : ReferenceOwner::B;
    const auto clipTo = [&](ReferenceOwner owner, const MaxSeparation& face) {
        const Manifold m = clipManifold(a, b, {owner, face}, radiusA, radiusB, range, observer);
        return m.count > 0 ? m : Manifold{};
    };
    const auto snap = [&] {
        if constexpr (Observer::kRecords) observer.onChain(ChainEffect::Snapped);
        return clipTo(pieceOwner, {0, piece.separation(other)}); // face 0 is the front
    };
    const auto skip = [&] {
        if constexpr (Observer::kRecords) observer.onChain(ChainEffect::Skipped);
        return Manifold{};
    };

    float least = free.points[0].separation;
    for (int i = 1; i < free.count; ++i)
        least = std::min(least, free.points[static_cast<size_t>(i)].separation);
    const bool coresApart = least + radiusA + radiusB > kCornerDistance * range.lengthUnit;
    if (isInFront && coresApart) {
        switch (piece.limit(pieceIsA ? free.normal : -free.normal)) {
        case NormalLimit::Admitted:
            return free;
        case NormalLimit::Snapped:
            return snap();
        case NormalLimit::Skipped:
            return skip();
        }
    }
    const float separation = piece.separation(other);
    const MaxSeparation face = piece.maxSeparation(other);
    const float bias = kReferenceFaceBias * range.lengthUnit;
    if (face.separation > separation + bias) {
        if constexpr (Observer::kRecords) observer.onChain(ChainEffect::Limited);
        return clipTo(otherOwner(pieceOwner), face);
    }
    if (piece.isOwnedByNeighbour(other, separation)) return skip();
    return snap();
}

} // namespace detail

// Manifold of a one-sided segment and a polygon (or the two-vertex polygon of a capsule) in A's frame.
template<class Observer>
Manifold collideChainAndPolygon(const Segment& segment, const Polygon& polygon, bool segmentIsA,
                                const Transform& bInA, CollisionRange range, Observer& observer)
{
    const ChainPiece piece(segment, segmentIsA ? Transform{} : bInA);
    const Vec2 center = segmentIsA ? transformPoint(bInA, polygon.centroid) : polygon.centroid;
    if (piece.isBehind(center)) {
        if constexpr (Observer::kRecords) observer.onChain(ChainEffect::Behind);
        return {};
    }
    const Polygon line = asPolygon(segment);
    const Polygon& a = segmentIsA ? line : polygon;
    const Polygon& b = segmentIsA ? polygon : line;
    const Manifold free = collidePolygonsObserved(a, b, bInA, range, observer);
    if (free.count == 0) return free;

    Vec2 vertices[kMaxPolygonVertices];
    Vec2 normals[kMaxPolygonVertices];
    for (int i = 0; i < b.count; ++i) {
        vertices[i] = transformPoint(bInA, b.vertices[static_cast<size_t>(i)]);
        normals[i] = rotate(bInA.q, b.normals[static_cast<size_t>(i)]);
    }
    const Vec2 onPiece = segmentIsA ? a.vertices[0] : vertices[0];
    const bool isInFront = dot(piece.normal(), center - onPiece) >= 0.0f;
    return detail::limitToChain(piece, viewOf(a), {vertices, normals, b.count}, segmentIsA, free, a.radius,
                                b.radius, isInFront, range, observer);
}

// Manifold of a one-sided segment as A and a circle at `center` as B, both in the segment's frame. A centre
// in front of a neighbour's face is the neighbour's.
template<class Observer>
Manifold collideChainAndCircle(const Segment& segment, Vec2 center, float radius, CollisionRange range,
                               Observer& observer)
{
    const Vec2 edge = segment.p2 - segment.p1;
    if (dot(rightPerp(edge), center - segment.p1) < 0.0f) {
        if constexpr (Observer::kRecords) observer.onChain(ChainEffect::Behind);
        return {};
    }
    const bool isBefore = dot(edge, center - segment.p1) <= 0.0f &&
                          dot(segment.p1 - segment.before, center - segment.p1) <= 0.0f;
    const bool isAfter =
        dot(edge, center - segment.p2) >= 0.0f && dot(segment.after - segment.p2, center - segment.p2) > 0.0f;
    if (isBefore || isAfter) {
        if constexpr (Observer::kRecords) observer.onChain(ChainEffect::Skipped);
        return {};
    }
    return collidePolygonAndCircle(asPolygon(segment), center, radius, range, observer);
}

} // namespace satbox
