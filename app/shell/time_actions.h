#pragma once

#include "app/shell/app_state.h"

namespace satbox::app {

// Moves through what was played, and sets marks on the time bar (Playback::marks).

// Shows a step of History, and pauses.
void goToStep(AppState& state, uint64_t step);
// Shows the nearest bookmark before (by = -1) or after (by = 1) the present; without one, says so.
void goToBookmark(AppState& state, int by);
void toggleBookmark(AppState& state); // at the present
// Sets an end of the loop at the present, or removes it if it is there already.
void setLoopMark(AppState& state, bool isBegin);

} // namespace satbox::app
