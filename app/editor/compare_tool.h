#pragma once

#include "app/app_state.h"

namespace satbox::app {

// Starts a comparison from the world as it is now, or ends the one that is under way.
void toggleComparison(AppState& state);
// From the document's world as it is now; a comparison that is under way starts anew. Refused with a sentence
// in the lab, which has no time.
void startComparison(AppState& state);
void endComparison(AppState& state);

// Once a frame, after commands and before tools: copies the worlds anew when the document was edited, passes
// settings on when they were tuned, ends the comparison where the lab was opened.
void updateComparison(AppState& state);

// The mouse spring in the other worlds: holds the same point of the same body, follows the same target, lets
// go. `anchor`: m, in the frame of the body.
void pullInOthers(AppState& state, BodyId body, Vec2 anchor);
void aimInOthers(AppState& state, Position target);
void releaseInOthers(AppState& state);

} // namespace satbox::app
