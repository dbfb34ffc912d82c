#pragma once

#include "engine/geometry/shape.h"

#include <optional>
#include <vector>

namespace satbox {

// The polygon of a convex counter-clockwise loop, if a world takes it (validate_shape.h). Vertices that do
// not turn left in float are left out: they are within rounding of their neighbours' line.
std::optional<Polygon> usablePolygon(std::span<const Vec2> loop);

// Cuts a convex counter-clockwise loop of any size into polygons that a world takes, by diagonals where these
// do, else also through points inside. Appends them to `out`; false, and nothing appended, if it finds no
// cut.
bool cutConvex(std::span<const Vec2> loop, std::vector<Polygon>& out);

} // namespace satbox
