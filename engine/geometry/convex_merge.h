#pragma once

#include "engine/geometry/outline_sweep.h"

namespace satbox {

// Convex loops of any size, counter-clockwise, from the triangles of a plane region: first the triangles are
// made as thick as they can be (Delaunay), then diagonals whose removal leaves a convex loop go, the longest
// first. At most four times as many loops remain as there could be. (Hertel and Mehlhorn, "Fast triangulation
// of simple polygons", 1983.)
std::vector<std::vector<uint32_t>> mergeConvex(const std::vector<GridPoint>& corners,
                                               std::vector<std::array<uint32_t, 3>> triangles);

} // namespace satbox
