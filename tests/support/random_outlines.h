#pragma once

#include "tests/support/lcg.h"
#include <satbox/math.h>

#include <vector>

namespace satbox::test {

// Coordinates of random outlines are multiples of 1 / kOutlineGrid m, so that a test can compare them
// exactly.
inline constexpr float kOutlineGrid = 1024.0f;

// Stars, combs, spirals and uncrossed random points, which are nearly always simple, and arbitrary lists of
// points. 3 to 60 points within 8 m.
std::vector<Vec2> randomOutline(Lcg& random);

} // namespace satbox::test
