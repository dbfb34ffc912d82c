#pragma once

#include "engine/collision/clip.h"
#include "engine/collision/manifold.h"
#include "engine/collision/sat.h"
#include "engine/geometry/shape.h"

#include <array>

namespace satbox {

// A vertex of one polygon that lies inside the other.
struct VertexContact {
    Vec2 point{0.0f, 0.0f}; // A's frame, m
    // A vertex i of A: kVertexFeature | i on A's side and 0 on B's; a vertex of B the other way round. Of
    // shapes that are not polygons, the id that collide() gave.
    FeatureId id;
};

// Of two polygons' vertex contact: a vertex of A, or else one of B; and its index there.
inline bool isVertexOfA(FeatureId id) { return (id.indexA() & kVertexFeature) != 0; }
inline int vertexOf(FeatureId id) { return (isVertexOfA(id) ? id.indexA() : id.indexB()) & ~kVertexFeature; }

// Contacts as R4 finds them (docs/references.md): of both polygons the edge of greatest separation gives
// normal and depth; every vertex of either that lies inside the other, its outline included, is a contact
// point with that normal and that depth. Nothing is clipped, so polygons that cross without a vertex inside
// overlap and have no point at all.
struct VertexContacts {
    bool overlap = false;                        // no edge separates; touching counts
    Vec2 normal{0.0f, 0.0f};                     // unit, from A to B, A's frame
    float depth = 0.0f;                          // m, >= 0 with `overlap`
    ReferenceOwner owner = ReferenceOwner::None; // whose edge has the greater separation; A of two equal ones
    int face = 0;                                // that edge
    std::array<VertexContact, 2 * kMaxPolygonVertices> points{}; // vertices of A, then of B
    int count = 0;
    MaxSeparation edgeA, edgeB; // of polygons: the edge of greatest separation of A and of B
};

// Whether the contact points of two shapes are vertices: both are polygons.
inline bool hasVertexContacts(const Shape& a, const Shape& b)
{
    return kindOf(a) == ShapeKind::Polygon && kindOf(b) == ShapeKind::Polygon;
}

// R4 handles polygons only: of other shapes, the points of collide() that overlap, with its
// normal and the greatest depth. bInA as in collide().
VertexContacts findVertexContacts(const Shape& a, const Shape& b, const Transform& bInA,
                                  float lengthUnit = 1.0f);

} // namespace satbox
