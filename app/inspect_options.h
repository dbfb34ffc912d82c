#pragma once

#include "app/app_state.h"
#include "app/options.h"

namespace satbox::app {

// Opens the pair, the step and the broad-phase query of the options in the current world. Throws
// std::runtime_error with a message for the user if there is no such pair, contact or stage.
void applyInspectOptions(AppState& state, const Options& options);

} // namespace satbox::app
