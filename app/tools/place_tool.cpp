#include "app/tools/place_tool.h"

#include "app/document/commands.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

void updateGhost(AppState& state)
{
    ToolState& tool = state.tool;
    if (tool.tool != ToolKind::Place) {
        tool.ghost.reset();
        return;
    }
    Ghost ghost{.body = makePaletteBody(tool.shapeToPlace, tool.palette), .overWorld = tool.cursorOverWorld};
    ghost.body.body.position = tool.cursorWorld;
    tool.ghost = std::move(ghost);
}

void dropGhost(AppState& state, bool keep)
{
    updateGhost(state);
    ToolState& tool = state.tool;
    if (!tool.ghost || !tool.ghost->overWorld) return;
    cancelReplay(state.playback);
    const std::string label = "Add " + std::string(paletteItem(tool.shapeToPlace).key);
    const std::string refusal =
        state.history.execute(createBodyCommand(label, tool.ghost->body.body, tool.ghost->body.shapes));
    state.history.closeGesture();
    if (refusal.empty())
        state.selection.select(state.world(), state.document().lastCreatedBody);
    else
        showStatus(state, Severity::Warning, refusal);
    tool.placingByDrag = false;
    if (!keep) tool.selectGrabTool();
}

void adjustGhost(AppState& state, float notches, bool turn)
{
    PaletteSpec& spec = state.tool.palette;
    constexpr float kTurn = kPi / 12.0f;
    if (turn)
        spec.angle = std::remainder(spec.angle + notches * kTurn, 2.0f * kPi);
    else
        spec.size =
            std::clamp(spec.size * std::pow(1.1f, notches), PaletteSpec::kMinSize, PaletteSpec::kMaxSize);
}

} // namespace satbox::app
