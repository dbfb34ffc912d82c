#pragma once

#include "engine/collision/collide.h"
#include "engine/collision/collision_observer.h"

namespace satbox {

// Two convex polygons, step by step, as a template over an observer: collidePolygons is this with
// NoCollisionObserver; whoever wants to show how a contact came about passes one that records.
//
//   1. B's vertices into A's frame, once; its normals when they are asked for.
//   2. Greatest separation over A's faces, then over B's (sat.h); apart by more than asked: done.
//   3. Capsules whose cores are apart: the two cores' nearest points may be two corners. Then the normal is
//   the line
//      between them and there is one point.
//   4. Reference face, incident face, clipping (clip.h), the points near enough kept.

// Faces whose normals' dot product is below this face each other: 0.8 degrees from anti-parallel.
inline constexpr float kParallelFaces = -0.9999f;

// A gap between polygons without radius may be told too large by this (length units), where clipping cuts off
// the vertex that is nearest. Otherwise the two corners there make the contact.
inline constexpr float kGapTolerance = 5e-5f;

// Clipped ends nearer than this (length units) are one point.
inline constexpr float kMergePointDistance = 1e-4f;

namespace detail {

// The two ends of edge `face` as vertex indices.
struct EdgeIndices {
    int first = 0, second = 0;
};
inline EdgeIndices edgeOf(const PolygonView& polygon, int face)
{
    return {face, face + 1 < polygon.count ? face + 1 : 0};
}

// Whether the nearest points of two edges are an end of each, and how far apart these are. Edges that cross
// are none of this function's business: the caller knows them to be apart, or nearly so.
struct NearestCorners {
    bool corners = false;
    int vertexA = 0, vertexB = 0;
    int edgeA = 0, edgeB = 0; // faces looked at
    float distance = 0.0f;    // m
};
NearestCorners nearestCorners(const PolygonView& a, int edgeA, const PolygonView& b, int edgeB,
                              float lengthUnit);

// The manifold from a reference face. `owner` has the face, `other` is clipped; radii as in A, B order.
struct ReferenceChoice {
    ReferenceOwner owner = ReferenceOwner::A;
    MaxSeparation face;
};

// A point p of the incident core at separation s: the owner's surface is at p - (s - ownerRadius) outward,
// the other's at p - otherRadius outward. Half way between them:
inline Vec2 midPoint(ReferenceOwner owner, Vec2 outward, Vec2 p, float s, float radiusA, float radiusB)
{
    const float ownersMore = owner == ReferenceOwner::A ? radiusA - radiusB : radiusB - radiusA;
    return p + 0.5f * (ownersMore - s) * outward;
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
    // Always A's first corner first, whichever shape owns the face.
    const FeatureId idFirst = fromA ? cornerPair(r.first, i.second) : cornerPair(i.second, r.first);
    const FeatureId idSecond = fromA ? cornerPair(r.second, i.first) : cornerPair(i.first, r.second);
    if (clipped.empty) return m;
    const float merge = kMergePointDistance * range.lengthUnit;
    const bool onePoint = lengthSquared(clipped.nearSecond - clipped.nearFirst) < merge * merge;
    if (onePoint) {
        const bool first = clipped.separationFirst <= clipped.separationSecond;
        add(first ? clipped.nearFirst : clipped.nearSecond,
            first ? clipped.separationFirst : clipped.separationSecond, first ? idFirst : idSecond);
    } else if (fromA) {
        add(clipped.nearFirst, clipped.separationFirst, idFirst);
        add(clipped.nearSecond, clipped.separationSecond, idSecond);
    } else {
        add(clipped.nearSecond, clipped.separationSecond, idSecond);
        add(clipped.nearFirst, clipped.separationFirst, idFirst);
    }
    return m;
}

// One point, where the support point of `other` lies before or behind the reference face.
Manifold supportManifold(const PolygonView& a, const PolygonView& b, const ReferenceChoice& choice,
                         float radiusA, float radiusB, float speculativeDistance);

// Cores that are apart and nearest at two corners: one point between these, its normal the line from corner
// to corner. None if they are too far apart.
Manifold cornerManifold(const PolygonView& a, const PolygonView& b, const NearestCorners& nearest,
                        float radiusA, float radiusB, float speculativeDistance);

// Where the support point of `other` lies beyond an end of the best separating face, these two are nearest.
NearestCorners cornersBeside(const PolygonView& a, const PolygonView& b, const ReferenceChoice& best,
                             float lengthUnit);

// By how much the deepest point of a manifold may lie less deep than the vertex behind the reference face, m.
// Polygons without radius part all the same: what lies beyond the face's end passes it by. Around a radius it
// meets the face's corner, and so only rounding is allowed for.
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

// Whether some point lies at least this deep.
inline bool reaches(const Manifold& m, float separation)
{
    return (m.count > 0 && m.points[0].separation <= separation) ||
           (m.count > 1 && m.points[1].separation <= separation);
}

// Both shapes in A's frame, neither separated from the other by `enough` or more.
template<class Observer>
Manifold manifoldOfFaces(const PolygonView& a, const PolygonView& b, const MaxSeparation& faceA,
                         const MaxSeparation& faceB, float radiusA, float radiusB, CollisionRange range,
                         Observer& observer)
{
    const float radii = radiusA + radiusB;
    const float cornerDistance = kCornerDistance * range.lengthUnit;
    const float gapTolerance = kGapTolerance * range.lengthUnit;

    // Cores that lie end to end in one line show no separation along either side, so nearly touching counts
    // too.
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
        if (nearest.corners && nearest.distance > cornerDistance) {
            if constexpr (Observer::kRecords) {
                observer.onCorners(nearest.vertexA, nearest.vertexB, nearest.distance);
            }
            return cornerManifold(a, b, nearest, radiusA, radiusB, range.speculative);
        }
    }
    // The bias keeps the reference face from flickering between the shapes. Around rounded cores that are
    // apart the normal turns steadily from one face to the next, and there it serves parallel faces only.
    const bool parallel = dot(a.normals[faceA.face], b.normals[faceB.face]) < kParallelFaces;
    const float bias = coresApart && !parallel ? 0.0f : kReferenceFaceBias * range.lengthUnit;
    // Nor does it make an overlap of what B's face shows to be apart.
    const bool apartByB = faceB.separation > radii && faceA.separation < radii - gapTolerance;
    const bool takeB = apartByB || faceB.separation > faceA.separation + bias;
    const ReferenceChoice choiceA{ReferenceOwner::A, faceA};
    const ReferenceChoice choiceB{ReferenceOwner::B, faceB};
    Manifold m = clipManifold(a, b, takeB ? choiceB : choiceA, radiusA, radiusB, range, observer);
    // A face that owes its place to the bias may look past the other shape's deepest vertex. Then the better
    // face it is.
    const ReferenceChoice& best = fromA ? choiceA : choiceB;
    const auto fallsShort = [&](const Manifold& manifold, float separation) {
        return !reaches(manifold, separation - radii) &&
               !reaches(manifold,
                        separation - radii + depthSlack(a, b, best.face.separation, radii, range.lengthUnit));
    };
    if (!takeB && faceB.separation > faceA.separation && fallsShort(m, faceA.separation)) {
        m = clipManifold(a, b, choiceB, radiusA, radiusB, range, observer);
    }
    // Polygons without radius whose corners are nearest pass each other by, unless one lies partly before the
    // other's face.
    const bool overlap = best.face.separation <= 0.0f;
    const bool tooShallow = fallsShort(m, best.face.separation);
    if (tooShallow && radii == 0.0f && !overlap) {
        if (m.count == 0) return {};
        const NearestCorners nearest = cornersBeside(a, b, best, range.lengthUnit);
        if (nearest.corners) {
            if constexpr (Observer::kRecords) {
                observer.onCorners(nearest.vertexA, nearest.vertexB, nearest.distance);
            }
            return cornerManifold(a, b, nearest, radiusA, radiusB, range.speculative);
        }
    }
    // Where two corners all but coincide, clipping may cut off both; a face shorter than the overlap is deep
    // may look past the deepest vertex too. Then that vertex alone tells how far to move.
    bool shallow = tooShallow;
    // Two faces in one line, one beyond the other's end, overlap by nothing but rounding.
    if (shallow && nearlyApart && !coresApart) {
        const NearestCorners nearest = findNearestCorners();
        shallow = !nearest.corners || nearest.distance <= cornerDistance;
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
    const float enough = range.speculative + (a.radius + b.radius);
    const int countB = CountB > 0 ? CountB : b.count;
    const PolygonView viewA = viewOf(a);
    Vec2 vertices[kMaxPolygonVertices];
    Vec2 normals[kMaxPolygonVertices];
    const PolygonView viewB{vertices, normals, countB};

    for (int i = 0; i < countB; ++i) vertices[i] = transformPoint(bInA, b.vertices[static_cast<size_t>(i)]);
    const MaxSeparation faceA = findMaxSeparation<CountA, CountB>(
        viewA, viewB, enough, FacesOf<Observer>{observer, ReferenceOwner::A});
    if (faceA.separation > enough) return {};

    for (int i = 0; i < countB; ++i) normals[i] = rotate(bInA.q, b.normals[static_cast<size_t>(i)]);
    const MaxSeparation faceB = findMaxSeparation<CountB, CountA>(
        viewB, viewA, enough, FacesOf<Observer>{observer, ReferenceOwner::B});
    if (faceB.separation > enough) return {};

    return manifoldOfFaces(viewA, viewB, faceA, faceB, a.radius, b.radius, range, observer);
}

} // namespace detail

template<class Observer>
Manifold collidePolygonsObserved(const Polygon& a, const Polygon& b, const Transform& bInA,
                                 CollisionRange range, Observer& observer)
{
    if (a.count == 4 && b.count == 4) return detail::collideCounted<4, 4>(a, b, bInA, range, observer);
    return detail::collideCounted<0, 0>(a, b, bInA, range, observer);
}

// How far apart two polygons are, m, along the face normal that separates them most; negative where none
// does.
float greatestSeparation(const Polygon& a, const Polygon& b, const Transform& bInA);

} // namespace satbox
