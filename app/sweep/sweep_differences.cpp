#include "app/sweep/sweep_differences.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace satbox::app {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

SweepTolerance toleranceOf(const SweepDefinition& definition, const std::string& column)
{
    SweepTolerance tolerance;
    for (const auto& [name, each] : definition.tolerances) // "*" comes first
        if (name == "*" || name == column) tolerance = each;
    return tolerance;
}

bool isText(const SweepValue& value) { return std::holds_alternative<std::string>(value); }
bool isNone(const SweepValue& value) { return std::holds_alternative<std::monostate>(value); }

// The difference as a multiple of the tolerance; at most 1 is allowed.
double tolerancesBetween(const SweepValue& before, const SweepValue& now, const SweepTolerance& tolerance)
{
    if (before == now) return 0.0;
    if (isNone(before) || isNone(now) || isText(before) || isText(now)) return kInfinite;
    const double difference = std::fabs(numberOf(now) - numberOf(before));
    const double allowed = std::max(tolerance.absolute, tolerance.relative * std::fabs(numberOf(before)));
    if (difference <= allowed) return 0.0;
    return allowed > 0.0 ? difference / allowed : kInfinite;
}

void addDifference(SweepDifference difference, SweepDifferences& found)
{
    auto at = std::find_if(found.columns.begin(), found.columns.end(),
                           [&](const auto& each) { return each.column == difference.column; });
    if (at == found.columns.end()) at = found.columns.insert(at, {difference.column, 0, 0.0, difference.run});
    ++at->runs;
    const bool areNumbers = !isNone(difference.before) && !isNone(difference.now) && !isText(difference.now);
    const double size = areNumbers ? std::fabs(numberOf(difference.now) - numberOf(difference.before)) : 0.0;
    if (size > at->largest) {
        at->largest = size;
        at->run = difference.run;
    }
    found.list.push_back(std::move(difference));
}

} // namespace

std::string compareSweeps(const Sweep& sweep, SweepResults& before, SweepResults& now,
                          SweepDifferences& found)
{
    found = {};
    std::vector<std::string> names{"hash", "failure"};
    std::vector<SweepTolerance> tolerances(2);
    for (const SweepColumn& column : sweep.columns()) {
        if (column.kind != SweepColumn::Kind::Result) continue;
        names.push_back(column.name);
        tolerances.push_back(toleranceOf(sweep.definition(), column.name));
    }
    std::map<size_t, std::vector<SweepValue>> old;
    std::string message = before.readRows(names, [&](size_t run, std::span<const SweepValue> values) {
        old.emplace(run, std::vector<SweepValue>(values.begin(), values.end()));
    });
    if (!message.empty()) return message;
    message = now.readRows(names, [&](size_t run, std::span<const SweepValue> values) {
        const auto at = old.find(run);
        if (at == old.end()) return;
        ++found.runs;
        if (values[0] == at->second[0]) ++found.sameBits;
        const size_t known = found.list.size();
        for (size_t i = 1; i < names.size(); ++i) {
            const double size = tolerancesBetween(at->second[i], values[i], tolerances[i]);
            if (size > 0.0) addDifference({run, names[i], at->second[i], values[i], size}, found);
        }
        if (found.list.size() > known) ++found.runsBeyond;
    });
    // Not stable_sort: clang++ warns about what g++'s library uses for it.
    std::sort(found.list.begin(), found.list.end(), [](const auto& a, const auto& b) {
        return std::tie(b.tolerances, a.run, a.column) < std::tie(a.tolerances, b.run, b.column);
    });
    return message;
}

} // namespace satbox::app
