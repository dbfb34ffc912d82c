#include "engine/geometry/box_extents.h"

#include <cmath>

namespace satbox {

std::optional<Vec2> boxHalfExtents(const Polygon& polygon)
{
    if (polygon.count != 4) return std::nullopt;
    Vec2 extents{0.0f, 0.0f};
    for (const Vec2 v : polygon.points()) extents = maximum(extents, {std::abs(v.x), std::abs(v.y)});
    for (const Vec2 v : polygon.points())
        if (std::abs(v.x) != extents.x || std::abs(v.y) != extents.y) return std::nullopt;
    return extents;
}

} // namespace satbox
