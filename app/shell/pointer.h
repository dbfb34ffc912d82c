#pragma once

#include "app/shell/app_state.h"

#include <span>

namespace satbox::app {

// Passes a pointer event to the selected tool. Presses over a panel are ignored (PointerEvent::overWorld);
// moves and releases always arrive, so that a drag can end there.
void handlePointer(AppState& state, const PointerEvent& event);

// Once a frame, after the events: updates what follows the pointer (mouse joint, ghost, edit tool) and what
// is under it. `seconds`: real time since the last frame.
void updateTools(AppState& state, double seconds, Modifiers modifiers);

// Before each step: lets the selected edit tool and the keys that drive act on it.
void stepTools(AppState& state);

// Ends all drags and lets go of the keys that drive. Call when the window loses focus, at pause and resume,
// and before another scene is opened.
void releaseTools(AppState& state);

// Esc: each press does the first that applies: undo the move in progress, end a drag, drop what the edit tool
// has begun, deselect it, close the help or the About card, close the error card, close the other cards,
// close the newest pinned card, let a lens that is shown or has the tool cancel, clear the selection.
void cancelTools(AppState& state);

} // namespace satbox::app
