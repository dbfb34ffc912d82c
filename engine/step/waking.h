#pragma once

#include "engine/model/world_state.h"
#include "engine/step/step_workspace.h"

#include <span>
#include <vector>

namespace satbox {

// Waking of sleeping bodies, each with its whole island.

void wake(WorldState& world, uint32_t slot); // of a body
// Wakes bodies in slot order; sorts `slots`.
void wakeAll(WorldState& world, std::vector<uint32_t>& slots);

// Call before an edit of a body. Wakes its island and all bodies that touch it, and restarts their rest
// times.
void wakeWithNeighbours(WorldState& world, uint32_t slot);
// Call after an edit of a static body: wakes the sleepers in its boxes. (A static body is never awake, so
// pairs with sleepers would not be found otherwise.)
void wakeOverlapping(WorldState& world, uint32_t slot);
void wakeOverlappingShape(WorldState& world, uint32_t shape); // the same after an edit of one of its shapes
// Wakes the sleeping bodies that one of `bodies` may reach within a step of dt s. Precondition: `bodies` are
// awake.
void wakeInReach(WorldState& world, const StepWorkspace& work, std::span<const uint32_t> bodies, float dt);

} // namespace satbox
