#pragma once

#include "app/shell/app_state.h"

namespace satbox::app {

// Opens the Broad phase panel on one of its tabs.
void openBroadPhasePanel(AppState& state, BroadPhaseView view);
// Selects the tool that draws a query box or ray; deselects it if it is selected already.
void toggleQueryTool(AppState& state, QueryKind kind);

// Pointer input of the query tool: left button pressed on the world, pointer moved, button released.
void beginQuery(AppState& state);
void dragQuery(AppState& state);
void endQuery(AppState& state);
// Deselects the tool and removes the query. False if there is neither.
bool cancelQuery(AppState& state);

// Moves `by` node visits through the query. False, without effect, if there is no query or the arrow keys act
// on another open panel.
bool stepThroughVisits(AppState& state, int by);
// Selects a body; moves the camera to it if it is off screen or too small to see.
void focusBody(AppState& state, BodyId body);

// Once a frame, after the steps: repeats the query.
void updateBroadPhase(AppState& state, double seconds);

} // namespace satbox::app
