#include "app/lenses/plot/plot_export.h"

#include "app/lenses/plot/plot_curves.h"
#include "app/text/names.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace satbox::app {

namespace {

struct Column {
    std::string header;
    const StepRows<float>* rows = nullptr; // null: no value is known
    size_t index = 0;
    uint64_t from = 0; // the first step of its line
};

// In quotation marks if a name has characters that separate cells.
std::string cell(std::string text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

std::string headerOf(const PlotQuantity& quantity, size_t column, const std::string& before)
{
    std::string unit(quantity.unit);
    std::erase(unit, ' ');
    const std::string_view prefix = quantity.source == PlotSource::Ledger     ? "ledger_"
                                    : quantity.source == PlotSource::StepTime ? "time_"
                                                                              : "";
    return cell(fmt::format("{}{}{}{}{}", before, prefix, columnKey(quantity.source, column),
                            unit.empty() ? "" : "_", unit));
}

bool hasColumn(const PlotQuantity& quantity, size_t column)
{
    if (quantity.isStacked) return true; // each entry and stage, not only the bands
    for (const PlotPart& part : quantity.parts)
        if ((part.columns >> column & 1u) != 0) return true;
    return false;
}

void addColumns(const PlotState& state, const History& history, size_t line, uint64_t from,
                std::vector<Column>& columns)
{
    const PlotSamples& samples = samplesOf(state, line);
    const std::string ofLine = line == 0 ? "" : fmt::format("line {} ", line);
    for (size_t q = 0; q < kPlotQuantities; ++q) {
        const PlotQuantity& quantity = plotQuantities()[q];
        if (!state.chosen[q]) continue;
        const auto add = [&](const StepRows<float>* rows, const std::string& before) {
            for (size_t i = 0; i < columnCount(quantity.source); ++i)
                if (hasColumn(quantity, i)) columns.push_back({headerOf(quantity, i, before), rows, i, from});
        };
        if (quantity.source != PlotSource::Body) {
            add(&samples.rows(quantity.source), ofLine);
            continue;
        }
        for (const BodyId body : state.bodies)
            add(samples.rowsOf(body), fmt::format("{}{} ", ofLine, describeBody(history.world(), body)));
    }
}

std::vector<Column> columnsOf(const PlotState& state, const History& history)
{
    std::vector<Column> columns;
    addColumns(state, history, 0, 0, columns);
    size_t line = 0;
    for (const History::LineOfTime& other : shownLinesOf(state, history))
        addColumns(state, history, ++line, other.branchStep, columns);
    return columns;
}

// Of the first line of time that has the step.
void appendTime(const PlotState& state, uint64_t step, std::string& text)
{
    text += ',';
    for (size_t line = 0; line <= state.lines.size(); ++line) {
        const StepRows<double>& times = samplesOf(state, line).times;
        if (!times.has(step)) continue;
        fmt::format_to(std::back_inserter(text), "{}", times.at(step)[0]);
        return;
    }
}

} // namespace

std::string plotsAsCsv(const PlotState& state, const History& history)
{
    const std::vector<Column> columns = columnsOf(state, history);
    std::string text = "step,time_s";
    for (const Column& column : columns) text += "," + column.header;
    text += '\n';
    for (uint64_t step = state.range.first; step <= state.range.last; ++step) {
        text += fmt::format("{}", step);
        appendTime(state, step, text);
        for (const Column& column : columns) {
            text += ',';
            if (!column.rows || step < column.from || !column.rows->has(step)) continue;
            const float value = column.rows->at(step)[column.index];
            if (std::isfinite(value)) fmt::format_to(std::back_inserter(text), "{}", value);
        }
        text += '\n';
    }
    return text;
}

} // namespace satbox::app
