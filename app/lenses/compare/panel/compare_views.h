#pragma once

#include "app/shell/app_state.h"
#include "app/widgets/ui_context.h"

namespace satbox::app {

// Divides the window area not covered by panels among the views and sets the viewport of the camera: the
// whole area, or the first view of a comparison. If the number of views changes, the camera zooms to show the
// same part of the world. Call once a frame, after the interface.
void layOutViews(AppState& state, float scale);

// Draws the titles above the views, the figures below and, with three worlds, the plot beside them; behind
// all panels.
void drawCompareFrames(const UiContext& ui, const AppState& state);

} // namespace satbox::app
