#pragma once

#include "app/gfx/color.h"
#include "app/widgets/ui_context.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

struct ImDrawList;
struct ImVec2;

namespace satbox::app {

// Formats the numbers of a linear axis: all have the SI prefix, or else the power of ten, and the decimals of
// the largest one, so they have at most four digits.
class AxisNumbers {
  public:
    AxisNumbers(double low, double high, std::string_view unit);

    std::string number(double value) const; // "−2.18"; "0" if all digits are 0
    std::string range() const; // "0 to 681 μm"; "0 to 1.23 ×10⁻⁵ rad/s"; both ends equal: "681 μm"

  private:
    double low_, high_;
    double factor_ = 1.0; // of the prefix and the power of ten
    int decimals_ = 0;
    std::string unit_; // with them
};

// A line of a plot: values at x = 0, 1, 2, ... Values that are not finite leave a gap, and so do values <= 0
// on a logarithmic axis.
struct PlotSeries {
    std::vector<double> values;
    Color color;
    bool dashed = false; // to be distinguished without colour
    bool dots = false;   // a mark at each value
};

struct LinePlotSpec {
    const char* name = "";
    const char* help = "";      // empty: no tooltip
    const char* unit = "";      // of the values
    float heightPx = 72.0f;     // design pixels
    bool logarithmic = false;   // value axis, at most six decades
    float firstFraction = 0.0f; // x of the first value, as a fraction of the plot's width
    float lastFraction = 1.0f;  // x of the last value
    int markedIndex = -1;       // index with a vertical line; -1: none
};
// What is under the pointer; -1: nothing.
struct LinePlotHover {
    int index = -1;
    int series = -1; // that with the nearest value at this index
};
// Draws a plot as wide as the panel, below a line with its name and the range of its values.
LinePlotHover linePlot(const UiContext& ui, const LinePlotSpec& spec, std::span<const PlotSeries> series);

// A polyline. `dashes`: lengths of dash, gap, dash, ... in window points, which go on across the points;
// empty: solid.
void drawPlotLine(ImDrawList& out, std::span<const ImVec2> points, const Color& color, float width,
                  std::span<const float> dashes = {});

} // namespace satbox::app
