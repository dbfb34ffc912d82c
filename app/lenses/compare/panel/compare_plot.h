#pragma once

#include "app/lenses/compare/compare_state.h"
#include "app/widgets/ui_context.h"

#include <imgui.h>

#include <optional>
#include <vector>

namespace satbox::app {

// An axis of the plot, with a grid line at each tick.
struct PlotAxis {
    double lowest = 0.0;
    double highest = 1.0;
    bool logarithmic = false;
    std::vector<double> ticks; // values, ascending

    double fraction(double value) const; // position on the axis, 0 to 1; clamped
};
// Ticks at multiples of 1, 2 or 5 times a power of ten, about `wanted` of them and at most about 20. The axis
// begins and ends at a tick. A range smaller than 1e-9 of the largest absolute value is widened to that.
PlotAxis linearAxis(double lowest, double highest, int wanted);
// The same, except that the axis spans exactly [first, last]: no empty strip at the end of a growing plot.
PlotAxis timeAxis(double first, double last, int wanted);
// Ticks at powers of ten, over at most nine decades below the highest value. Values <= 0 are at the lower
// end.
PlotAxis logarithmicAxis(double lowestPositive, double highest, int wanted);

// Plots the chosen quantity of all worlds over time. With a pointer (window points, inside `rect`), shows the
// values at that time beside it.
void drawComparePlot(const UiContext& ui, ImDrawList& out, const ScreenRect& rect,
                     const CompareState& compare, const std::optional<ImVec2>& pointer);

} // namespace satbox::app
