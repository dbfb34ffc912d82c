#pragma once

#include "app/tools/tool_context.h"

namespace satbox::app {

// Placing a shape of the toolbox: a translucent ghost follows the pointer until it is dropped.

void updateGhost(ToolContext& context); // once a frame
// Adds the ghost's body to the world and selects it, if the pointer is over the world. `keep`: the tool stays
// selected.
void dropGhost(ToolContext& context, bool keep);
// Wheel while placing: changes the size or, with `turn`, the angle in steps of 15 degrees.
void adjustGhost(ToolContext& context, float notches, bool turn);

} // namespace satbox::app
