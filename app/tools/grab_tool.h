#pragma once

#include "app/tools/tool_context.h"

namespace satbox::app {

// Dragging while the simulation runs: a mouse joint pulls the clicked point towards the pointer; releasing
// throws the body. A drag makes one undo entry, a click none.

void beginGrab(ToolContext& context, ShapeId shape, Position worldPoint);
// Once a frame, before the steps: moves the target to the pointer. Ends the gesture if its body no longer
// exists.
void updateGrab(ToolContext& context);
void endGrab(ToolContext& context);

} // namespace satbox::app
