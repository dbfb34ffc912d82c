#pragma once

#include "app/lenses/step/step_analysis.h"
#include "app/lenses/step/step_view_state.h"
#include "app/view/legend_row.h"
#include "app/view/view_context.h"

namespace satbox::app {

// What is drawn of a step.
struct StepDrawing {
    const StepViewState& view;
    const StepAnalysis& analysis;
};

void drawStep(const ViewContext& context, const StepDrawing& lens, DrawList& out);
void legendOfStep(const ViewContext& context, const StepDrawing& lens, LegendRows& rows);

} // namespace satbox::app
