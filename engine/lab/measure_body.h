#pragma once

#include "engine/model/world_state.h"
#include <satbox/lab/energy_ledger.h>

namespace satbox {

// Of a dynamic body; zero for all others, and for frozen bodies.
Energy mechanicalEnergy(const Body& body, const BodyMotion& motion, Vec2 gravity);

// Penetration depth of a contact at the current poses, m; 0 if its shapes do not overlap. (The contact itself
// stores the depth at the start of the last step.)
float currentDepth(const WorldState& state, const Contact& contact);

} // namespace satbox
