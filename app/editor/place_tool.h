#pragma once

#include "app/app_state.h"

namespace satbox::app {

// A shape of the palette in hand: a ghost under the pointer until it is dropped.

void updateGhost(AppState& state); // once a frame
// Drops the ghost where it is, if that is on the world; selects the new body. With `keep` the tool stays in
// hand.
void dropGhost(AppState& state, bool keep);
// The wheel while a shape is in hand: its size, or its angle in steps of 15 degrees.
void adjustGhost(AppState& state, float notches, bool turn);

} // namespace satbox::app
