#pragma once

#include "engine/model/world_state.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"

namespace satbox {

// Puts islands at rest to sleep and reports the ends of the contacts that are dropped.
void updateSleep(WorldState& world, StepReport& report, StepWorkspace& work, float dt);

} // namespace satbox
