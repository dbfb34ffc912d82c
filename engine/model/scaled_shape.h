#pragma once

#include "engine/core/internal_api.h"
#include <satbox/body.h>

namespace satbox {

// The shape scaled about the origin of its body, by `factor` along the body's axes; by {1, 1}, the same bits.
// Precondition: the factors are positive, and equal unless the shape is a polygon or a segment. A shape that
// becomes too small or too large for a world is refused when it is set.
SATBOX_INTERNAL_API ShapeDef scaledShape(const ShapeDef& def, Vec2 factor);

} // namespace satbox
