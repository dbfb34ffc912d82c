#pragma once

#include "engine/model/world_state.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"
#include <satbox/executor.h>

namespace satbox {

// Creates contacts for new pairs of overlapping fat boxes.
void updatePairs(WorldState& world, StepReport& report, StepWorkspace& work,
                 TaskExecutor* executor = nullptr);

} // namespace satbox
