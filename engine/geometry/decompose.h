#pragma once

#include "engine/geometry/shape.h"

#include <string>
#include <vector>

namespace satbox {

struct Decomposition {
    std::vector<Polygon> pieces; // convex and valid (validate_shape.h); empty on error
    std::string error;           // a sentence; empty on success
    // What decompose omitted, for the caller to show: points within kWeldDistance of the previous one or
    // within `tolerance` of the line that replaces them, and slivers.
    int droppedPoints = 0;
    float tolerance = 0.0f;   // m
    double leftOutArea = 0.0; // m^2, in slivers too thin for a world; at most 2e-6 of the outline's area
    bool ok() const { return error.empty(); }
};

// Cuts a convex outline of any number of vertices (counter-clockwise, as makeHull returns) into pieces that
// fit a Polygon; a single piece if possible. Error if it cannot be cut into pieces wide enough for a world.
Decomposition splitConvex(std::span<const Vec2> hull);

inline constexpr size_t kMaxOutlinePoints = 20000;

// Cuts an outline (any orientation, may be concave) into convex pieces in O(n log n). It may touch itself,
// but not cross itself. Omits points that are nearly on a line. Their distance from the line is at most
// kCollinearDistance, and small enough that the area changes by at most about 1e-5 of itself. Only around
// pieces that would be too thin for a world, the distance may be up to a quarter of kMinSize. Error, with the
// position, for an outline that crosses itself, is degenerate or too thin, is not finite or exceeds
// kMaxCoordinate.
Decomposition decompose(std::span<const Vec2> outline);

} // namespace satbox
