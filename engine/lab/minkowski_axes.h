#pragma once

#include "engine/collision/minkowski.h"
#include "engine/lab/classic_sat.h"

namespace satbox {

// The candidate axes of the Minkowski difference, in the published form (docs/references.md): the outward
// normal of an edge, scaled so that its smaller component has size 1, and pointing up, or right if it is
// horizontal. Components within rounding of 0 are 0. Parallel edges share one axis, in the order of the first
// such edge. An axis separates if the origin is outside one of its edges. `difference` is that of the
// polygons `a` and `b`, all in the same frame. Precondition: at least three vertices each.
std::vector<EdgeAxis> differenceAxes(const MinkowskiDifference& difference, std::span<const Vec2> a,
                                     std::span<const Vec2> b);

// The path of B's centre as B slides around A without rotating: the boundary of the difference, translated by
// the centre. The shapes overlap exactly when the centre is inside the path or on it.
std::vector<Vec2> centerPath(const MinkowskiDifference& difference, Vec2 centerOfB);

} // namespace satbox
