#pragma once

#include "engine/core/internal_api.h"
#include "engine/model/world_state.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"
#include <satbox/executor.h>

namespace satbox {

// Begins a new report: discards the last step's events and times. Events of edits since then become the first
// events of the new step.
SATBOX_INTERNAL_API void clearReports(StepReport& report);

// Frees the last step's scratch memory, collects the edges of joints for the stages, and quarantines bodies
// that an edit moved out of the world or made non-finite.
void beginStep(WorldState& world, StepReport& report, StepWorkspace& work, TaskExecutor* executor);

} // namespace satbox
