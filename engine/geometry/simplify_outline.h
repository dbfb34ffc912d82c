#pragma once

#include "engine/core/internal_api.h"
#include <satbox/math.h>

#include <cstddef>
#include <span>
#include <vector>

namespace satbox {

// A vertex of the outline and its index in the caller's outline, for error messages.
struct Corner {
    double x = 0.0, y = 0.0; // m
    size_t source = 0;
    bool shared = false; // another corner of the outline is at the same point
};
using Corners = std::vector<Corner>;

SATBOX_INTERNAL_API Corners cornersOf(std::span<const Vec2> outline);

// Indices of the corners that are kept if each dropped one is within its tolerance (m) of the line between
// the kept ones around it. Greedy: each run of dropped corners is as long as possible. Keeps the first corner
// and shared ones. The result may cross itself.
SATBOX_INTERNAL_API std::vector<size_t> keptCorners(const Corners& corners,
                                                    std::span<const double> tolerances);

} // namespace satbox
