#pragma once

#include "app/gfx/draw_list.h"
#include "engine/geometry/shape.h"

#include <optional>
#include <vector>

namespace satbox::app {

// Adds an engine shape at a body's pose.
void addShape(DrawList& out, const Shape& shape, const WorldTransform& pose, const ShapeStyle& style);

// The outline of a shape at a body's pose as lines, over everything drawn before.
void addOutline(DrawList& out, const Shape& shape, const WorldTransform& pose, const LineStyle& style);

// Points on the border of the shape in the world, enough for a hull around it.
void appendBorder(std::vector<Position>& out, const Shape& shape, const WorldTransform& pose);

// A face as the contact names it: edge `face` of a polygon, the two long sides of a capsule, the two sides of
// a segment. Nothing for a circle, which has none, and for an index that the shape does not have.
struct Face {
    Position a{};
    Position b{};
};
std::optional<Face> faceOf(const Shape& shape, const WorldTransform& pose, int face);

// Part of a circle of radiusPx around a point, from angle `from` by `sweep` radians (positive turns
// counter-clockwise), as lines; with a small head at its end when `head`.
void addArc(DrawList& out, Position center, float radius, float from, float sweep, const LineStyle& style,
            bool head = false);

} // namespace satbox::app
