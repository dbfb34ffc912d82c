#pragma once

#include "app/gfx/camera.h"
#include "app/ui/ui_context.h"
#include "app/view/view_context.h"

struct ImDrawList;

namespace satbox::app {

// Explains the overlays that are on, with the scales of their arrows, in the lower left corner of `view`.
// Returns what it covers (empty where there is nothing to explain). `context` must be prepared.
ScreenRect drawLegend(const UiContext& ui, ImDrawList& out, const ViewContext& context,
                      const ScreenRect& view);

} // namespace satbox::app
