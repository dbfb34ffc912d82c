#pragma once

#include "app/gfx/camera.h"
#include "app/view/view_context.h"
#include "app/widgets/ui_context.h"

struct ImDrawList;

namespace satbox::app {

// Draws the legend of the visible overlays, with the scales of their arrows, in the lower left corner of
// `view`. Returns the rectangle that it covers, empty if no overlay needs a legend. Precondition: `context`
// is prepared.
ScreenRect drawLegend(const UiContext& ui, ImDrawList& out, const ViewContext& context,
                      const ScreenRect& view);

} // namespace satbox::app
