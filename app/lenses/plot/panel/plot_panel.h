#pragma once

#include "app/lenses/lens.h"
#include "app/lenses/plot/plot_state.h"

namespace satbox::app {

// The Plot panel: what is plotted, and the plots below each other with one axis of time.
void drawPlotPanel(const UiContext& ui, PlotState& state, LensContext& context);

} // namespace satbox::app
