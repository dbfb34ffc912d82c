#pragma once

#include "engine/model/world_state.h"

#include <span>
#include <vector>

namespace satbox {

// Forces and torques that a step consumes. A long step saves them and reapplies them in each slice, which
// also wakes the bodies, as a caller of World::applyForce would.
struct SavedForce {
    uint32_t body = 0; // slot
    Vec2 force{0.0f, 0.0f};
    float torque = 0.0f;
};
using SavedForces = std::vector<SavedForce>;

SavedForces saveForces(const WorldState& world);
void reapplyForces(WorldState& world, std::span<const SavedForce> forces);

} // namespace satbox
