#pragma once

#include "engine/model/world_state.h"
#include "engine/step/solver_step.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"

namespace satbox {

// With an observer, everything is solved as one group, so that every stage is complete when it is reported.
bool wantsSingleGroup(const StepWorkspace& work, bool observed);

// Prepares `solver`: constraint graph, solver bodies, contacts and mouse joints.
void gatherSolver(WorldState& world, StepReport& report, StepWorkspace& work, SolverStep& solver,
                  bool observed);

} // namespace satbox
