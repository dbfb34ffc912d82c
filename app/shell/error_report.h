#pragma once

#include "app/shell/app_state.h"

#include <string>

namespace satbox::app {

// Shows an error in a card, which stays until it is closed, and in the status bar. `details`: what is wrong
// and where; `advice`: what is unchanged and what to do.
void reportError(AppState& state, std::string title, std::string details, std::string advice);

} // namespace satbox::app
