#pragma once

#include "app/view/overlays.h"

namespace satbox::app {

// Adds the world to `out`: the overlays that are on, then the layers. Calls context.prepare().
void drawWorld(ViewContext& context, DrawList& out);

// The legend of everything that is on. Precondition: context.prepare() was called.
LegendRows legendRows(const ViewContext& context);

} // namespace satbox::app
