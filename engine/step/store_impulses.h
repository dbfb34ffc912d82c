#pragma once

#include "engine/model/world_state.h"
#include "engine/step/solver_step.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"

namespace satbox {

// Finishes deferred contact updates, collects the fast bodies, stores the impulses of mouse joints and
// reports events.
void storeSolver(WorldState& world, StepReport& report, StepWorkspace& work, SolverStep& solver);

} // namespace satbox
