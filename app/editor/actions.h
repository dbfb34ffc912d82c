#pragma once

#include "app/app_state.h"

namespace satbox::app {

// Does what an action asks. File dialogs are opened, files are not: that happens in performRequests.
void perform(AppState& state, Action action);

// A key went down and no text field has the keyboard.
void pressKey(AppState& state, const KeyChord& chord, bool repeat);

// Everything that menus, keys and the file browser asked for since the last frame: actions in order, then
// files and scenes. The screenshot is left to the frame loop.
void performRequests(AppState& state);

} // namespace satbox::app
