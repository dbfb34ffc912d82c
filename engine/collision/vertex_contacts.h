#pragma once

#include "engine/collision/clip.h"
#include "engine/collision/sat.h"
#include "engine/core/internal_api.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

#include <array>
#include <variant>

namespace satbox {

// A vertex of one polygon inside the other.
struct VertexContact {
    Vec2 point{0.0f, 0.0f}; // A's frame, m
    // For vertex i of A: kVertexFeature | i as index on A and 0 on B; for a vertex of B the reverse. For
    // shapes other than polygons: the id of collide()'s point.
    FeatureId id;
};

// For the id of a vertex contact of two polygons: whether the vertex is A's, and its index.
inline bool isVertexOfA(FeatureId id) { return (id.indexA() & kVertexFeature) != 0; }
inline int vertexOf(FeatureId id) { return (isVertexOfA(id) ? id.indexA() : id.indexB()) & ~kVertexFeature; }

// Vertex contacts (docs/references.md): the edge of greatest separation of both polygons gives normal and
// depth. Every vertex inside the other polygon or on its outline is a contact point with that normal and
// depth. There is no clipping, so polygons that cross without a vertex inside overlap but have no point.
struct VertexContacts {
    bool overlap = false;                        // no edge separates; touching counts
    Vec2 normal{0.0f, 0.0f};                     // unit, from A to B, A's frame
    float depth = 0.0f;                          // m, >= 0 with `overlap`
    ReferenceOwner owner = ReferenceOwner::None; // of the edge of greatest separation; A on a tie
    int face = 0;                                // that edge
    std::array<VertexContact, 2 * kMaxPolygonVertices> points{}; // vertices of A, then of B
    int count = 0;
    MaxSeparation edgeA, edgeB; // polygons only: edge of greatest separation of A and of B
};

// True if the contact points of two shapes are vertices: both are polygons with sharp corners.
inline bool hasVertexContacts(const Shape& a, const Shape& b)
{
    const auto* polygonA = std::get_if<Polygon>(&a);
    const auto* polygonB = std::get_if<Polygon>(&b);
    return polygonA && polygonB && polygonA->radius == 0.0f && polygonB->radius == 0.0f;
}

// Vertex contacts exist for polygons with sharp corners only. Other shapes, rounded polygons too, get the
// overlapping points of collide(), with its normal and the greatest depth. bInA as in collide().
SATBOX_INTERNAL_API VertexContacts findVertexContacts(const Shape& a, const Shape& b, const Transform& bInA,
                                                      float lengthUnit = 1.0f);

} // namespace satbox
