#pragma once

#include "engine/collision/manifold.h"
#include "engine/core/internal_api.h"
#include <satbox/settings.h>

namespace satbox {

// The gap up to which manifolds are made. It is 0 for the reference solvers, which act on overlap only, so
// that no contact between separated shapes links islands.
SATBOX_INTERNAL_API CollisionRange collisionRangeOf(const WorldSettings& settings);

// True if continuous collision is on; the reference solvers have none.
bool hasContinuousCollision(const WorldSettings& settings);

} // namespace satbox
