#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace satbox {

// A corner of an outline on a grid of 2^-32 m, which represents every float with a magnitude of
// at least 4 mm exactly. The signs of areas are exact.
struct GridPoint {
    int64_t x = 0, y = 0;
    friend auto operator<=>(const GridPoint&, const GridPoint&) = default;
};
inline constexpr double kGridSteps = 4294967296.0; // per metre

inline GridPoint gridPoint(double x, double y) // m
{
    return {std::llround(x * kGridSteps), std::llround(y * kGridSteps)};
}

// 1, 0 or -1: a b c turns left, is straight or turns right.
int turnOf(const GridPoint& a, const GridPoint& b, const GridPoint& c);

struct Triangulation {
    // Counter-clockwise; indices into the input corners. Coincident corners all get the same index. Some
    // triangles may have no area.
    std::vector<std::array<uint32_t, 3>> triangles;
    std::string error; // a sentence; empty on success
    bool ok() const { return error.empty(); }
};

// Triangulates the inside of a counter-clockwise outline by a sweep in O(n log n). The outline may touch
// itself (corner on corner, corner on edge, edge along edge), but not cross itself. A corner within
// `tolerance` (grid steps) of an edge counts as on it. `labels` are the numbers by which error messages
// refer to the corners.
Triangulation triangulate(const std::vector<GridPoint>& corners, const std::vector<size_t>& labels,
                          int64_t tolerance);

} // namespace satbox
