#pragma once

#include "app/lenses/broad_phase/broad_phase_state.h"
#include "app/view/legend_row.h"
#include "app/view/view_context.h"

namespace satbox::app {

// The query to draw, and its trace.
struct ShownQuery {
    const BroadPhaseState& broad;
    const QueryTrace* trace; // of the query, in the world that is drawn; null: none
};

// broad_phase_query.cpp: the user's query and the nodes that it visited.
void drawQuery(const ViewContext& context, const ShownQuery& input, DrawList& out);
void legendOfQuery(const ViewContext& context, const ShownQuery& input, LegendRows& rows);

// moved_boxes.cpp: with the fat boxes, or while the panel lists them.
void drawMovedBoxes(const ViewContext& context, const BroadPhaseState& broad, DrawList& out);
void legendOfMovedBoxes(const ViewContext& context, const BroadPhaseState& broad, LegendRows& rows);

} // namespace satbox::app
