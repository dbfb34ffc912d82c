#pragma once

#include "engine/collision/manifold.h"
#include <satbox/contacts.h>
#include <satbox/material.h>
#include <satbox/math.h>
#include <satbox/settings.h>

#include <cmath>
#include <cstdint>

namespace satbox {

// The gap up to which manifolds are made. It is 0 for the reference solvers, which act on overlap only, so
// that no contact between separated shapes links islands.
CollisionRange collisionRangeOf(const WorldSettings& settings);

// True if continuous collision is on; the reference solvers have none.
bool hasContinuousCollision(const WorldSettings& settings);

} // namespace satbox
