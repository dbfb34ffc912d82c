#pragma once

#include "app/gfx/draw_list.h"
#include <satbox/shapes.h>

#include <optional>
#include <vector>

namespace satbox::app {

// Adds an engine shape at a body's pose.
void addShape(DrawList& out, const Shape& shape, const WorldTransform& pose, const ShapeStyle& style);

// Adds the outline of a shape as lines, on top of all shapes.
void addOutline(DrawList& out, const Shape& shape, const WorldTransform& pose, const LineStyle& style);

// Appends world points of the shape's boundary, for a convex hull.
void appendBorder(std::vector<Position>& out, const Shape& shape, const WorldTransform& pose);

// World positions of a face's ends.
struct Face {
    Position a{};
    Position b{};
};
// The face that a contact's face index refers to: an edge of a polygon, a long side of a capsule, a side of a
// segment. nullopt for circles and invalid indices.
std::optional<Face> faceOf(const Shape& shape, const WorldTransform& pose, int face);

// Adds a circular arc as lines: `radius` in m, from angle `from` by `sweep` radians (positive:
// counter-clockwise), with an arrowhead if `head`.
void addArc(DrawList& out, Position center, float radius, float from, float sweep, const LineStyle& style,
            bool head = false);

} // namespace satbox::app
