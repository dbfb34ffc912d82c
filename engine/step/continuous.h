#pragma once

#include "engine/model/world_state.h"
#include "engine/step/solver_step.h"

namespace satbox {

// Continuous collision: stops the bodies that may have passed through something in this step.
void stopFastBodies(WorldState& world, const SolverStep& solver);

} // namespace satbox
