#include "engine/collision/vertex_contacts.h"

#include "engine/collision/collide.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>
#include <satbox/queries.h>

#include <algorithm>

namespace satbox {

namespace {

constexpr float kNoLimit = 3.4e38f; // search all edges, also beyond the first that separates

// Adds the vertices of `own` that are inside `other`.
void addVertices(VertexContacts& found, const Polygon& own, const Shape& other, bool ownIsA)
{
    for (int i = 0; i < own.count; ++i) {
        const Vec2 vertex = own.vertices[static_cast<size_t>(i)];
        if (!containsPoint(other, vertex)) continue;
        const int feature = kVertexFeature | i;
        const auto key = static_cast<uint16_t>(ownIsA ? feature << 8 : feature);
        found.points[static_cast<size_t>(found.count++)] = {vertex, {key}};
    }
}

// Precondition: both shapes are polygons, in the same frame.
VertexContacts ofPolygons(const Shape& shapeA, const Shape& shapeB)
{
    const auto& a = std::get<Polygon>(shapeA);
    const auto& b = std::get<Polygon>(shapeB);
    VertexContacts found;
    found.edgeA = findMaxSeparation(viewOf(a), viewOf(b), kNoLimit);
    found.edgeB = findMaxSeparation(viewOf(b), viewOf(a), kNoLimit);
    const bool byA = found.edgeA.separation >= found.edgeB.separation;
    const MaxSeparation& best = byA ? found.edgeA : found.edgeB;
    found.owner = byA ? ReferenceOwner::A : ReferenceOwner::B;
    found.face = best.face;
    if (best.separation > 0.0f) return found;
    found.overlap = true;
    found.normal =
        byA ? a.normals[static_cast<size_t>(best.face)] : -b.normals[static_cast<size_t>(best.face)];
    found.depth = -best.separation;
    addVertices(found, a, shapeB, true);
    addVertices(found, b, shapeA, false);
    return found;
}

} // namespace

VertexContacts findVertexContacts(const Shape& a, const Shape& b, const Transform& bInA, float lengthUnit)
{
    if (hasVertexContacts(a, b)) return ofPolygons(a, transformed(b, bInA));
    VertexContacts found;
    const Manifold m = collide(a, b, bInA, {0.0f, lengthUnit});
    found.overlap = m.count > 0;
    found.normal = m.normal;
    found.owner = m.referenceOwner;
    found.face = m.referenceFace;
    for (int i = 0; i < m.count; ++i) {
        const ManifoldPoint& point = m.points[static_cast<size_t>(i)];
        found.depth = std::max(found.depth, -point.separation);
        found.points[static_cast<size_t>(found.count++)] = {point.point, point.id};
    }
    return found;
}

} // namespace satbox
