#pragma once

#include "app/app_state.h"

#include <span>

namespace satbox::app {

// Hands what the pointer did to the tool in hand; events that began on a panel are already left out.
void handlePointer(AppState& state, const PointerEvent& event);

// Once a frame, after the events: what follows the pointer without an event (spring, ghost), and what lies
// under it.
void updateTools(AppState& state);

// Lets go of everything: the window lost the focus, time was stopped or started, another scene was opened.
void releaseTools(AppState& state);

// Esc: undoes a move that is under way, puts the tool away, closes what is open, then deselects.
void cancelTools(AppState& state);

} // namespace satbox::app
