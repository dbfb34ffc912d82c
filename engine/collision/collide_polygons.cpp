#include "engine/collision/collide_polygons.h"

namespace satbox {

namespace detail {

NearestCorners nearestCorners(const PolygonView& a, EdgeIndices edgeA, const PolygonView& b,
                              EdgeIndices edgeB)
{
    // Edges that do not cross are nearest at an end of one of them. Where an end lies across from the other
    // edge, the distance is to that edge's line; against it stand the four pairs of ends. An end up to
    // kCornerDistance beyond still counts as across: otherwise two edges of one length, face to face, would
    // flicker between the two cases.
    float alongside = -1.0f; // squared; negative: no end lies across from an inside
    const auto lookAcross = [&alongside](Vec2 end, Vec2 p, Vec2 q) {
        const Vec2 edge = q - p;
        const float t = dot(end - p, edge);
        const float all = lengthSquared(edge);
        const float margin = kCornerDistance * std::sqrt(all);
        if (all == 0.0f || t < -margin || t > all + margin) return;
        const float off = cross(edge, end - p);
        const float squared = off * off / all;
        if (alongside < 0.0f || squared < alongside) alongside = squared;
    };
    const int endsA[2] = {edgeA.first, edgeA.second};
    const int endsB[2] = {edgeB.first, edgeB.second};
    for (const int i : endsA) lookAcross(a.vertices[i], b.vertices[endsB[0]], b.vertices[endsB[1]]);
    for (const int j : endsB) lookAcross(b.vertices[j], a.vertices[endsA[0]], a.vertices[endsA[1]]);

    NearestCorners nearest{true, endsA[0], endsB[0], -1.0f};
    for (const int i : endsA) {
        for (const int j : endsB) {
            const float squared = lengthSquared(b.vertices[j] - a.vertices[i]);
            if (nearest.distance < 0.0f || squared < nearest.distance) nearest = {true, i, j, squared};
        }
    }
    nearest.corners = alongside < 0.0f || nearest.distance < alongside;
    nearest.distance = std::sqrt(nearest.distance);
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

Manifold collidePolygons(const Polygon& a, const Polygon& b, const Transform& bInA, float speculativeDistance)
{
    NoCollisionObserver none;
    return collidePolygonsObserved(a, b, bInA, speculativeDistance, none);
}

} // namespace satbox
