#include "engine/collision/vertex_contacts.h"

#include "engine/collision/collide.h"
#include "engine/collision/ray_cast.h"
#include "engine/collision/sat.h"

#include <algorithm>

namespace satbox {

namespace {

constexpr float kEnough = 0.0f; // an edge that separates at all ends the search

// Both shapes are polygons, in one frame.
VertexContacts ofPolygons(const Shape& shapeA, const Shape& shapeB)
{
    const auto& a = std::get<Polygon>(shapeA);
    const auto& b = std::get<Polygon>(shapeB);
    VertexContacts found;
    const MaxSeparation ofA = findMaxSeparation(viewOf(a), viewOf(b), kEnough);
    if (ofA.separation > 0.0f) return found;
    const MaxSeparation ofB = findMaxSeparation(viewOf(b), viewOf(a), kEnough);
    if (ofB.separation > 0.0f) return found;
    const bool byA = ofA.separation >= ofB.separation;
    found.normal = byA ? a.normals[static_cast<size_t>(ofA.face)] : -b.normals[static_cast<size_t>(ofB.face)];
    found.depth = -(byA ? ofA : ofB).separation;
    const auto add = [&](const Polygon& own, const Shape& other) {
        for (const Vec2 vertex : own.points())
            if (containsPoint(other, vertex)) found.points[static_cast<size_t>(found.count++)] = vertex;
    };
    add(a, shapeB);
    add(b, shapeA);
    return found;
}

} // namespace

VertexContacts findVertexContacts(const Shape& a, const Shape& b, const Transform& bInA)
{
    if (kindOf(a) == ShapeKind::Polygon && kindOf(b) == ShapeKind::Polygon)
        return ofPolygons(a, transformed(b, bInA));
    VertexContacts found;
    const Manifold m = collide(a, b, bInA, 0.0f);
    found.normal = m.normal;
    for (int i = 0; i < m.count; ++i) {
        const ManifoldPoint& point = m.points[static_cast<size_t>(i)];
        found.depth = std::max(found.depth, -point.separation);
        found.points[static_cast<size_t>(found.count++)] = point.point;
    }
    return found;
}

} // namespace satbox
