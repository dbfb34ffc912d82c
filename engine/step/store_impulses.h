#pragma once

#include "engine/model/world_state.h"
#include "engine/step/solver_step.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"

namespace satbox {

// Stores the impulses of joints and reports begin and hit events of pushed contacts. The contacts have
// their impulses already: the solver stores them with each group. Vertex contacts are stored here.
void storeImpulses(WorldState& world, StepReport& report, StepWorkspace& work, const SolverStep& step);

} // namespace satbox
