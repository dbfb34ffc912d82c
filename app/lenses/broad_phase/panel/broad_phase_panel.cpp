// The Broad phase panel has four tabs: the trees, a query drawn by the user, the shapes that left their fat
// boxes, and the islands.

#include "app/lenses/broad_phase/panel/broad_phase_panel.h"

#include "app/lenses/broad_phase/panel/broad_phase_sections.h"
#include "app/widgets/navigation_rows.h"
#include "app/widgets/widgets.h"

#include <array>

namespace satbox::app {

namespace {

constexpr std::array kTabs{
    SectionTab{"Tree", "The bounding volume trees of the broad phase, level by level."},
    SectionTab{"Query", "Drag a box or cast a ray to see which tree nodes the query visits."},
    SectionTab{"Moved", "Shapes that left their fat boxes in the last step."},
    SectionTab{"Islands", "Bodies that sleep and wake together, and what keeps each island awake."}};

} // namespace

std::optional<QueryKind> drawBroadPhasePanel(const UiContext& ui, const World& world,
                                             const std::optional<QueryTrace>& trace,
                                             const Selection& selection, const ToolState& tool,
                                             ViewSettings& view, BroadPhaseState& broad, Requests& requests)
{
    broad.hoveredIsland.reset(); // set again below if a row is hovered
    broad.hoveredShape = {};
    auto tab = static_cast<size_t>(broad.tab);
    if (sectionTabs(ui, kTabs, &tab)) broad.tab = static_cast<BroadPhaseTab>(tab);
    switch (broad.tab) {
    case BroadPhaseTab::Tree:
        drawBroadPhaseTree(ui, world, view, broad);
        break;
    case BroadPhaseTab::Query:
        return drawBroadPhaseQuery(ui, world, trace, tool, broad);
    case BroadPhaseTab::Moved:
        drawBroadPhaseMoved(ui, world, selection, view, broad, requests);
        break;
    case BroadPhaseTab::Islands:
        drawBroadPhaseIslands(ui, world, selection, view, broad, requests);
        break;
    }
    return std::nullopt;
}

} // namespace satbox::app
