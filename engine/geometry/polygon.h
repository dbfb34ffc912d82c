#pragma once

#include "engine/geometry/shape.h"

#include <string>
#include <vector>

namespace satbox {

// Boxes and regular polygons are made directly; they cannot fail for finite, positive sizes (asserted).
Polygon makeBox(float halfWidth, float halfHeight);
Polygon makeBox(float halfWidth, float halfHeight, Vec2 center, Rot rotation);
Polygon makeRegularPolygon(
    int sides, float circumradius); // 3 to kMaxPolygonVertices sides, first vertex at angle 0... up

// Convex polygon straight from a counter-clockwise hull (as makeHull returns): normals and centroid computed.
Polygon makePolygon(std::span<const Vec2> hull);

} // namespace satbox
