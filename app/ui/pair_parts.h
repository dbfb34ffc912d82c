#pragma once

#include "app/app_state.h"
#include "app/ui/ui_context.h"
#include "app/view/pair_analysis.h"

namespace satbox::app {

// The parts of the Pair panel, a file each.

// The candidate axes as rows, the axis by hand, how much B would have to move in each direction.
// pair_axes_part.cpp
void drawPairAxes(const UiContext& ui, const PairAnalysis& analysis, PairState& pair);
// From the winning axis to contact points, step by step. pair_contact_part.cpp
void drawPairSteps(const UiContext& ui, const PairAnalysis& analysis, PairState& pair);
// The Minkowski difference with its origin. pair_plots.cpp
void drawPairDifference(const UiContext& ui, const PairAnalysis& analysis);
// The published tests side by side, and the figures of the chosen one. pair_tests_part.cpp
void drawPairTests(const UiContext& ui, const PairAnalysis& analysis, PairState& pair);
// Every axis that the chosen test tried. pair_test_axes.cpp
void drawTestAxes(const UiContext& ui, const OverlapTrace& trace, PairState& pair);

// Where both shapes are and what they are, to be typed. pair_shapes_part.cpp
void drawPairShapes(const UiContext& ui, const World& world, PairState& pair, CommandStack& commands,
                    Requests& requests);

// Depth against direction, the candidate axes as spokes. pair_plots.cpp
void polarPlot(const UiContext& ui, const PairAnalysis& analysis, const PairState& pair);

} // namespace satbox::app
