#pragma once

#include "app/shell/app_state.h"
#include "app/shell/options.h"

namespace satbox::app {

// Opens the panels that the options select: Pair (--pair...), Step (--watch...) and Broad phase (see
// broad_phase_options.h). Throws std::runtime_error with a message for the user if the current world has no
// such pair, contact, stage, level or visit.
void applyInspectOptions(AppState& state, const Options& options);

} // namespace satbox::app
