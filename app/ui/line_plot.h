#pragma once

#include "app/gfx/color.h"
#include "app/ui/ui_context.h"

#include <span>
#include <vector>

namespace satbox::app {

// A line of a plot: values at 0, 1, 2, ... along it. Values that are not finite, and on a logarithmic axis
// those that are not above 0, leave a gap.
struct PlotSeries {
    std::vector<double> values;
    Color color;
    bool dashed = false; // told apart without colour
    bool dots = false;   // a mark at each value
};

struct LinePlotSpec {
    const char* name = "";
    const char* help = "";
    const char* unit = "";    // of the values
    float heightPx = 72.0f;   // design pixels
    bool logarithmic = false; // over what there is, at most six powers of ten
    float firstAt = 0.0f;     // where along the width the first and the last value lie, 0 to 1
    float lastAt = 1.0f;
    int marked = -1; // an index with a line through it
};
// As wide as the panel, under a line with its name and the range of its values. Returns the index under the
// pointer, or -1.
int linePlot(const UiContext& ui, const LinePlotSpec& spec, std::span<const PlotSeries> series);

} // namespace satbox::app
