#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace satbox {

// A corner of an outline on a grid of 2^-32 m, fine enough for every float from 4 mm on: so signs of areas
// are exact.
struct GridPoint {
    int64_t x = 0, y = 0;
    friend auto operator<=>(const GridPoint&, const GridPoint&) = default;
};
inline constexpr double kGridSteps = 4294967296.0; // in a metre

// 1, 0 or -1: whether a b c turns left, runs straight or turns right.
int turnOf(const GridPoint& a, const GridPoint& b, const GridPoint& c);

struct Triangulation {
    // Counter-clockwise, indices into the corners given; of corners that coincide always the same one. Some
    // may have no area.
    std::vector<std::array<uint32_t, 3>> triangles;
    std::string error; // a sentence, empty when fine
    bool ok() const { return error.empty(); }
};

// The inside of a counter-clockwise outline in triangles, by one sweep in O(n log n). It may touch itself,
// corner on corner, corner on edge or edge along edge, but not cross itself. Corners nearer than `tolerance`
// (grid steps) to an edge lie on it. `names` is what sentences call the corners.
Triangulation triangulate(const std::vector<GridPoint>& corners, const std::vector<size_t>& names,
                          int64_t tolerance);

} // namespace satbox
