#pragma once

#include "app/view/overlays.h"

namespace satbox::app {

// The world as `context` asks for it, added to `out`: bodies, the overlays that are on, what the tool in hand
// shows. Calls context.prepare(). Nothing of the world changes.
void drawWorld(ViewContext& context, DrawList& out);

// What is on, for the legend. `context` must be prepared.
LegendRows legendRows(const ViewContext& context);

} // namespace satbox::app
