#pragma once

#include "engine/geometry/shape.h"

#include <string>
#include <vector>

namespace satbox {

// What making a hull did with the points it was given, for the caller to show.
struct HullReport {
    int welded = 0;    // points dropped because another lies within kWeldDistance
    int collinear = 0; // points dropped because they lie on an edge (within kCollinearDistance of it)
    int interior = 0;  // points dropped because they lie inside
};

struct HullResult {
    std::vector<Vec2> vertices; // counter-clockwise, starting at the lowest x (then lowest y); empty on error
    HullReport report;
    std::string error; // empty when fine, else a sentence: "2 points, a polygon needs at least 3"
    bool ok() const { return error.empty(); }
};

// m; further out the rounding of doubles would hide what kCollinearDistance measures. At this size twice the
// area of the thinnest triangle is 1e5 m^2, and the products it comes from err by 1.3e3 m^2 (three times
// 2^-53 of the width squared). A world ends at a ten-thousandth of it.
inline constexpr float kMaxOutlineCoordinate = 1e9f;

inline constexpr float kWeldDistance = 1e-4f;      // m; nearer points are one
inline constexpr float kCollinearDistance = 5e-5f; // m; a vertex this near the line of its neighbours is none

// Convex hull of any number of points. Refuses points that are not finite or lie beyond
// kMaxOutlineCoordinate, fewer than 3 distinct points, and points that all lie on one line.
HullResult makeHull(std::span<const Vec2> points);

} // namespace satbox
