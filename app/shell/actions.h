#pragma once

#include "app/shell/app_state.h"

namespace satbox::app {

// Handles a key press. Precondition: no text field has the keyboard focus.
void pressKey(AppState& state, const KeyChord& chord, bool repeat);

// Switches an overlay or drawing option, and says so in the status bar.
void toggleSwitch(AppState& state, const ViewSwitch& row);

// Performs the requests that menus, keys and the file browser made since the last frame: actions in order,
// then files and scenes. The frame loop takes the screenshot.
void performRequests(AppState& state);

} // namespace satbox::app
