#pragma once

#include "app/shell/app_state.h"

namespace satbox::app {

// Dragging while paused: a body of any type follows the pointer; with Shift it rotates about its centre of
// mass. Every move updates the contacts. A drag makes one undo entry.

void beginMove(AppState& state, ShapeId shape, Position worldPoint);
void continueMove(AppState& state, Position worldPoint, bool turn);
void endMove(AppState& state);
void cancelMove(AppState& state); // puts the body back

} // namespace satbox::app
