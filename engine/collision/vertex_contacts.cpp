#include "engine/collision/vertex_contacts.h"

#include "engine/collision/collide.h"
#include "engine/collision/sat.h"

#include <algorithm>

namespace satbox {

namespace {

constexpr float kEnough = 0.0f; // an edge that separates at all ends the search

bool isInside(Vec2 point, const Polygon& polygon)
{
    for (size_t i = 0; i < static_cast<size_t>(polygon.count); ++i)
        if (dot(polygon.normals[i], point - polygon.vertices[i]) > 0.0f) return false;
    return true;
}

VertexContacts ofPolygons(const Polygon& a, const Polygon& b)
{
    VertexContacts found;
    const MaxSeparation ofA = findMaxSeparation(viewOf(a), viewOf(b), kEnough);
    if (ofA.separation > 0.0f) return found;
    const MaxSeparation ofB = findMaxSeparation(viewOf(b), viewOf(a), kEnough);
    if (ofB.separation > 0.0f) return found;
    const bool byA = ofA.separation >= ofB.separation;
    found.normal = byA ? a.normals[static_cast<size_t>(ofA.face)] : -b.normals[static_cast<size_t>(ofB.face)];
    found.depth = -(byA ? ofA : ofB).separation;
    const auto add = [&](const Polygon& own, const Polygon& other) {
        for (const Vec2 vertex : own.points())
            if (isInside(vertex, other)) found.points[static_cast<size_t>(found.count++)] = vertex;
    };
    add(a, b);
    add(b, a);
    return found;
}

} // namespace

VertexContacts findVertexContacts(const Shape& a, const Shape& b, const Transform& bInA)
{
    const auto* polygonA = std::get_if<Polygon>(&a);
    const auto* polygonB = std::get_if<Polygon>(&b);
    if (polygonA && polygonB) return ofPolygons(*polygonA, std::get<Polygon>(transformed(b, bInA)));
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
