// Shapes that left their fat boxes in the last step, with the old and the new box.

#include "app/lenses/broad_phase/broad_phase_drawing.h"
#include "app/view/tree_facts.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

constexpr float kBoxPx = 1.0f;

bool isListed(const BroadPhaseState& broad) { return broad.isOpen && broad.tab == BroadPhaseTab::Moved; }

} // namespace

void drawMovedBoxes(const ViewContext& context, const BroadPhaseState& broad, DrawList& out)
{
    const bool listed = isListed(broad);
    if (!listed && !context.view.fatBoxes) return;
    const Color color = context.palette.broadPhase;
    for (const MovedShape& moved : movedShapes(context.world)) {
        if (!overlaps(unite(moved.before, moved.now), context.visible)) continue;
        const bool isHovered = listed && broad.hoveredShape == moved.shape;
        out.addBox(moved.before, context.line(color.dimmed(0.6f), kBoxPx), true);
        out.addBox(moved.now, context.line(color, isHovered ? 3.5f : 2.0f));
    }
}

void legendOfMovedBoxes(const ViewContext& context, const BroadPhaseState& broad, LegendRows& rows)
{
    const bool listed = isListed(broad);
    if (!listed && !context.view.fatBoxes) return;
    const size_t count = movedShapes(context.world).size();
    if (count == 0) return;
    const Color color = context.palette.broadPhase;
    rows.push_back(
        {LegendMark::Line, color, {}, fmt::format("new fat box; shapes that left theirs: {}", count)});
    rows.push_back({LegendMark::Dashed, color.dimmed(0.6f), {}, "old fat box"});
}

} // namespace satbox::app
