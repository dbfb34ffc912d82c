#pragma once

#include "app/editor/compare_state.h"
#include "app/ui/ui_context.h"

#include <imgui.h>

#include <optional>
#include <vector>

namespace satbox::app {

// A number's axis: from `lowest` to `highest`, with a line at each tick.
struct PlotAxis {
    double lowest = 0.0;
    double highest = 1.0;
    bool logarithmic = false;
    std::vector<double> ticks; // values, ascending

    double fraction(double value) const; // of the axis, 0..1, what lies outside at the nearer end
};
// Round ticks (1, 2, 5 times a power of ten) about as far apart as `wanted` of them are, some 20 at most; the
// axis ends at ticks. A range that is a billionth of its values or less is widened.
PlotAxis linearAxis(double lowest, double highest, int wanted);
// The same, but the axis ends at the values: no empty strip beside what grows with time.
PlotAxis timeAxis(double first, double last, int wanted);
// Whole powers of ten, nine of them below the highest value at most; zero and less lie at the lower end.
PlotAxis logarithmicAxis(double lowestPositive, double highest, int wanted);

// The chosen quantity of all worlds over time, a line each, with numbers and units at both axes. With a
// pointer (window points, inside `rect`) the values at that time beside it.
void drawComparePlot(const UiContext& ui, ImDrawList& out, const ScreenRect& rect,
                     const CompareState& compare, const std::optional<ImVec2>& pointer);

} // namespace satbox::app
