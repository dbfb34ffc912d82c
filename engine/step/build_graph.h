#pragma once

#include "engine/model/world_state.h"
#include "engine/step/solver_step.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"

namespace satbox {

// Updates the constraint graph and makes it, with its rows and contacts, the problem of `step`. Fills the
// rows if the plan says Whole. Prepares joints.
void buildGraph(WorldState& world, StepReport& report, StepWorkspace& work, SolverStep& step);

} // namespace satbox
