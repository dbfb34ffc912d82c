#include "app/lenses/sweep/sweep_map.h"

#include "app/text/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

namespace satbox::app {
namespace {

constexpr size_t kRanges = 24; // in which many numbers are gathered

// The bins of an axis, and the bin of each value.
struct Axis {
    std::vector<SweepBin> bins;
    std::function<size_t(const SweepValue&)> binOf;
};

Axis axisOf(const SweepTable& table, std::span<const size_t> rows, size_t column)
{
    std::vector<SweepValue> values; // each once
    for (const size_t row : rows) values.push_back(table.rows[row].values[column]);
    std::ranges::sort(values, [](const SweepValue& a, const SweepValue& b) {
        if (isNumber(a) && isNumber(b)) return numberOf(a) < numberOf(b);
        return a < b;
    });
    const auto repeated = std::ranges::unique(values);
    values.erase(repeated.begin(), repeated.end());

    Axis axis;
    if (values.size() <= kMaxSweepBins || !std::ranges::all_of(values, isNumber)) {
        for (const SweepValue& value : values) axis.bins.push_back({sweepLabel(value)});
        axis.binOf = [values](const SweepValue& value) {
            return static_cast<size_t>(std::ranges::find(values, value) - values.begin());
        };
        return axis;
    }
    const double low = numberOf(values.front()), high = numberOf(values.back());
    const bool isWhole = std::ranges::all_of(
        values, [](const SweepValue& value) { return std::holds_alternative<int64_t>(value); });
    // All ranges of whole numbers but the last have equally many.
    double width = (high - low) / static_cast<double>(kRanges);
    size_t count = kRanges;
    if (isWhole) {
        width = std::ceil((high - low + 1.0) / static_cast<double>(kRanges));
        count = static_cast<size_t>(std::ceil((high - low + 1.0) / width));
    }
    for (size_t i = 0; i < count; ++i) {
        const double from = low + width * static_cast<double>(i);
        const double to = isWhole ? std::min(from + width - 1.0, high) : from + width;
        axis.bins.push_back({withMinusSigns(isWhole ? fmt::format("{:.0f} to {:.0f}", from, to)
                                                    : fmt::format("{:.4g} to {:.4g}", from, to))});
    }
    axis.binOf = [low, width, count](const SweepValue& value) {
        const double at = std::floor((numberOf(value) - low) / width);
        return static_cast<size_t>(std::clamp(at, 0.0, static_cast<double>(count - 1)));
    };
    return axis;
}

bool isShown(const SweepTable::Row& row, const SweepChoice& choice)
{
    return std::ranges::all_of(choice.others, [&](const auto& other) {
        return !other.second || row.values[other.first] == *other.second;
    });
}

void addRun(const SweepTable::Row& row, size_t index, size_t metric, SweepCell& cell)
{
    cell.rows.push_back(index);
    if (!row.failure.empty()) ++cell.failed;
    if (!isNumber(row.values[metric])) return;
    const double value = numberOf(row.values[metric]);
    if (!std::isfinite(value)) return;
    cell.lowest = cell.mean ? std::min(cell.lowest, value) : value;
    cell.highest = cell.mean ? std::max(cell.highest, value) : value;
    cell.mean = cell.mean.value_or(0.0) + value; // the sum, until mapOf() divides it
    ++cell.measured;
}

} // namespace

std::string sweepLabel(const SweepValue& value)
{
    return isNumber(value) ? withMinusSigns(valueText(value)) : valueText(value);
}

SweepChoice firstChoice(const SweepTable& table)
{
    SweepChoice choice;
    const std::vector<size_t> inputs = table.variedInputs(), results = table.results();
    if (!inputs.empty()) choice.x = inputs[0];
    if (inputs.size() > 1) choice.y = inputs[1];
    for (size_t i = 2; i < inputs.size(); ++i) choice.others.emplace_back(inputs[i], std::nullopt);
    // How long a run took is seldom the question, so a measured result that varies comes first.
    const auto varies = [&](size_t column) {
        return table.columns[column].name != SweepTable::kLastStep &&
               std::ranges::any_of(table.rows, [&](const SweepTable::Row& row) {
                   return row.values[column] != table.rows.front().values[column];
               });
    };
    // A result that some runs lack, such as the step of a condition that was never true, leaves the map empty
    // there.
    const auto isComplete = [&](size_t column) {
        return varies(column) && std::ranges::all_of(table.rows, [&](const SweepTable::Row& row) {
                   return isNumber(row.values[column]);
               });
    };
    auto found = std::ranges::find_if(results, isComplete);
    if (found == results.end()) found = std::ranges::find_if(results, varies);
    if (found == results.end()) found = results.begin();
    if (found != results.end()) choice.metric = *found;
    return choice;
}

SweepMap mapOf(const SweepTable& table, const SweepChoice& choice)
{
    std::vector<size_t> shown;
    for (size_t i = 0; i < table.rows.size(); ++i)
        if (isShown(table.rows[i], choice)) shown.push_back(i);
    SweepMap map;
    if (shown.empty()) return map;
    const Axis x = axisOf(table, shown, choice.x);
    Axis y{.bins = {SweepBin{}}, .binOf = [](const SweepValue&) { return size_t{0}; }};
    if (choice.y) y = axisOf(table, shown, *choice.y);
    map.x = x.bins;
    map.y = y.bins;
    map.cells.resize(map.x.size() * map.y.size());
    for (const size_t i : shown) {
        const SweepTable::Row& row = table.rows[i];
        const size_t iy = y.binOf(choice.y ? row.values[*choice.y] : SweepValue());
        addRun(row, i, choice.metric, map.cells[iy * map.x.size() + x.binOf(row.values[choice.x])]);
    }
    bool any = false;
    for (SweepCell& cell : map.cells) {
        if (!cell.mean) continue;
        *cell.mean /= static_cast<double>(cell.measured);
        map.lowest = any ? std::min(map.lowest, *cell.mean) : *cell.mean;
        map.highest = any ? std::max(map.highest, *cell.mean) : *cell.mean;
        any = true;
    }
    return map;
}

double SweepMap::shareOf(double value, bool logarithmic) const
{
    if (highest <= lowest) return 0.5;
    if (logarithmic && isPositive())
        return std::clamp(std::log(value / lowest) / std::log(highest / lowest), 0.0, 1.0);
    return std::clamp((value - lowest) / (highest - lowest), 0.0, 1.0);
}

} // namespace satbox::app
