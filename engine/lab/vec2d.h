#pragma once

#include <satbox/math.h>

namespace satbox {

// A vector in double precision, for sums over bodies and impulses.
struct Vec2d {
    double x = 0.0, y = 0.0;
};
inline Vec2d toDouble(Vec2 v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }

} // namespace satbox
