#pragma once

#include "engine/model/world_state.h"
#include "engine/step/step_workspace.h"

namespace satbox {

// Moving bodies wake the sleeping bodies that they touch. Also wakes those in reach of fast kinematic bodies
// and, for the vertex-contact solver, of all awake bodies.
void updateIslands(WorldState& world, StepWorkspace& work, float dt);

} // namespace satbox
