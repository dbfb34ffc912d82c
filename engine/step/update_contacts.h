#pragma once

#include "engine/model/world_state.h"
#include "engine/step/contact_events.h"
#include "engine/step/contact_update.h"
#include "engine/step/step_plan.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"
#include <satbox/executor.h>

namespace satbox {

// Prepares the update of contacts for the current poses. `steps`: increment of their ages, 1 in a step and 0
// if no time passes.
ContactUpdate makeContactUpdate(WorldState& world, StepWorkspace& work, uint32_t steps, float dt);

// Updates all contacts and returns Granularity::Whole. If the last step's graph is still valid and has
// several groups (then `singleGroup` is false), updates only the contacts outside the graph and returns
// PerGroup: each group then updates its own contacts just before it is solved, and the caller calls
// finishContacts() after that.
Granularity updateContacts(WorldState& world, StepReport& report, StepWorkspace& work, ContactUpdate& update,
                           bool singleGroup, TaskExecutor* executor);

// Removes ended contacts and appends begin and end events to `events`. `poses`: as in reportChanges.
void finishContacts(WorldState& world, StepWorkspace& work, ContactUpdate& update, WorldEvents& events,
                    Poses poses, TaskExecutor* executor);

} // namespace satbox
