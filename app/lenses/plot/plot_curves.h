#pragma once

#include "app/lenses/plot/plot_state.h"

#include <string>
#include <vector>

namespace satbox::app {

// A curve of a plot, or a band of a stacked one.
struct PlotCurve {
    std::string label; // "kinetic", "box 3", "kinetic, line 1"; empty: the only one
    std::string_view help{};
    size_t hue = 0;             // the index of its part or of its body
    size_t line = 0;            // 0: the present line of time; else an index into PlotState::lines, from 1
    bool isBand = false;        // of a stacked quantity
    std::vector<double> values; // of the steps of PlotState::range; not a number: not known
};
// The bands of a stacked quantity come first, then their sum. Curves of other lines begin where they branch.
std::vector<PlotCurve> curvesOf(const PlotState& state, const History& history, const PlotQuantity& quantity);

// For each shown step of a line (see PlotCurve::line) whether simulated time does not go on from the step
// before: after a restart or when another scene was opened. Curves are interrupted there.
std::vector<uint8_t> breaksOf(const PlotState& state, size_t line);

const PlotSamples& samplesOf(const PlotState& state, size_t line);

} // namespace satbox::app
