#pragma once

#include "engine/core/frame_arena.h"
#include "engine/model/world_state.h"
#include "engine/step/solver_step.h"
#include <satbox/executor.h>

#include <span>

namespace satbox {

// Slots of the bodies that moved far in this step, ascending.
std::span<const uint32_t> collectFastBodies(const SolverStep& step, FrameArena& arena);

// Stops the bodies that passed through something in this step. `fastBodies`: those that may have done so by
// their own motion; bodies in the path of a fast kinematic body are found here.
void stopFastBodies(WorldState& world, std::span<const uint32_t> fastBodies, TaskExecutor* executor);

} // namespace satbox
