#pragma once

#include "engine/model/world_state.h"
#include "engine/step/solver_step.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"

namespace satbox {

// The vertex-contact solver. Unlike the other solvers, it finds pairs and contacts in each substep.
void solveVertexContacts(WorldState& world, StepReport& report, StepWorkspace& work, const SolverStep& step);

// Stores the results of solveVertexContacts in StepReport::vertexContacts and reports begin and hit events.
void storeVertexContacts(WorldState& world, StepReport& report, StepWorkspace& work);

// Updates StepReport::vertexContacts for the current poses without a step; keeps the impulses of persisting
// points.
void refreshVertexContacts(const WorldState& world, StepReport& report, StepWorkspace& work);

} // namespace satbox
