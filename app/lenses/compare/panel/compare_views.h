#pragma once

#include "app/lenses/compare/compare_state.h"
#include "app/widgets/ui_context.h"

namespace satbox::app {

// Divides `area`, which no panel covers, among the views and sets the viewport of the camera: the
// whole area, or the first view of a comparison. If the number of views changes, the camera zooms to show the
// same part of the world. Call once a frame, after the interface.
void layOutViews(CompareState& compare, Camera& camera, const ScreenRect& area, float scale);

// Draws the titles above the views, the figures below and, with three worlds, the plot beside them; behind
// all panels.
void drawCompareFrames(const UiContext& ui, const World& document, const CompareState& compare,
                       const ScreenRect& area);

} // namespace satbox::app
