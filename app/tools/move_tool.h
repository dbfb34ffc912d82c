#pragma once

#include "app/tools/tool_context.h"

namespace satbox::app {

// Dragging while paused: a body of any type follows the pointer; with Shift it rotates about its centre of
// mass. Every move updates the contacts. A drag makes one undo entry.

void beginMove(ToolContext& context, ShapeId shape, Position worldPoint);
void continueMove(ToolContext& context, Position worldPoint, bool turn);
void endMove(ToolContext& context);
void cancelMove(ToolContext& context); // puts the body back

} // namespace satbox::app
