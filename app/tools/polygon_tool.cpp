#include "app/tools/polygon_tool.h"

namespace satbox::app {

namespace {

constexpr ToolText kText{
    .key = "polygon",
    .label = "Outline",
    .group = ToolGroup::Draw,
    .icon = Icon::Outline,
    .chord = {Key::Num1, {.shift = true}},
    .help = "Draws a body corner by corner. Its outline may be concave, but must not cross itself.",
};

} // namespace

const ToolText& PolygonTool::text() const { return kText; }

std::vector<ToolOption> PolygonTool::options() { return {bodyTypeOption(bodyType_)}; }

std::string PolygonTool::idleHint() const
{
    return "Outline: click to place the corners of a body, with Ctrl to snap. Esc ends.";
}

std::string PolygonTool::progressHint() const
{
    if (isOverFinish()) return "Click to close the outline.";
    return "Click adds a corner, Backspace removes the last. Enter or a click on the first corner closes the "
           "outline, Esc drops it.";
}

DraftedCommand PolygonTool::draft(const ToolContext& context) const
{
    return drawnBodyCommand(points(), {.type = static_cast<BodyType>(bodyType_)},
                            {.material = context.tool.newShape.material}, "outline");
}

void PolygonTool::followCursor()
{
    pieces_.clear();
    if (points().empty()) return;
    std::vector<Position> outline(points().begin(), points().end());
    if (!isOverFinish()) outline.push_back(cursor());
    const std::vector<Vec2> local = relativeToFirst(outline);
    if (checkOutline(local).ok()) pieces_ = decompose(local).pieces;
}

void PolygonTool::drawPreview(const ViewContext& context, DrawList& out) const
{
    drawPieces(context, pieces_, points().front(), out);
    if (points().size() > 1 && !isOverFinish())
        out.addDashedLine(cursor(), points().front(), context.line(context.palette.muted, 1.5f));
    if (canFinish()) out.addRing(points().front(), 8.0f, context.palette.accent, 1.5f);
}

} // namespace satbox::app
