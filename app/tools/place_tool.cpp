#include "app/tools/place_tool.h"

#include "app/document/commands.h"
#include "app/text/format.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

void updateGhost(ToolContext& context)
{
    ToolState& tool = context.tool;
    if (tool.tool != ToolKind::Place) {
        tool.ghost.reset();
        return;
    }
    Ghost ghost{.body = makeToolboxBody(tool.shapeToPlace, tool.newShape), .overWorld = tool.cursorOverWorld};
    ghost.body.body.position = tool.cursorWorld;
    tool.ghost = std::move(ghost);
}

void dropGhost(ToolContext& context, bool keep)
{
    updateGhost(context);
    ToolState& tool = context.tool;
    if (!tool.ghost || !tool.ghost->overWorld) return;
    cancelReplay(context.playback);
    const std::string label = "Add " + withLowerFirst(std::string(toolboxItem(tool.shapeToPlace).label));
    const std::string refusal =
        context.history.execute(createBodyCommand(label, tool.ghost->body.body, tool.ghost->body.shapes));
    context.history.closeGesture();
    if (refusal.empty())
        context.selection.select(context.world(), context.history.createdBodies());
    else
        context.status.show(Severity::Warning, refusal);
    tool.placingByDrag = false;
    if (!keep) tool.selectGrabTool();
}

void adjustGhost(ToolContext& context, float notches, bool turn)
{
    NewShapeSpec& spec = context.tool.newShape;
    constexpr float kTurn = kPi / 12.0f;
    if (turn)
        spec.angle = std::remainder(spec.angle + notches * kTurn, 2.0f * kPi);
    else
        spec.size =
            std::clamp(spec.size * std::pow(1.1f, notches), NewShapeSpec::kMinSize, NewShapeSpec::kMaxSize);
}

} // namespace satbox::app
