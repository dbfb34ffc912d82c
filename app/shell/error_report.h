#pragma once

#include "app/shell/app_state.h"

#include <span>
#include <string>

namespace satbox::app {

// Shows an error in a card, which stays until it is closed, and in the status bar. `title` and `details`:
// what happened, and why and where, for the status bar too; `advice`: what is unchanged and what to do.
void reportError(AppState& state, std::string title, std::string details, std::string advice);

// Shows the changes with which an action succeeded: one in the status bar, several in a card, one a line.
// Precondition: there is one.
void reportNotes(AppState& state, std::string title, std::span<const std::string> notes, std::string advice);

} // namespace satbox::app
