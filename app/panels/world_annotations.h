#pragma once

#include "app/view/world_view.h"
#include "app/widgets/ui_context.h"

namespace satbox::app {

// Draws the labels, the scale bar and the legend over the world and behind all panels. `context` and `list`
// are those of drawWorld. Returns the height of the legend above the bottom of the view (window points; 0
// without a legend), so that the camera can keep clear of it. With several views, only one `drawsLegend`; the
// others have labels only.
float drawWorldAnnotations(const UiContext& ui, const ViewContext& context, const DrawList& list,
                           bool drawsLegend = true);

} // namespace satbox::app
