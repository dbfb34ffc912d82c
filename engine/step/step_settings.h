#pragma once

#include "engine/constraints/step_context.h"
#include "engine/core/internal_api.h"
#include "engine/model/contact_store.h"
#include "engine/model/island.h"
#include "engine/model/world_state.h"
#include <satbox/settings.h>

namespace satbox {

// The world's settings as parameters of the stages.

// Stability limit of (h omega)^2 times stiffening, for contacts between two movable bodies. Lightly loaded
// boxes tremble above 2.16, see docs/step.md, "Where a step is stable".
inline constexpr float kMaxContactStiffness = 2.04f;

// `dt`: s, of the whole step.
SATBOX_INTERNAL_API StepContext makeStepContext(const WorldSettings& settings, float dt);
// Without a prediction time.
SATBOX_INTERNAL_API ContactSettings contactSettings(const WorldSettings& settings);
ContactSettings contactSettings(const WorldState& world); // and with its callbacks
SATBOX_INTERNAL_API SleepSettings sleepSettings(const WorldSettings& settings, float dt);

} // namespace satbox
