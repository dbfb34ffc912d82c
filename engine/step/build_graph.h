#pragma once

#include "engine/model/world_state.h"
#include "engine/step/solver_step.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"

namespace satbox {

// Updates the constraint graph and sets the SolverProblem of `step`: graph, rows, contacts and joints. Fills
// the rows if StepPlan::gathering is Whole.
void buildGraph(WorldState& world, StepReport& report, StepWorkspace& work, SolverStep& step);

} // namespace satbox
