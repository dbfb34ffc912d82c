#pragma once

#include "engine/core/internal_api.h"
#include <satbox/shapes.h>

#include <vector>

namespace satbox {

// The corner of a rounded polygon at one of its vertices: an arc of radius Polygon::radius about the vertex,
// from the outward normal of the edge before it counter-clockwise to that of the edge after it.
struct RoundCorner {
    Vec2 center{0.0f, 0.0f};
    Vec2 from{0.0f, 0.0f}, to{0.0f, 0.0f}; // unit
    float angle = 0.0f;                    // rad, between them; less than pi
};
SATBOX_INTERNAL_API RoundCorner roundCorner(const Polygon& polygon, size_t vertex);

// Points of the outline of a polygon with round corners, counter-clockwise. Each corner becomes a part of a
// regular polygon whose edges turn by at most 2 pi / edgesPerTurn. With a radius of 0, the vertices alone.
SATBOX_INTERNAL_API std::vector<Vec2> roundedOutline(const Polygon& polygon, int edgesPerTurn);

// The same with the arcs' radius chosen so that the outline has the area of the rounded polygon.
SATBOX_INTERNAL_API std::vector<Vec2> roundedOutlineOfEqualArea(const Polygon& polygon, int edgesPerTurn);
// A convex outline of the same area and centroid as the points within `radius` of the segment p1 p2, with
// kRoundEdges edges around both half circles. p1 and p2 may coincide.
SATBOX_INTERNAL_API std::vector<Vec2> capsuleOutlineOfEqualArea(Vec2 p1, Vec2 p2, float radius);

} // namespace satbox
