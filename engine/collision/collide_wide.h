#pragma once

#include "engine/collision/manifold.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

#include <span>

namespace satbox {

struct PolygonPair {
    const Polygon* a = nullptr;
    const Polygon* b = nullptr;
    Transform bInA;           // as in collide()
    float speculative = 0.0f; // m, see CollisionRange
};

// SIMD version of collidePolygons for many pairs in any order: manifolds[i] is bit-identical to the result of
// collidePolygons for pairs[i]. Pairs of the same kind are processed `lanes` at a time: 1, 4, 8 or 16; 0, or
// more than the processor supports, selects the most it supports. Fastest for boxes (four vertices, no
// radius), fast for other polygons without radius; polygons with a radius, and the two-vertex polygons of
// capsules, are processed one by one. Precondition: `manifolds` has room for one per pair.
void collidePolygonPairs(std::span<const PolygonPair> pairs, float lengthUnit, Manifold* manifolds,
                         int lanes = 0);

} // namespace satbox
