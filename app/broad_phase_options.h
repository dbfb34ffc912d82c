#pragma once

#include "app/app_state.h"
#include "app/options.h"

namespace satbox::app {

// Does what --broad, --query, --query-visit and --tree-level ask for; throws a sentence where this world has
// nothing of the kind.
void applyBroadPhaseOptions(AppState& state, const Options& options);

} // namespace satbox::app
