#include "engine/collision/collide_polygons.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>

#include <cmath>

namespace satbox {

namespace detail {

NearestCorners nearestCorners(const PolygonView& a, int edgeA, const PolygonView& b, int edgeB,
                              float lengthUnit)
{
    // Edges that do not cross are nearest at an end of one of them. Compares the least distance of an end
    // from the edge onto which it projects with the distances of the four pairs of ends.
    float alongside = -1.0f; // squared, m^2; negative: no end projects onto the other edge
    const auto measureToFace = [&](Vec2 end, const PolygonView& polygon, int face) {
        const float squared = squaredDistanceToFace(end, polygon, face, lengthUnit);
        if (squared >= 0.0f && (alongside < 0.0f || squared < alongside)) alongside = squared;
    };
    const EdgeIndices atA = edgeOf(a, edgeA), atB = edgeOf(b, edgeB);
    const int endsA[2] = {atA.first, atA.second};
    const int endsB[2] = {atB.first, atB.second};
    for (const int i : endsA) measureToFace(a.vertices[i], b, edgeB);
    for (const int j : endsB) measureToFace(b.vertices[j], a, edgeA);

    NearestCorners nearest{false, endsA[0], endsB[0], edgeA, edgeB, 0.0f};
    float squaredDistance = -1.0f;
    for (const int i : endsA) {
        for (const int j : endsB) {
            const float squared = lengthSquared(b.vertices[j] - a.vertices[i]);
            if (squaredDistance < 0.0f || squared < squaredDistance) {
                squaredDistance = squared;
                nearest.vertexA = i;
                nearest.vertexB = j;
            }
        }
    }
    if (!(alongside < 0.0f || squaredDistance < alongside)) return nearest;

    nearest.vertexB = nearestCornerFrom(nearest.vertexB, b, a.vertices[nearest.vertexA]);
    nearest.vertexA = nearestCornerFrom(nearest.vertexA, a, b.vertices[nearest.vertexB]);
    nearest.distance = length(b.vertices[nearest.vertexB] - a.vertices[nearest.vertexA]);
    nearest.areNearest =
        !projectsOntoAdjacentFace(nearest.vertexB, b, a.vertices[nearest.vertexA], lengthUnit) &&
        !projectsOntoAdjacentFace(nearest.vertexA, a, b.vertices[nearest.vertexB], lengthUnit);
    return nearest;
}

Manifold cornerManifold(const PolygonView& a, const PolygonView& b, const NearestCorners& nearest,
                        float radiusA, float radiusB, float speculativeDistance)
{
    Manifold m;
    const float separation = nearest.distance - (radiusA + radiusB);
    if (separation > speculativeDistance) return m;
    const Vec2 from = a.vertices[nearest.vertexA];
    const Vec2 to = b.vertices[nearest.vertexB];
    m.normal = normalizeOrZero(to - from);
    m.points[0] = {0.5f * (from + to) + 0.5f * (radiusA - radiusB) * m.normal, separation,
                   cornerPair(nearest.vertexA, nearest.vertexB)};
    m.count = 1;
    m.referenceFace = static_cast<uint8_t>(nearest.edgeA);
    m.incidentFace = static_cast<uint8_t>(nearest.edgeB);
    return m;
}

NearestCorners cornersBeyondFaceEnd(const PolygonView& a, const PolygonView& b, const ReferenceChoice& best,
                                    float lengthUnit)
{
    const bool fromA = best.owner == ReferenceOwner::A;
    const PolygonView& owner = fromA ? a : b;
    const PolygonView& other = fromA ? b : a;
    const Vec2 outward = owner.normals[best.face.face];
    const int support = supportPoint(other, -outward);
    const EdgeIndices r = edgeOf(owner, best.face.face);
    const Vec2 tangent = perp(outward);
    const Vec2 p = other.vertices[support];
    const bool beyondFirst = dot(p - owner.vertices[r.first], tangent) < 0.0f;
    const bool beyondSecond = dot(p - owner.vertices[r.second], tangent) > 0.0f;
    NearestCorners nearest;
    const int corner = beyondFirst ? r.first : r.second;
    nearest.vertexA = fromA ? corner : support;
    nearest.vertexB = fromA ? support : corner;
    nearest.edgeA = fromA ? best.face.face : support;
    nearest.edgeB = fromA ? support : best.face.face;
    nearest.distance = length(p - owner.vertices[corner]);
    // Rounding may have selected the wrong one of two nearly collinear faces; p is then beside the other one.
    const float gapTolerance = kGapTolerance * lengthUnit;
    const int beside = beyondFirst ? owner.previous(r.first) : r.second;
    const float toBeside = squaredDistanceToFace(p, owner, beside, lengthUnit);
    const bool isBeside = toBeside >= 0.0f && std::sqrt(toBeside) < nearest.distance - gapTolerance;
    nearest.areNearest = (beyondFirst || beyondSecond) && nearest.distance > gapTolerance && !isBeside;
    return nearest;
}

Manifold supportManifold(const PolygonView& a, const PolygonView& b, const ReferenceChoice& choice,
                         float radiusA, float radiusB, float speculativeDistance)
{
    const bool fromA = choice.owner == ReferenceOwner::A;
    const PolygonView& owner = fromA ? a : b;
    const PolygonView& other = fromA ? b : a;
    const Vec2 outward = owner.normals[choice.face.face];
    const int support = supportPoint(other, -outward);
    const EdgeIndices r = edgeOf(owner, choice.face.face);
    const Vec2 p = other.vertices[support];
    const bool nearFirst = dot(p - owner.vertices[r.first], perp(outward)) <= 0.0f;
    const int corner = nearFirst ? r.first : r.second;

    Manifold m;
    m.normal = fromA ? outward : -outward;
    m.referenceOwner = choice.owner;
    m.referenceFace = static_cast<uint8_t>(choice.face.face);
    m.incidentFace = static_cast<uint8_t>(support);
    const float s = choice.face.separation;
    addPoint(m, midPoint(choice.owner, outward, p, s, radiusA, radiusB), s - radiusA - radiusB,
             fromA ? cornerPair(corner, support) : cornerPair(support, corner), speculativeDistance);
    return m;
}

} // namespace detail

Manifold collidePolygons(const Polygon& a, const Polygon& b, const Transform& bInA, CollisionRange range)
{
    NoCollisionObserver none;
    return collidePolygonsObserved(a, b, bInA, range, none);
}

float greatestSeparation(const Polygon& a, const Polygon& b, const Transform& bInA)
{
    Vec2 vertices[kMaxPolygonVertices];
    Vec2 normals[kMaxPolygonVertices];
    for (int i = 0; i < b.count; ++i) {
        vertices[i] = transformPoint(bInA, b.vertices[static_cast<size_t>(i)]);
        normals[i] = rotate(bInA.q, b.normals[static_cast<size_t>(i)]);
    }
    const PolygonView viewA = viewOf(a);
    const PolygonView viewB{vertices, normals, b.count};
    constexpr float kNoLimit = 1e30f; // search all faces
    NoSatObserver noObserver;
    const MaxSeparation faceA = findMaxSeparation<0, 0>(viewA, viewB, kNoLimit, noObserver);
    const MaxSeparation faceB = findMaxSeparation<0, 0>(viewB, viewA, kNoLimit, noObserver);
    return std::max(faceA.separation, faceB.separation) - (a.radius + b.radius);
}

} // namespace satbox
