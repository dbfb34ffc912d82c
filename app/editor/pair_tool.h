#pragma once

#include "app/app_state.h"

namespace satbox::app {

// M: the contact under the pointer or, without one, the selected one; else the next two clicks choose the
// shapes. Pressed again while picking: stops.
void pickPair(AppState& state);
// N: the pair that overlaps most.
void openDeepestPair(AppState& state);
void openPair(AppState& state, ShapeId first, ShapeId second);
void walkAxes(AppState& state, int by);

// The left button went down: true if it chose a shape of the pair, or took hold of the axis.
bool pressPair(AppState& state, Vec2 screen);
void dragPair(AppState& state);
void releasePair(AppState& state);

// Once a frame, after time has advanced: what the engine says of the pair now.
void updatePair(AppState& state, double seconds);

} // namespace satbox::app
