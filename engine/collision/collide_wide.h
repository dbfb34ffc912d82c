#pragma once

#include "engine/collision/manifold.h"
#include "engine/geometry/shape.h"

#include <span>

namespace satbox {

struct PolygonPair {
    const Polygon* a = nullptr;
    const Polygon* b = nullptr;
    Transform bInA;           // as in collide()
    float speculative = 0.0f; // m, see CollisionRange
};

// collidePolygons for many pairs, in any order: manifolds[i] gets, to the bit, what collidePolygons gives for
// pairs[i]. Pairs of equal kind are collected and done `lanes` at a time: 1, 4, 8 or 16; the most that this
// processor has for 0, or where it has not got so many. Best for boxes (four vertices, no radius), good for
// other polygons without radius; capsules go one by one. `manifolds` has room for as many as there are pairs.
void collidePolygonPairs(std::span<const PolygonPair> pairs, float lengthUnit, Manifold* manifolds,
                         int lanes = 0);

} // namespace satbox
