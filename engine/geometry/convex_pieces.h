#pragma once

#include <satbox/shapes.h>

#include <optional>
#include <vector>

namespace satbox {

// The polygon of a convex counter-clockwise loop, or nothing if it fails validation (validate() in
// satbox/shapes.h). Omits vertices at which the loop does not turn left in float arithmetic: they are within
// rounding of the line between their neighbours.
std::optional<Polygon> makeValidPolygon(std::span<const Vec2> loop);

// Cuts a convex counter-clockwise loop of any size into valid polygons: by diagonals if possible, otherwise
// also by cuts through inner points. Appends them to `out`. Returns false and appends nothing if it finds no
// such cut.
bool cutConvex(std::span<const Vec2> loop, std::vector<Polygon>& out);

} // namespace satbox
