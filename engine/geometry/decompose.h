#pragma once

#include "engine/geometry/shape.h"

#include <string>
#include <vector>

namespace satbox {

struct Decomposition {
    std::vector<Polygon> parts; // convex, at most kMaxPolygonVertices vertices each; empty on error
    std::string error;          // a sentence, empty when fine
    bool ok() const { return error.empty(); }
};

// A convex outline of any number of vertices (counter-clockwise, as makeHull returns) cut into parts that a
// Polygon can hold. One part where it fits.
Decomposition splitConvex(std::span<const Vec2> hull);

inline constexpr size_t kMaxOutlinePoints =
    1000; // checking an outline takes time in the square of its points

// A simple outline (any orientation, may be concave) cut into convex parts. Refuses an outline that crosses
// itself, is degenerate, is not finite or reaches beyond kMaxOutlineCoordinate, and says where.
Decomposition decompose(std::span<const Vec2> outline);

} // namespace satbox
