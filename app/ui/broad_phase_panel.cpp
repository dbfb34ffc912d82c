// The Broad panel: which shapes may touch at all, and which bodies sleep together. Four looks: the trees, a
// search of them by hand, the shapes that left their fat boxes, the islands.

#include "app/ui/broad_phase_parts.h"
#include "app/ui/panels.h"
#include "app/ui/part_rows.h"
#include "app/ui/widgets.h"

#include <array>

namespace satbox::app {

namespace {

constexpr std::array kParts{
    PartTab{"Tree", "The bounding-volume trees of the broad phase, level by level."},
    PartTab{"Query", "Drag a box or shoot a ray: which nodes does the search for it visit?"},
    PartTab{"Moved", "The shapes that left their fat boxes in the last step."},
    PartTab{"Islands", "Bodies that sleep and wake together, and what keeps each island awake."}};

} // namespace

void drawBroadPhasePanel(const UiContext& ui, const World& world, const std::optional<QueryTrace>& trace,
                         const Selection& selection, const ToolState& tool, ViewSettings& view,
                         BroadPhaseState& broad, Requests& requests)
{
    broad.hoveredIsland.reset(); // told anew in every frame
    broad.hoveredShape = {};
    auto part = static_cast<size_t>(broad.part);
    if (partTabs(ui, kParts, &part)) broad.part = static_cast<BroadPhaseView>(part);
    switch (broad.part) {
    case BroadPhaseView::Tree:
        drawBroadPhaseTree(ui, world, view, broad);
        break;
    case BroadPhaseView::Query:
        drawBroadQuery(ui, world, trace, tool, broad, requests);
        break;
    case BroadPhaseView::Moved:
        drawBroadMoved(ui, world, selection, view, broad, requests);
        break;
    case BroadPhaseView::Islands:
        drawBroadIslands(ui, world, selection, view, broad, requests);
        break;
    }
}

} // namespace satbox::app
