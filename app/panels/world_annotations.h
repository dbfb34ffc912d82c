#pragma once

#include "app/panels/legend.h"
#include "app/view/world_view.h"
#include "app/widgets/ui_context.h"

#include <span>

namespace satbox::app {

// Draws the labels over the world and behind all panels and, with `legend`, the scale bar and the legend.
// `context` and `list` are those of drawWorld. With several views, only one has a legend. `clock`: s of real
// time. `cards`: over the world, window points; labels and legend keep off them.
void drawWorldAnnotations(const UiContext& ui, const ViewContext& context, const DrawList& list,
                          LegendState* legend, double clock, std::span<const ScreenRect> cards = {});

} // namespace satbox::app
