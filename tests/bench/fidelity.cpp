#include "tests/bench/fidelity.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>

namespace satbox::bench {
namespace {

constexpr int kMeasureWidth = 50, kFigureWidth = 37;

// Empty if the engine lacks a feature of the measure or is too slow.
std::optional<std::vector<double>> runMeasure(const Measure& measure, const EngineKind& engine)
{
    try {
        return measure.run(engine);
    } catch (const std::runtime_error&) {
        return {};
    }
}

std::string format(double value)
{
    return value < 1000.0 ? fmt::format("{:.4g}", value) : fmt::format("{:.0f}", value);
}

size_t widthOf(const EngineKind& engine) { return std::max<size_t>(engine.name.size(), 9) + 2; }

} // namespace

std::vector<Measure> fidelityMeasures(const FidelityOptions& options)
{
    std::vector<Measure> all;
    for (const auto measures :
         {wallMeasures, loadMeasures, impactMeasures, crowdMeasures, sizeMeasures, lawMeasures})
        for (Measure& measure : measures(options)) all.push_back(std::move(measure));
    return all;
}

void printFidelity(std::span<const EngineKind> engines, const FidelityOptions& options,
                   const std::string& only, const std::function<void(const std::string&)>& progress)
{
    std::vector<Measure> measures = fidelityMeasures(options);
    std::erase_if(measures, [&](const Measure& m) { return m.name.find(only) == std::string::npos; });
    if (measures.empty())
        throw std::runtime_error(fmt::format("--only {}: no measure has a name that contains this", only));

    fmt::print("{:<{}}{:<{}}", "measure", kMeasureWidth, "figure", kFigureWidth);
    for (const EngineKind& engine : engines) fmt::print("{:>{}}", engine.name, widthOf(engine));
    fmt::print("{:>10}  met\n", "bound");

    int bounds = 0;
    std::vector<int> met(engines.size());
    for (const Measure& measure : measures) {
        progress(measure.name);
        std::vector<std::optional<std::vector<double>>> values;
        for (const EngineKind& engine : engines) values.push_back(runMeasure(measure, engine));
        for (size_t i = 0; i < measure.figures.size(); ++i) {
            const Figure& figure = measure.figures[i];
            const auto meets = [&](size_t engine) {
                return values[engine] && (*values[engine])[i] <= figure.bound;
            };
            fmt::print("{:<{}}{:<{}}", measure.name, kMeasureWidth, figure.name, kFigureWidth);
            for (size_t e = 0; e < engines.size(); ++e) {
                fmt::print("{:>{}}", values[e] ? format((*values[e])[i]) : "-", widthOf(engines[e]));
                if (meets(e)) ++met[e];
            }
            fmt::print("{:>10}  {}\n", "<= " + format(figure.bound), meets(0) ? "yes" : "no");
            ++bounds;
        }
        std::fflush(stdout);
    }
    fmt::print("\n");
    for (size_t e = 0; e < engines.size(); ++e)
        fmt::print("{} meets {} of {} bounds\n", engines[e].name, met[e], bounds);
    fmt::print(
        "Column \"met\": whether {} meets the bound. A dash: the engine lacks a feature that the measure "
        "needs, or takes too long.\n",
        engines.front().name);
}

} // namespace satbox::bench
