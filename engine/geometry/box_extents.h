#pragma once

#include "engine/core/internal_api.h"
#include <satbox/shapes.h>

#include <optional>

namespace satbox {

// Half width and half height of an upright box around the origin of its frame, whichever vertex is first;
// nothing for any other polygon.
SATBOX_INTERNAL_API std::optional<Vec2> boxHalfExtents(const Polygon& polygon);

} // namespace satbox
