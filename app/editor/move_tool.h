#pragma once

#include "app/app_state.h"

namespace satbox::app {

// Dragging while paused: the body itself follows the pointer, of any type; with Shift it turns about its
// centre of mass. Contacts are found afresh at every move. One undo entry for a drag.

void beginMove(AppState& state, ShapeId shape, Position worldPoint);
void continueMove(AppState& state, Position worldPoint, bool turn);
void endMove(AppState& state);
void cancelMove(AppState& state); // puts the body back

} // namespace satbox::app
