#pragma once

#include "app/app_state.h"

namespace satbox::app {

// Opens the Broad panel with one of its parts.
void openBroad(AppState& state, BroadPhaseView part);
// Takes the tool into the hand that draws a box or shoots a ray; the same one again puts it away.
void takeQueryTool(AppState& state, QueryKind kind);

// The left button went down on the world with that tool in hand, was moved, was released.
void beginQuery(AppState& state);
void dragQuery(AppState& state);
void endQuery(AppState& state);
// Puts the tool away and removes the query: false where there is neither.
bool cancelQuery(AppState& state);

// From visit to visit of the query: false where none is looked at.
bool walkVisits(AppState& state, int by);
// Selects a body and shows it where it is out of sight or too small to be seen.
void lookAtBody(AppState& state, BodyId body);

// Once a frame, after time has advanced: asks the query anew.
void updateBroad(AppState& state, double seconds);

} // namespace satbox::app
