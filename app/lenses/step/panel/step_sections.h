#pragma once

#include "app/lenses/step/step_analysis.h"
#include "app/lenses/step/step_state.h"
#include "app/widgets/ui_context.h"

namespace satbox::app {

// The sections of the Step panel, one per file.

// A strip of the stages to click and drag, and plots of the contact points over them. step_timeline.cpp
void drawStepTimeline(const UiContext& ui, const StepAnalysis& analysis, StepState& step);
// The change in each pass over the island. step_plots.cpp
void drawConvergence(const UiContext& ui, const StepAnalysis& analysis, const StepState& step);
// The result of the step with other numbers of iterations. step_plots.cpp
void drawIterationSweep(const UiContext& ui, const StepAnalysis& analysis, bool paused,
                        const StepState& step);

// The energy ledger of the step: gains and losses by cause. step_energy.cpp
void drawStepEnergy(const UiContext& ui, const StepAnalysis& analysis, StepState& step);

Color stageColor(const Palette& palette, Stage stage);

} // namespace satbox::app
