#pragma once

#include "app/document/selection.h"
#include "app/lenses/broad_phase/broad_phase_state.h"
#include "app/tools/requests.h"
#include "app/tools/tool.h"
#include "app/view/view_settings.h"
#include "app/widgets/ui_context.h"

namespace satbox::app {

// The tabs of the Broad phase panel.

// Statistics of both trees, and their nodes level by level. broad_phase_tree_section.cpp
void drawBroadPhaseTree(const UiContext& ui, const World& world, ViewSettings& view, BroadPhaseState& broad);
// The user's query, and the nodes that it visited in order. Returns the kind of query whose tool was selected
// or deselected. broad_phase_query_section.cpp
std::optional<QueryKind> drawBroadPhaseQuery(const UiContext& ui, const World& world,
                                             const std::optional<QueryTrace>& trace, const ToolState& tool,
                                             BroadPhaseState& broad);
// Shapes that left their fat boxes in the last step. broad_phase_tree_section.cpp
void drawBroadPhaseMoved(const UiContext& ui, const World& world, const Selection& selection,
                         ViewSettings& view, BroadPhaseState& broad, Requests& requests);
// Islands, and what keeps each of them awake. broad_phase_islands_section.cpp
void drawBroadPhaseIslands(const UiContext& ui, const World& world, const Selection& selection,
                           ViewSettings& view, BroadPhaseState& broad, Requests& requests);

} // namespace satbox::app
