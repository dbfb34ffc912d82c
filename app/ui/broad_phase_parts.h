#pragma once

#include "app/app_state.h"
#include "app/ui/ui_context.h"

namespace satbox::app {

// The parts of the Broad panel, a file each.

// Both trees in figures, level by level. broad_phase_tree_part.cpp
void drawBroadPhaseTree(const UiContext& ui, const World& world, ViewSettings& view, BroadPhaseState& broad);
// What is searched for by hand, and what the search visited, node by node. broad_phase_query_part.cpp
void drawBroadQuery(const UiContext& ui, const World& world, const std::optional<QueryTrace>& trace,
                    const ToolState& tool, BroadPhaseState& broad, Requests& requests);
// The shapes that left their fat boxes in the last step. broad_phase_tree_part.cpp
void drawBroadMoved(const UiContext& ui, const World& world, const Selection& selection, ViewSettings& view,
                    BroadPhaseState& broad, Requests& requests);
// The islands, and what keeps each of them awake. broad_phase_islands_part.cpp
void drawBroadIslands(const UiContext& ui, const World& world, const Selection& selection, ViewSettings& view,
                      BroadPhaseState& broad, Requests& requests);

} // namespace satbox::app
