#pragma once

#include "engine/collision/collide.h"
#include "engine/collision/collision_observer.h"
#include "engine/collision/manifold.h"
#include "engine/core/internal_api.h"
#include <satbox/contacts.h>

#include <cmath>

namespace satbox {

// Collision of two convex polygons, as a template over an observer. collidePolygons uses NoCollisionObserver;
// a recording observer shows how a contact comes about.
//
//   1. Transform B's vertices to A's frame; B's normals only if step 2 reaches B's faces.
//   2. Greatest separation over A's faces, then over B's (sat.h). Above the limit: no contact.
//   3. If rounded cores are apart and nearest at two corners: one point, normal from corner to corner.
//   4. Otherwise reference face, incident face and clipping (clip.h); points within the limit are kept.

// Two faces count as parallel if the dot product of their normals is below this: 0.8 degrees from
// anti-parallel.
inline constexpr float kParallelFaces = -0.9999f;

// Accepted error (length units) of the gap between polygons without radius if clipping removes the nearest
// vertex. If the error is greater and clipping kept no point, there is no contact (see collide()). If it kept
// one, a single point replaces it: from corner to corner if the nearest vertex projects beyond an end of the
// face, or the vertex itself if it projects onto the face or nearly coincides with the corner.
inline constexpr float kGapTolerance = 5e-5f;

// Clipped ends nearer than this (length units) are merged into one point.
inline constexpr float kMergePointDistance = 1e-4f;

namespace detail {

// The two ends of edge `face` as vertex indices.
struct EdgeIndices {
    int first = 0, second = 0;
};
inline EdgeIndices edgeOf(const PolygonView& polygon, int face) { return {face, polygon.next(face)}; }

// Whether two edges are nearest to each other at an end of each, and the distance of those ends.
// Precondition: the shapes are separated, or nearly so.
struct NearestCorners {
    bool areNearest = false; // the other members then describe the two corners
    int vertexA = 0, vertexB = 0;
    int edgeA = 0, edgeB = 0; // the faces compared
    float distance = 0.0f;    // m
};
SATBOX_INTERNAL_API NearestCorners nearestCorners(const PolygonView& a, int edgeA, const PolygonView& b,
                                                  int edgeB, float lengthUnit);

// The reference face; the other shape's incident face is clipped.
struct ReferenceChoice {
    ReferenceOwner owner = ReferenceOwner::A;
    MaxSeparation face;
};

// The contact point halfway between the surfaces, for a point p of the incident core at separation s. The
// surface of the face's owner is at p - (s - ownerRadius) * outward, the other at p - otherRadius * outward.
inline Vec2 midPoint(ReferenceOwner owner, Vec2 outward, Vec2 p, float s, float radiusA, float radiusB)
{
    const float radiusDifference = owner == ReferenceOwner::A ? radiusA - radiusB : radiusB - radiusA;
    return p + 0.5f * (radiusDifference - s) * outward;
}

inline void addPoint(Manifold& m, Vec2 point, float separation, FeatureId id, float speculativeDistance)
{
    if (separation > speculativeDistance) return;
    m.points[static_cast<size_t>(m.count)] = {point, separation, id};
    ++m.count;
}

template<class Observer>
Manifold clipManifold(const PolygonView& a, const PolygonView& b, const ReferenceChoice& choice,
                      float radiusA, float radiusB, CollisionRange range, Observer& observer)
{
    const bool fromA = choice.owner == ReferenceOwner::A;
    const PolygonView& owner = fromA ? a : b;
    const PolygonView& other = fromA ? b : a;
    const Vec2 outward = owner.normals[choice.face.face];
    const int incident = incidentFace(other, outward);
    if constexpr (Observer::kRecords) observer.onReference(choice.owner, choice.face.face, incident);

    const EdgeIndices r = edgeOf(owner, choice.face.face);
    const EdgeIndices i = edgeOf(other, incident);
    const ClipInput in{.r1 = owner.vertices[r.first],
                       .r2 = owner.vertices[r.second],
                       .normal = outward,
                       .i1 = other.vertices[i.first],
                       .i2 = other.vertices[i.second]};
    const ClippedEdge clipped = clipToSidePlanes(in);
    if constexpr (Observer::kRecords) observer.onClipped(in, clipped);

    Manifold m;
    m.normal = fromA ? outward : -outward;
    m.referenceOwner = choice.owner;
    m.referenceFace = static_cast<uint8_t>(choice.face.face);
    m.incidentFace = static_cast<uint8_t>(incident);

    const auto add = [&](Vec2 p, float s, FeatureId id) {
        addPoint(m, midPoint(choice.owner, outward, p, s, radiusA, radiusB), s - radiusA - radiusB, id,
                 range.speculative);
    };
    // A's first corner always comes first, whichever shape owns the face.
    const FeatureId idFirst = fromA ? cornerPair(r.first, i.second) : cornerPair(i.second, r.first);
    const FeatureId idSecond = fromA ? cornerPair(r.second, i.first) : cornerPair(i.first, r.second);
    if (clipped.empty) return m;
    const float merge = kMergePointDistance * range.lengthUnit;
    const bool onePoint = lengthSquared(clipped.endNearR2 - clipped.endNearR1) < merge * merge;
    if (onePoint) {
        const bool first = clipped.separationNearR1 <= clipped.separationNearR2;
        add(first ? clipped.endNearR1 : clipped.endNearR2,
            first ? clipped.separationNearR1 : clipped.separationNearR2, first ? idFirst : idSecond);
    } else if (fromA) {
        add(clipped.endNearR1, clipped.separationNearR1, idFirst);
        add(clipped.endNearR2, clipped.separationNearR2, idSecond);
    } else {
        add(clipped.endNearR2, clipped.separationNearR2, idSecond);
        add(clipped.endNearR1, clipped.separationNearR1, idFirst);
    }
    return m;
}

// One point at the support point of the other shape, in front of or behind the reference face.
SATBOX_INTERNAL_API Manifold supportManifold(const PolygonView& a, const PolygonView& b,
                                             const ReferenceChoice& choice, float radiusA, float radiusB,
                                             float speculativeDistance);

// For separated cores that are nearest at two corners: one point between the corners, with the normal from
// corner to corner. No point if they are too far apart.
SATBOX_INTERNAL_API Manifold cornerManifold(const PolygonView& a, const PolygonView& b,
                                            const NearestCorners& nearest, float radiusA, float radiusB,
                                            float speculativeDistance);

// The support point of the other shape and, if it is beyond an end of the best separating face, the corner at
// that end.
SATBOX_INTERNAL_API NearestCorners cornersBeyondFaceEnd(const PolygonView& a, const PolygonView& b,
                                                        const ReferenceChoice& best, float lengthUnit);

// How much shallower the deepest point of a manifold may be than the deepest vertex, m. Clipping removes that
// vertex if it is beyond an end of the reference face. Without radii the polygons still separate, since the
// vertex passes the corner at that end. With radii it would hit the rounded corner, so only rounding is
// tolerated.
inline float depthSlack(const PolygonView& a, const PolygonView& b, float separation, float radii,
                        float lengthUnit)
{
    if (radii == 0.0f) return (separation > 0.0f ? kGapTolerance : kReferenceFaceBias) * lengthUnit;
    constexpr float kRounding = 1e-6f;
    const auto reach = [](Vec2 v) { return std::fabs(v.x) + std::fabs(v.y); };
    float farthest = lengthUnit;
    for (int i = 0; i < a.count; ++i) farthest = std::fmax(farthest, reach(a.vertices[i]));
    for (int i = 0; i < b.count; ++i) farthest = std::fmax(farthest, reach(b.vertices[i]));
    return std::fmin(kRounding * farthest, kReferenceFaceBias * lengthUnit);
}

// True if some point is at least this deep.
inline bool hasPointAsDeep(const Manifold& m, float separation)
{
    return (m.count > 0 && m.points[0].separation <= separation) ||
           (m.count > 1 && m.points[1].separation <= separation);
}

// Both shapes in A's frame. Precondition: neither face's separation exceeds the limit of `range`.
template<class Observer>
Manifold manifoldFromFaces(const PolygonView& a, const PolygonView& b, const MaxSeparation& faceA,
                           const MaxSeparation& faceB, float radiusA, float radiusB, CollisionRange range,
                           Observer& observer)
{
    const float radii = radiusA + radiusB;
    const float cornerDistance = kCornerDistance * range.lengthUnit;
    const float gapTolerance = kGapTolerance * range.lengthUnit;

    // Two cores in one line, end to end, are apart, but the separation from their long faces is 0. So nearly
    // touching cores count as apart.
    const bool fromA = faceA.separation >= faceB.separation;
    const bool nearlyApart = (fromA ? faceA : faceB).separation > -cornerDistance;
    const bool coresApart = radii > 0.0f && nearlyApart;
    const auto findNearestCorners = [&] {
        const int edgeA = fromA ? faceA.face : incidentFace(a, b.normals[faceB.face]);
        const int edgeB = fromA ? incidentFace(b, a.normals[faceA.face]) : faceB.face;
        return nearestCorners(a, edgeA, b, edgeB, range.lengthUnit);
    };
    if (coresApart) {
        const NearestCorners nearest = findNearestCorners();
        if (nearest.areNearest && nearest.distance > cornerDistance) {
            if constexpr (Observer::kRecords) {
                observer.onCorners(nearest.vertexA, nearest.vertexB, nearest.distance);
            }
            return cornerManifold(a, b, nearest, radiusA, radiusB, range.speculative);
        }
    }
    // The bias keeps the reference face from flickering between the shapes. Around separated rounded cores
    // the normal turns continuously from one face to the next, so the bias is needed for parallel faces only.
    const bool parallel = dot(a.normals[faceA.face], b.normals[faceB.face]) < kParallelFaces;
    const float bias = coresApart && !parallel ? 0.0f : kReferenceFaceBias * range.lengthUnit;
    // Without bias if B's face separates the shapes: A's face would report an overlap.
    const bool apartByB = faceB.separation > radii && faceA.separation < radii - gapTolerance;
    const bool takeB = apartByB || faceB.separation > faceA.separation + bias;
    const ReferenceChoice choiceA{ReferenceOwner::A, faceA};
    const ReferenceChoice choiceB{ReferenceOwner::B, faceB};
    Manifold m = clipManifold(a, b, takeB ? choiceB : choiceA, radiusA, radiusB, range, observer);
    // Clipping to a face preferred by the bias may remove the other shape's deepest vertex; then the face of
    // greater separation is used.
    const ReferenceChoice& best = fromA ? choiceA : choiceB;
    const auto fallsShort = [&](const Manifold& manifold, float separation) {
        return !hasPointAsDeep(manifold, separation - radii) &&
               !hasPointAsDeep(manifold, separation - radii +
                                             depthSlack(a, b, best.face.separation, radii, range.lengthUnit));
    };
    if (!takeB && faceB.separation > faceA.separation && fallsShort(m, faceA.separation)) {
        m = clipManifold(a, b, choiceB, radiusA, radiusB, range, observer);
    }
    // Separated polygons without radius that are nearest at two corners pass each other, so they give no
    // point. If one is partly in front of the other's face, the corners give the point.
    const bool overlap = best.face.separation <= 0.0f;
    const bool tooShallow = fallsShort(m, best.face.separation);
    if (tooShallow && radii == 0.0f && !overlap) {
        if (m.count == 0) return {};
        const NearestCorners nearest = cornersBeyondFaceEnd(a, b, best, range.lengthUnit);
        if (nearest.areNearest) {
            if constexpr (Observer::kRecords) {
                observer.onCorners(nearest.vertexA, nearest.vertexB, nearest.distance);
            }
            return cornerManifold(a, b, nearest, radiusA, radiusB, range.speculative);
        }
    }
    // Clipping may remove the deepest vertex if two corners nearly coincide, or if the face is shorter than
    // the depth of the overlap. Then that vertex alone is the contact point.
    bool shallow = tooShallow;
    // Two faces in one line, one beyond the other's end, can overlap only by rounding.
    if (shallow && nearlyApart && !coresApart) {
        const NearestCorners nearest = findNearestCorners();
        shallow = !nearest.areNearest || nearest.distance <= cornerDistance;
    }
    if (shallow) {
        m = supportManifold(a, b, best, radiusA, radiusB, range.speculative);
        if constexpr (Observer::kRecords) observer.onSupport(best.owner, best.face.face, m.incidentFace);
    }
    if (m.count == 0) return {};
    return m;
}

template<int CountA, int CountB, class Observer>
Manifold collideCounted(const Polygon& a, const Polygon& b, const Transform& bInA, CollisionRange range,
                        Observer& observer)
{
    const float separationLimit = range.speculative + (a.radius + b.radius);
    const int countB = CountB > 0 ? CountB : b.count;
    const PolygonView viewA = viewOf(a);
    Vec2 vertices[kMaxPolygonVertices];
    Vec2 normals[kMaxPolygonVertices];
    const PolygonView viewB{vertices, normals, countB};

    for (int i = 0; i < countB; ++i) vertices[i] = transformPoint(bInA, b.vertices[static_cast<size_t>(i)]);
    const MaxSeparation faceA = findMaxSeparation<CountA, CountB>(
        viewA, viewB, separationLimit, FaceObserver<Observer>{observer, ReferenceOwner::A});
    if (faceA.separation > separationLimit) return {};

    for (int i = 0; i < countB; ++i) normals[i] = rotate(bInA.q, b.normals[static_cast<size_t>(i)]);
    const MaxSeparation faceB = findMaxSeparation<CountB, CountA>(
        viewB, viewA, separationLimit, FaceObserver<Observer>{observer, ReferenceOwner::B});
    if (faceB.separation > separationLimit) return {};

    return manifoldFromFaces(viewA, viewB, faceA, faceB, a.radius, b.radius, range, observer);
}

} // namespace detail

template<class Observer>
Manifold collidePolygonsObserved(const Polygon& a, const Polygon& b, const Transform& bInA,
                                 CollisionRange range, Observer& observer)
{
    if (a.count == 4 && b.count == 4) return detail::collideCounted<4, 4>(a, b, bInA, range, observer);
    return detail::collideCounted<0, 0>(a, b, bInA, range, observer);
}

// Greatest separation of two polygons along any face normal, radii included, m; negative if none separates
// them.
float greatestSeparation(const Polygon& a, const Polygon& b, const Transform& bInA);

} // namespace satbox
