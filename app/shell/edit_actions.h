#pragma once

#include "app/shell/app_state.h"

namespace satbox::app {

// Actions that edit the document or go through its history. Each says in the status bar why it did nothing.

void undoOrRedo(AppState& state, bool back);
// Goes to the moment at which `count` entries of the history are done.
void goToHistory(AppState& state, size_t count);
void deleteSelection(AppState& state);
// The copy is selected. It is to the right of the original, so that their bounding boxes do not overlap.
void duplicateSelection(AppState& state);
// To the clipboard. Returns false if nothing was copied.
bool copySelection(AppState& state);
// From the clipboard: where the context menu was opened, else at the pointer or in the middle of the view.
void pasteBodies(AppState& state);
void restart(AppState& state, bool settingsToo);
// The current state becomes the scene's start.
void keepMoment(AppState& state);

} // namespace satbox::app
