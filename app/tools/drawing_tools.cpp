#include "app/tools/drawing_tools.h"

#include "app/text/format.h"
#include "app/text/names.h"

#include <fmt/format.h>

#include <cmath>

namespace satbox::app {

bool executeDraft(ToolContext& context, const DraftedCommand& draft)
{
    std::string refusal = draft.refusal;
    if (draft.ok()) {
        cancelReplay(context.playback);
        context.history.closeGesture();
        refusal = context.history.execute(draft.command);
        context.history.closeGesture();
    }
    if (!refusal.empty()) context.status.show(Severity::Warning, refusal);
    return refusal.empty();
}

bool runDraft(ToolContext& context, const DraftedCommand& draft)
{
    if (!executeDraft(context, draft)) return false;
    context.selection.select(context.world(), context.history.createdBodies());
    return true;
}

ToolOption bodyTypeOption(int& type)
{
    return {.label = "Body",
            .choice = &type,
            .choices = kBodyTypeNames,
            .defaultChoice = static_cast<int>(BodyType::Dynamic),
            .help =
                "Dynamic bodies fall and are pushed. Static ones never move. Kinematic ones move with their "
                "own velocity and are not pushed."};
}

std::string describeLine(Position from, Position to)
{
    const Vec2 line = to - from;
    return fmt::format("{}, {}°", formatQuantity(static_cast<double>(length(line)), "m"),
                       formatFixed(inDegrees(std::atan2(line.y, line.x)), 1));
}

void drawCrossing(const ViewContext& context, std::span<const Position> points, const OutlineCheck& check,
                  DrawList& out)
{
    if (check.fault != OutlineFault::Crossing) return;
    const Color color = context.palette.error;
    for (const size_t edge : {check.edgeA, check.edgeB})
        out.addLine(points[edge], points[edge + 1 < points.size() ? edge + 1 : 0],
                    context.line(color, kSelectedOutlinePx));
    out.addRing(points.front() + check.crossing, 8.0f, color, 2.0f);
}

void drawPieces(const ViewContext& context, std::span<const Polygon> pieces, Position origin, DrawList& out)
{
    std::vector<Position> corners;
    for (const Polygon& piece : pieces) {
        corners.clear();
        for (const Vec2 v : piece.points()) corners.push_back(origin + v);
        out.addConvex(std::span<const Position>(corners), context.palette.accent.withAlpha(0.15f));
        out.addPolyline(corners, context.line(context.palette.accent.withAlpha(0.3f), 1.0f), true);
    }
}

} // namespace satbox::app
