#pragma once

#include "engine/geometry/shape.h"

#include <string>
#include <vector>

namespace satbox {

// The points that makeHull dropped, by reason, for the caller to show.
struct HullReport {
    int welded = 0;    // points within kWeldDistance of another one
    int collinear = 0; // points on an edge (within kCollinearDistance of it)
    int interior = 0;  // points inside
};

struct HullResult {
    std::vector<Vec2> vertices; // counter-clockwise, starting at the lowest x (then lowest y); empty on error
    HullReport report;
    std::string error; // empty on success, else a sentence: "2 points, a polygon needs at least 3"
    bool ok() const { return error.empty(); }
};

// m. At greater coordinates the rounding of doubles would exceed what kCollinearDistance measures. At this
// size twice the area of the thinnest triangle is 1e5 m^2, and the products from which it is computed have an
// error of 1.3e3 m^2 (three times 2^-53 of the width squared). The limit of a world, kMaxCoordinate, is 1e-4
// of this.
inline constexpr float kMaxOutlineCoordinate = 1e9f;

inline constexpr float kWeldDistance = 1e-4f; // m; nearer points are merged
inline constexpr float kCollinearDistance =
    5e-5f; // m; a vertex this near the line of its neighbours is dropped

// Convex hull of any number of points. Error for points that are not finite or beyond kMaxOutlineCoordinate,
// for fewer than 3 distinct points, and for points that are all on one line.
HullResult makeHull(std::span<const Vec2> points);

} // namespace satbox
