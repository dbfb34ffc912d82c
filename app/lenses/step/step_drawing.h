#pragma once

#include "app/lenses/step/step_analysis.h"
#include "app/lenses/step/step_state.h"
#include "app/view/view_layer.h"

namespace satbox::app {

// The step to draw: the state of the panel, and the analysis.
struct ShownStep {
    const StepState& state;
    const StepAnalysis& analysis;
};

void drawStep(const ViewContext& context, const ShownStep& input, DrawList& out);
void legendOfStep(const ViewContext& context, const ShownStep& input, LegendRows& rows);
// The bodies of the island, and both shapes of the contact, at the start of the step.
void addSubjectsOfStep(const StepAnalysis& analysis, KeepOut& out);

} // namespace satbox::app
