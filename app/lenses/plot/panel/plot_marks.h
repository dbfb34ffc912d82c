#pragma once

#include "app/lenses/plot/plot_curves.h"
#include "app/widgets/ui_context.h"

#include <span>
#include <vector>

namespace satbox::app {

// Each part and each body has a hue and a dash pattern; the last part, which is drawn below the others, is
// solid. Curves of another line of time are thinner and have the pattern of that line.
struct CurveStyle {
    Color color;
    float width = 1.0f;          // window points
    std::vector<float> dashes{}; // see drawPlotLine(); empty: solid
};
CurveStyle styleOf(const UiContext& ui, const PlotCurve& curve, const PlotQuantity& quantity);
std::vector<float> dashesOfLine(const UiContext& ui, size_t line);

struct ValueRange {
    double low = 0.0, high = 0.0; // not numbers: no value is known
    bool isKnown() const { return low <= high; }
};
// Of all curves, and of the bands stacked. Includes zero if the smallest absolute value is below half of the
// largest.
ValueRange valueRangeOf(std::span<const PlotCurve> curves);

} // namespace satbox::app
