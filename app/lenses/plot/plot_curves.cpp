#include "app/lenses/plot/plot_curves.h"

#include "app/text/names.h"

#include <fmt/format.h>

#include <bit>
#include <limits>

namespace satbox::app {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double sumOf(std::span<const float> row, uint32_t columns)
{
    double sum = 0.0;
    for (; columns != 0; columns &= columns - 1)
        sum += static_cast<double>(row[static_cast<size_t>(std::countr_zero(columns))]);
    return sum;
}

// `from`: the first step with a value.
std::vector<double> valuesOf(const StepRows<float>* rows, uint32_t columns, const StepRange& range,
                             uint64_t from)
{
    std::vector<double> values(range.count(), kUnknown);
    for (uint64_t step = std::max(range.first, from); rows && step <= range.last; ++step)
        if (rows->has(step)) values[static_cast<size_t>(step - range.first)] = sumOf(rows->at(step), columns);
    return values;
}

// Sums of what the steps after the first one added, up to the first unknown step.
void accumulate(std::vector<double>& values)
{
    double sum = 0.0;
    for (size_t i = 0; i < values.size(); ++i) {
        sum = i == 0 ? 0.0 : sum + values[i]; // not a number from the first unknown step on
        values[i] = sum;
    }
}

uint32_t columnsOfSum(const PlotQuantity& quantity)
{
    if (quantity.source == PlotSource::StepTime) return 1u << kTotalTime;
    uint32_t columns = 0;
    for (const PlotPart& part : quantity.parts) columns |= part.columns;
    return columns;
}

// A line of time of which curves are made.
struct Source {
    size_t line = 0;
    const PlotSamples& samples;
    uint64_t from = 0; // the first step that it does not share with the present line
    std::string suffix{};
};

std::vector<Source> sourcesOf(const PlotState& state, const History& history)
{
    std::vector<Source> sources{{.line = 0, .samples = state.samples, .from = 0, .suffix = {}}};
    for (const History::LineOfTime& line : shownLinesOf(state, history)) {
        const size_t index = sources.size();
        sources.push_back({.line = index,
                           .samples = samplesOf(state, index),
                           .from = line.branchStep,
                           .suffix = fmt::format("line {}", index)});
    }
    return sources;
}

std::string labelOf(std::string_view name, const Source& source)
{
    if (name.empty() || source.suffix.empty()) return std::string(name) + source.suffix;
    return fmt::format("{}, {}", name, source.suffix);
}

void addBodies(const PlotState& state, const History& history, const PlotQuantity& quantity,
               const Source& source, std::vector<PlotCurve>& curves)
{
    for (size_t i = 0; i < state.bodies.size(); ++i)
        curves.push_back({.label = labelOf(describeBody(history.world(), state.bodies[i]), source),
                          .hue = i,
                          .line = source.line,
                          .values = valuesOf(source.samples.rowsOf(state.bodies[i]),
                                             quantity.parts.front().columns, state.range, source.from)});
}

void addParts(const PlotState& state, const PlotQuantity& quantity, const Source& source,
              std::vector<PlotCurve>& curves)
{
    const auto add = [&](std::string_view label, const PlotPart& part, size_t hue, bool isBand) {
        PlotCurve& curve = curves.emplace_back(
            PlotCurve{.label = labelOf(label, source),
                      .help = part.help,
                      .hue = hue,
                      .line = source.line,
                      .isBand = isBand,
                      .values = valuesOf(&source.samples.rows(quantity.source), part.columns, state.range,
                                         quantity.isSummed ? state.range.first : source.from)});
        if (quantity.isSummed) accumulate(curve.values);
    };
    const bool hasBands = quantity.isStacked && source.line == 0;
    for (size_t i = 0; i < quantity.parts.size() && (hasBands || !quantity.isStacked); ++i)
        add(quantity.parts[i].label, quantity.parts[i], i, hasBands);
    if (quantity.isStacked)
        add(quantity.isSummed ? "sum" : "whole step", {.label = {}, .columns = columnsOfSum(quantity)}, 0,
            false);
}

} // namespace

const PlotSamples& samplesOf(const PlotState& state, size_t line)
{
    return line == 0 ? state.samples : state.lines[line - 1].samples;
}

std::vector<PlotCurve> curvesOf(const PlotState& state, const History& history, const PlotQuantity& quantity)
{
    std::vector<PlotCurve> curves;
    for (const Source& source : sourcesOf(state, history)) {
        if (quantity.source == PlotSource::StepTime && source.line > 0) continue; // not known of them
        if (quantity.source == PlotSource::Body)
            addBodies(state, history, quantity, source, curves);
        else
            addParts(state, quantity, source, curves);
    }
    return curves;
}

std::vector<uint8_t> breaksOf(const PlotState& state, size_t line)
{
    std::vector<uint8_t> breaks(state.range.count(), 0);
    const StepRows<double>& times = samplesOf(state, line).times;
    for (uint64_t step = state.range.first + 1; step <= state.range.last; ++step)
        if (times.has(step - 1) && times.has(step))
            breaks[static_cast<size_t>(step - state.range.first)] =
                times.at(step)[0] <= times.at(step - 1)[0] ? 1 : 0;
    return breaks;
}

} // namespace satbox::app
