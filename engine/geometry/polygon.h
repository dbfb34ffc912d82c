#pragma once

#include "engine/geometry/shape.h"

#include <string>
#include <vector>

namespace satbox {

// Precondition: sizes are finite and positive, sides are 3 to kMaxPolygonVertices. The first vertex of a
// regular polygon is at angle 0.
Polygon makeBox(float halfWidth, float halfHeight);
Polygon makeBox(float halfWidth, float halfHeight, Vec2 center, Rot rotation);
Polygon makeRegularPolygon(int sides, float circumradius);

// Polygon of a convex counter-clockwise hull (as makeHull returns) of 3 to kMaxPolygonVertices vertices;
// computes normals and centroid.
Polygon makePolygon(std::span<const Vec2> hull);

} // namespace satbox
