#pragma once

#include "app/gfx/camera.h"
#include "app/view/view_context.h"
#include "app/widgets/ui_context.h"

struct ImDrawList;

namespace satbox::app {

// Draws the legend of the visible overlays, with the scales of their arrows, in the lower left corner of
// `view`, or in the upper left one if `atTop`. Returns the rectangle that it covers, empty if no overlay
// needs a legend. Precondition: `context` is prepared.
ScreenRect drawLegend(const UiContext& ui, ImDrawList& out, const ViewContext& context,
                      const ScreenRect& view, bool atTop);

// Whether the legend belongs at the top: it changes sides only if it covers a body on its side and would
// cover none on the other. `legend`: as drawn in the last frame.
bool legendBelongsAtTop(const ViewContext& context, const ScreenRect& view, const ScreenRect& legend,
                        bool isAtTop);

} // namespace satbox::app
