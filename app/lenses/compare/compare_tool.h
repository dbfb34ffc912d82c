#pragma once

#include "app/shell/app_state.h"

namespace satbox::app {

// Starts a comparison from the current world, or ends the running one.
void toggleComparison(AppState& state);
// Starts from the document's current world; a running comparison starts again. Refused with a message in the
// lab, which does not simulate.
void startComparison(AppState& state);
void endComparison(AppState& state);

// Once a frame, after commands and before tools: copies the worlds again if the document was edited, applies
// changed settings, and ends the comparison if the lab was opened.
void updateComparison(AppState& state);

// Create, move and destroy a mouse joint in each of the other worlds: same body, same point of it, same
// target. `anchor`: m, in the body's frame.
void grabInOtherWorlds(AppState& state, BodyId body, Vec2 anchor);
void moveGrabInOtherWorlds(AppState& state, Position target);
void releaseInOtherWorlds(AppState& state);

} // namespace satbox::app
