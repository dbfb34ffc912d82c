#pragma once

#include "app/app_state.h"
#include "app/options.h"

namespace satbox::app {

// The pair, the step and the search of the broad phase that the options ask for, in the world as it is now.
// Throws std::runtime_error with a sentence where there is no such pair, contact or stage.
void applyInspectOptions(AppState& state, const Options& options);

} // namespace satbox::app
