#pragma once

#include "engine/model/world_state.h"
#include "engine/step/step_report.h"
#include <satbox/validate.h>

#include <cmath>

namespace satbox {

// True if the motion is finite and its origin is within kMaxPosition, the bound of definitions and files.
// Without it, a body that falls for ever would get coordinates with which it can neither be edited nor saved.
inline bool isInWorld(const BodyMotion& m)
{
    const Position p = m.origin();
    return isFinite(m) && std::fabs(p.x) <= kMaxPosition && std::fabs(p.y) <= kMaxPosition;
}

// Freezes a body that is not isInWorld(): moves it back to its pose at the start of the step, removes it from
// the simulation, adds an event and wakes the bodies that touched it.
void quarantine(WorldState& world, StepReport& report, uint32_t slot, WorldEvents& events);

} // namespace satbox
