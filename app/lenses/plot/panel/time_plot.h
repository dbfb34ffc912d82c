#pragma once

#include "app/lenses/plot/plot_curves.h"
#include "app/widgets/ui_context.h"

#include <optional>
#include <span>
#include <vector>

namespace satbox::app {

struct TimePlot {
    const PlotQuantity& quantity;
    std::span<const PlotCurve> curves;
    std::span<const std::vector<uint8_t>> breaks; // by line, see breaksOf()
    StepRange range;
    uint64_t present = 0;
    std::optional<uint64_t> marked; // a step with the values of the curves as dots
};

struct TimePlotEvents {
    std::optional<uint64_t> hovered;
    bool isHeld = false; // the left button was pressed on it and is still down
};

// The name, the range of the values, the plot with an axis of values, and a legend with values at the marked
// step, else at the present.
TimePlotEvents drawTimePlot(const UiContext& ui, const TimePlot& plot);

// A short line as in the plots, from `left`, of a line of time (see PlotCurve::line).
void drawLineSwatch(const UiContext& ui, Vec2 left, size_t line);

} // namespace satbox::app
