#pragma once

#include "engine/geometry/shape.h"

#include <string>
#include <vector>

namespace satbox {

struct Decomposition {
    std::vector<Polygon> parts; // convex, such as a world takes (validate_shape.h); empty on error
    std::string error;          // a sentence, empty when fine
    // What decompose left out of the outline, for the caller to show.
    int droppedPoints =
        0; // within kWeldDistance of the one before, or `tolerance` of the line that replaces them
    float tolerance = 0.0f;   // m
    double leftOutArea = 0.0; // m^2, in slivers thinner than a world takes; the outline's 2e-6 at most
    bool ok() const { return error.empty(); }
};

// A convex outline of any number of vertices (counter-clockwise, as makeHull returns) cut into parts that a
// Polygon can hold. One part where it fits. Refuses one that cannot be cut into parts wide enough for a
// world.
Decomposition splitConvex(std::span<const Vec2> hull);

inline constexpr size_t kMaxOutlinePoints = 20000;

// An outline (any orientation, may be concave) cut into convex parts in O(n log n). It may touch itself, but
// not cross itself. Points nearly on a line are left out where that changes the area by about a
// hundred-thousandth at most (kCollinearDistance off the line at most); around parts that would be too thin
// for a world otherwise, up to a quarter of kMinSize off the line. Refuses an outline that crosses itself, is
// degenerate or too thin, is not finite or reaches beyond kMaxCoordinate, and says where.
Decomposition decompose(std::span<const Vec2> outline);

} // namespace satbox
