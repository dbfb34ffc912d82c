#include "app/tools/ground_tool.h"

namespace satbox::app {

namespace {

constexpr ToolText kText{
    .key = "ground",
    .label = "Ground line",
    .group = ToolGroup::Draw,
    .icon = Icon::Ground,
    .chord = {Key::Num3, {.shift = true}},
    .help = "Draws static ground point by point: a line without thickness that collides from both sides.",
};

} // namespace

const ToolText& GroundTool::text() const { return kText; }

std::string GroundTool::idleHint() const
{
    return "Ground line: click to place its points, with Ctrl to snap. Esc ends.";
}

std::string GroundTool::progressHint() const
{
    if (isOverFinish()) return "Click to end the ground line here.";
    return "Click adds a point, Backspace removes the last. Enter or a click on the last point ends the "
           "line, Esc drops it.";
}

DraftedCommand GroundTool::draft(const ToolContext& context) const
{
    return chainCommand(points(), {.material = context.tool.newShape.material});
}

} // namespace satbox::app
