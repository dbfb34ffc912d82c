#pragma once

#include <satbox/math.h>

#include <cstddef>
#include <span>
#include <vector>

namespace satbox {

// Positive for counter-clockwise outlines, m^2.
double signedAreaOf(std::span<const Position> outline);
// How often the outline winds counter-clockwise around the point; 0 outside.
int windingNumber(std::span<const Position> outline, Position point);

// One outline of an outline and the holes in it, as decompose() accepts it: an edge leads to each hole and
// back, so that the outline touches itself. A hole to which no edge leads, since it is not inside, is left
// out and counted. Precondition: none of them crosses itself or another.
struct OutlineWithHoles {
    std::vector<Position> points;
    size_t leftOut = 0;
};
OutlineWithHoles joinHoles(std::vector<Position> outline, std::vector<std::vector<Position>> holes);

} // namespace satbox
