#pragma once

#include "app/view/world_view.h"
#include "app/widgets/ui_context.h"

namespace satbox::app {

// Draws the labels, the scale bar and the legend over the world and behind all panels. `context` and `list`
// are those of drawWorld. Returns the rectangle of the legend (window points; without width if there is
// none). With several views, only one `drawsLegend`; the others have labels only.
ScreenRect drawWorldAnnotations(const UiContext& ui, const ViewContext& context, const DrawList& list,
                                bool drawsLegend = true, bool legendAtTop = false);

} // namespace satbox::app
