#pragma once

#include "engine/model/world_state.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"
#include <satbox/executor.h>

namespace satbox {

class StepObserver;

// Advances the world by `dt` s, stage by stage (docs/step.md). World::step divides longer steps into slices.
// Adds its times to `report`, which clearReports() has begun. `observer` and `executor`: as in World::step.
// Precondition: dt is in the range of World::step and at most kMaxSolvedStep.
void solveStep(WorldState& world, StepReport& report, StepWorkspace& work, float dt, StepObserver* observer,
               TaskExecutor* executor);

} // namespace satbox
