#pragma once

#include "app/app_state.h"

namespace satbox::app {

// Dragging while time runs: the mouse spring pulls the point that was clicked towards the pointer; letting go
// throws. One undo entry for a drag, none for a click.

void beginGrab(AppState& state, ShapeId shape, Position worldPoint);
// Once a frame before the step: the target is where the pointer is; ends the gesture when its body is gone.
void updateGrab(AppState& state);
void endGrab(AppState& state);

} // namespace satbox::app
