#pragma once

#include "app/app_state.h"
#include "app/ui/ui_context.h"

namespace satbox::app {

// Divides what the panels left to the world among the views, and sets the camera's viewport: the whole of it,
// or the first view of a comparison. When the number of views changes, the camera keeps what it shows in
// sight. Call once a frame, after the interface.
void layOutViews(AppState& state, float scale);

// Titles over the views, figures under them and, of three worlds, the plot beside them. Behind all panels.
void drawCompareFrames(const UiContext& ui, const AppState& state);

} // namespace satbox::app
