#pragma once

#include "engine/model/world_state.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"
#include <satbox/executor.h>

#include <span>

namespace satbox {

// Updates boxes for the new poses and quarantines bodies that are not isInWorld().
void finalizeBodies(WorldState& world, StepReport& report, WorldEvents& events, StepWorkspace& work,
                    TaskExecutor* executor = nullptr);

// Updates the boxes of the awake bodies that are not in `excluded` (slots, ascending), for their new poses.
// Skips bodies that are not isInWorld().
void updateBoxesOfOthers(WorldState& world, std::span<const uint32_t> excluded);

} // namespace satbox
