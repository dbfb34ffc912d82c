#pragma once

#include "engine/geometry/outline_sweep.h"

namespace satbox {

// Merges the triangles of a plane region into convex, counter-clockwise loops of any size. First makes the
// triangulation Delaunay, which avoids thin triangles. Then removes diagonals whose removal leaves a convex
// loop, the longest first. The result has at most four times the minimum number of loops. (Hertel and
// Mehlhorn, "Fast triangulation of simple polygons", 1983.)
std::vector<std::vector<uint32_t>> mergeConvex(const std::vector<GridPoint>& corners,
                                               std::vector<std::array<uint32_t, 3>> triangles);

} // namespace satbox
