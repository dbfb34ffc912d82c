#pragma once

#include "app/document/shape_commands.h"
#include "app/tools/edit_tool.h"
#include <satbox/outlines.h>

#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// What the tools share that draw outlines and lines.

inline constexpr float kPointReach = 10.0f; // window points, to a drawn point

// Executes the command as an undo entry of its own. Shows a refusal and returns false then.
bool executeDraft(ToolContext& context, const DraftedCommand& draft);
// Likewise, and selects the bodies that it created.
bool runDraft(ToolContext& context, const DraftedCommand& draft);

// A list in the card of the tool: whether the drawn body is static, kinematic or dynamic.
ToolOption bodyTypeOption(int& type);

// "1.20 m, 35.0°": length and direction of the line.
std::string describeLine(Position from, Position to);

// Marks the place of a crossing, and the two edges.
void drawCrossing(const ViewContext& context, std::span<const Position> points, const OutlineCheck& check,
                  DrawList& out);

// The pieces that decompose() makes of an outline, translucent. `origin`: of their coordinates.
void drawPieces(const ViewContext& context, std::span<const Polygon> pieces, Position origin, DrawList& out);

} // namespace satbox::app
