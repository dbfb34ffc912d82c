#pragma once

#include "app/shell/app_state.h"

namespace satbox::app {

// Key M: inspects the contact under the pointer, else the selected contact; without either, the next two
// clicks choose the shapes. While picking, it cancels.
void pickPair(AppState& state);
// Key N: inspects the contact with the deepest overlap.
void openDeepestPair(AppState& state);
void openPair(AppState& state, ShapeId first, ShapeId second);
// Shows the candidate axis `by` places after the one shown; on the Tests tab, the axis of the selected
// overlap test.
void stepThroughAxes(AppState& state, int by);

// The left button was pressed. True if that picked a shape of the pair or grabbed a handle of the axis.
bool pressPair(AppState& state, Vec2 screen);
void dragPair(AppState& state);
void releasePair(AppState& state);

// Once a frame, after the steps: analyses the pair in its current pose.
void updatePair(AppState& state, double seconds);

} // namespace satbox::app
