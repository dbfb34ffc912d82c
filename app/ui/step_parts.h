#pragma once

#include "app/app_state.h"
#include "app/ui/ui_context.h"

namespace satbox::app {

// The parts of the Step panel, a file each.

// The stages as a strip to be clicked and dragged over, and what the points do along it. step_timeline.cpp
void drawStepTimeline(const UiContext& ui, const StepAnalysis& analysis, StepViewState& step);
// How much each pass over the island still changed. step_plots.cpp
void drawConvergence(const UiContext& ui, const StepAnalysis& analysis, const StepViewState& step);
// What other numbers of iterations would have made of the step. step_plots.cpp
void drawIterationSweep(const UiContext& ui, const StepAnalysis& analysis, bool paused,
                        const StepViewState& step);

// What put energy into the bodies in this step, and what took it out. step_energy.cpp
void drawStepEnergy(const UiContext& ui, const StepAnalysis& analysis, StepViewState& step);

Color stageColor(const Palette& palette, Stage stage);

} // namespace satbox::app
