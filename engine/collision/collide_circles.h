#pragma once

#include "engine/collision/collision_observer.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

namespace satbox {

namespace detail {

// Two points nearer than this (length units) have no direction between them.
inline constexpr float kSamePoint = 1e-6f;

// Sets one point halfway between the surfaces of two rounded shapes. The nearest points of their cores are
// `from` (on A) and from + distance * normal (on B).
inline void setPoint(Manifold& m, Vec2 from, Vec2 normal, float distance, float radiusA, float radiusB,
                     FeatureId id)
{
    m.normal = normal;
    m.points[0] = {from + 0.5f * (distance + radiusA - radiusB) * normal, distance - radiusA - radiusB, id};
    m.count = 1;
}

} // namespace detail

// Manifold of a polygon (or the two-vertex polygon of a capsule or segment) as A and a circle at `center` as
// B, both in the polygon's frame. The normal depends on the Voronoi region of the centre at the face of
// greatest separation: first corner, face or second corner. Feature ids hold the face, or kVertexFeature plus
// the vertex.
template<class Observer>
Manifold collidePolygonAndCircle(const Polygon& polygon, Vec2 center, float radius, CollisionRange range,
                                 Observer& observer)
{
    Manifold m;
    const float separationLimit = range.speculative + polygon.radius + radius;
    const MaxSeparation best =
        findMaxSeparation(viewOf(polygon), PolygonView{&center, nullptr, 1}, separationLimit,
                          FaceObserver<Observer>{observer, ReferenceOwner::A});
    if (best.separation > separationLimit) return m;

    const auto face = static_cast<size_t>(best.face);
    const int nextIndex = best.face + 1 < polygon.count ? best.face + 1 : 0;
    const Vec2 v1 = polygon.vertices[face];
    const Vec2 v2 = polygon.vertices[static_cast<size_t>(nextIndex)];
    const Vec2 normal = polygon.normals[face];
    m.referenceOwner = ReferenceOwner::A;
    m.referenceFace = static_cast<uint8_t>(best.face);

    // Inside the polygon, the face of greatest separation is the nearest feature. But a centre beyond the tip
    // of a needle is behind every face too, by no more than rounding. So a centre that is less than
    // cornerDistance deep counts as outside if it projects more than cornerDistance beyond the face's end. A
    // core of two vertices has no inside, so there any projection beyond the end counts.
    const float cornerDistance = kCornerDistance * range.lengthUnit;
    const bool inside = polygon.count > 2 && best.separation <= 0.0f;
    const bool deepInside = inside && best.separation <= -cornerDistance;
    const float endMargin = inside ? cornerDistance * length(v2 - v1) : 0.0f; // m^2
    const float alongFirst = dot(center - v1, v2 - v1);
    const float alongSecond = dot(center - v2, v1 - v2);
    const bool beyondFirst = !deepInside && alongFirst <= -endMargin;
    const bool beyondSecond = !deepInside && !beyondFirst && alongSecond <= -endMargin;
    const auto report = [&](VoronoiRegion region) {
        if constexpr (Observer::kRecords) observer.onRegion({best.face, region, alongFirst, alongSecond});
    };
    const int index = beyondFirst ? best.face : nextIndex;
    if ((beyondFirst || beyondSecond) &&
        !projectsOntoAdjacentFace(index, viewOf(polygon), center, range.lengthUnit)) {
        const Vec2 corner = beyondFirst ? v1 : v2;
        const float distance = length(center - corner);
        if (distance > detail::kSamePoint * range.lengthUnit) {
            report(beyondFirst ? VoronoiRegion::FirstCorner : VoronoiRegion::SecondCorner);
            if (distance > separationLimit) return Manifold{};
            detail::setPoint(m, corner, (1.0f / distance) * (center - corner), distance, polygon.radius,
                             radius, cornerPair(kVertexFeature | index, 0));
            return m;
        }
    }
    report(inside ? VoronoiRegion::Inside : VoronoiRegion::Face);
    detail::setPoint(m, center - best.separation * normal, normal, best.separation, polygon.radius, radius,
                     cornerPair(best.face, 0));
    return m;
}

} // namespace satbox
