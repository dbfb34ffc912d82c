#pragma once

#include <satbox/world.h>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace satbox::app {

// Edits of the corners of a body's polygons, for the vertex tool.

// A polygon of the body with a corner that is edited.
struct EditedPolygon {
    ShapeId shape;
    std::vector<Vec2> points{}; // in the frame of the body, m
    size_t corner = 0;
};

// The corner nearest to `point` within `reach` (m) of all polygons of the body that have it: pieces of one
// outline share their corners, and stay together. Empty if there is none.
std::vector<EditedPolygon> cornerAt(const World& world, BodyId body, Position point, float reach);
// The polygon with an edge within `reach` of `point`, with a new corner there. Empty if there is none.
std::vector<EditedPolygon> newCornerAt(const World& world, BodyId body, Position point, float reach);

void moveCorner(std::span<EditedPolygon> polygons, Vec2 to); // in the frame of the body
void removeCorner(std::span<EditedPolygon> polygons);

// Empty if the points are a convex polygon that a world accepts, else a sentence.
std::string faultOf(const EditedPolygon& polygon);
// The shapes with their new geometry. Precondition: no polygon has a fault.
std::vector<std::pair<ShapeId, ShapeDef>> definitionsOf(const World& world,
                                                        std::span<const EditedPolygon> polygons);

} // namespace satbox::app
