#include "engine/collision/vertex_contacts.h"

#include "engine/collision/collide.h"
#include "engine/collision/ray_cast.h"

#include <algorithm>

namespace satbox {

namespace {

constexpr float kEnough = 0.0f; // an edge that separates at all ends the search

// The vertices of `own` that lie inside `other`.
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

// Both shapes are polygons, in one frame.
VertexContacts ofPolygons(const Shape& shapeA, const Shape& shapeB)
{
    const auto& a = std::get<Polygon>(shapeA);
    const auto& b = std::get<Polygon>(shapeB);
    VertexContacts found;
    const MaxSeparation ofA = findMaxSeparation(viewOf(a), viewOf(b), kEnough);
    found.edgeA = ofA;
    if (ofA.separation > 0.0f) return found;
    const MaxSeparation ofB = findMaxSeparation(viewOf(b), viewOf(a), kEnough);
    found.edgeB = ofB;
    if (ofB.separation > 0.0f) return found;
    const bool byA = ofA.separation >= ofB.separation;
    found.overlap = true;
    found.owner = byA ? ReferenceOwner::A : ReferenceOwner::B;
    found.face = (byA ? ofA : ofB).face;
    found.normal =
        byA ? a.normals[static_cast<size_t>(found.face)] : -b.normals[static_cast<size_t>(found.face)];
    found.depth = -(byA ? ofA : ofB).separation;
    addVertices(found, a, shapeB, true);
    addVertices(found, b, shapeA, false);
    return found;
}

} // namespace

VertexContacts findVertexContacts(const Shape& a, const Shape& b, const Transform& bInA)
{
    if (hasVertexContacts(a, b)) return ofPolygons(a, transformed(b, bInA));
    VertexContacts found;
    const Manifold m = collide(a, b, bInA, 0.0f);
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
