#pragma once

#include "engine/collision/classic_sat.h"
#include "engine/collision/minkowski.h"

namespace satbox {

// The candidate axes that the Minkowski difference gives, as R3 writes them (docs/references.md): the outward
// normal of an edge, scaled so that its smaller component has size 1, and turned to point up, or to the right
// if it is level. Components within rounding of 0 are 0. Parallel edges share one axis, in the order of the
// difference's first such edge. An axis separates when the origin is outside one of its edges.
// `difference` is of the polygons `a` and `b`, all in one frame. Precondition: at least three vertices each.
std::vector<EdgeAxis> differenceAxes(const MinkowskiDifference& difference, std::span<const Vec2> a,
                                     std::span<const Vec2> b);

// The path of B's centre as B slides round A without turning: the boundary of the difference, moved by the
// centre. The shapes overlap exactly when the centre is inside the path or on it.
std::vector<Vec2> centrePath(const MinkowskiDifference& difference, Vec2 centreOfB);

} // namespace satbox
