#pragma once

#include "app/document/history.h"
#include "app/lenses/pair/pair_analysis.h"
#include "app/text/format.h"
#include "app/tools/requests.h"
#include "app/widgets/ui_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

// "0.25 to 1.75": the projection of a shape on an axis, in m times its length.
// Long ones have fewer decimals, so that both shapes' intervals fit a line.
inline std::string intervalText(float low, float high)
{
    const float longest = std::max(std::fabs(low), std::fabs(high));
    const int decimals = longest < 100.0f ? 2 : longest < 1000.0f ? 1 : 0;
    return fmt::format("{} to {}", formatFixed(static_cast<double>(low), decimals),
                       formatFixed(static_cast<double>(high), decimals));
}

// The sections of the Pair panel, one per file.

// Table of the candidate axes, the manual axis, and the plot of depth by direction. pair_axes_section.cpp
void drawPairAxes(const UiContext& ui, const PairAnalysis& analysis, PairState& pair);
// The steps from the winning axis to the contact points. pair_contact_section.cpp
void drawPairContact(const UiContext& ui, const PairAnalysis& analysis, PairState& pair);
// The Minkowski difference with its origin. pair_plots.cpp
void drawPairDifference(const UiContext& ui, const PairAnalysis& analysis);
// Results of the published overlap tests, and the values of the chosen one. pair_tests_section.cpp
void drawPairTests(const UiContext& ui, const PairAnalysis& analysis, PairState& pair);
// The axes that the chosen test tried. pair_test_axes.cpp
void drawTestAxes(const UiContext& ui, const OverlapTrace& trace, PairState& pair);

// Editable poses and geometry of both shapes. pair_shapes_section.cpp
void drawPairShapes(const UiContext& ui, const World& world, PairState& pair, History& history,
                    Requests& requests);

// Polar plot of the separating translation by direction, with the candidate axes as spokes. pair_plots.cpp
void drawDepthByDirection(const UiContext& ui, const PairAnalysis& analysis, const PairState& pair);

} // namespace satbox::app
