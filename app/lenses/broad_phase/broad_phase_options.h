#pragma once

#include "app/shell/app_state.h"
#include "app/shell/options.h"

namespace satbox::app {

// Applies --broad, --query, --query-visit and --tree-level. Throws std::runtime_error with a message for the
// user if this world has no such level or visit.
void applyBroadPhaseOptions(AppState& state, const Options& options);

} // namespace satbox::app
