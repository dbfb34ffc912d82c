#include "app/sweep/sweep_run.h"

#include "app/sweep/sweep_metrics.h"
#include "engine/core/quoted.h"
#include "engine/world/contact_limit.h"
#include <satbox/lab/condition_watch.h>

#include <chrono>
#include <fmt/format.h>

namespace satbox::app {
namespace {

using Clock = std::chrono::steady_clock;

double secondsBetween(Clock::time_point from, Clock::time_point to)
{
    return std::chrono::duration<double>(to - from).count();
}

// A condition of a run, with the first step after which it was true.
struct Watched {
    ConditionWatch watch;
    std::optional<int64_t> step;
};

std::string failureOf(const World& world, int64_t step)
{
    for (const QuarantineEvent& event : world.events().quarantines)
        return fmt::format("step {}: body {} {} was frozen: {}", step, event.body.index,
                           quotedText(world.body(event.body).name), describe(event.reason));
    const std::string limited = contactLimitMessage(world);
    return limited.empty() ? std::string() : fmt::format("step {}: {}", step, limited);
}

void addConditions(const std::vector<Watched>& conditions, std::vector<SweepValue>& results)
{
    for (const Watched& each : conditions) {
        results.push_back(each.step ? SweepValue(*each.step) : SweepValue());
        if (formOf(each.watch.condition().kind).blank != ConditionBlank::Threshold) continue;
        const auto greatest = each.watch.greatest();
        results.push_back(greatest ? SweepValue(greatest->value) : SweepValue());
    }
}

} // namespace

std::optional<SweepRow> makeRun(const Sweep& sweep, size_t run, World& scratch, const std::atomic<bool>& stop)
{
    const SweepDefinition& definition = sweep.definition();
    SweepRow row{.run = run, .key = sweep.keyOf(run), .inputs = sweep.inputsOf(run)};
    World& world = scratch;
    const Clock::time_point begin = Clock::now();
    row.failure = sweep.begin(run, world);
    if (!row.failure.empty()) return row;

    const Clock::time_point start = Clock::now();
    std::vector<Watched> conditions;
    for (const SweepCondition& each : definition.conditions) {
        conditions.push_back({ConditionWatch(each.condition), {}});
        row.failure = conditions.back().watch.begin(world);
        if (!row.failure.empty()) return row;
    }
    SweepMeasurement measurement(definition.metrics);
    measurement.begin(world);
    const float dt = 1.0f / world.settings().stepRate;
    const int64_t steps = sweep.stepsOf(row.inputs);
    int64_t made = 0;
    bool ends = false;
    while (made < steps && !ends) {
        if (stop.load(std::memory_order_relaxed)) return std::nullopt;
        const Clock::time_point before = Clock::now();
        world.step(dt);
        row.stepSeconds += secondsBetween(before, Clock::now());
        ++made;
        measurement.afterStep(world);
        if (row.failure.empty()) row.failure = failureOf(world, made);
        for (Watched& each : conditions)
            if (each.watch.check(world) && !each.step) each.step = made;
        ends = definition.endsEarly() && conditions.front().step.has_value();
    }
    row.seconds = secondsBetween(start, Clock::now());
    row.results.push_back(made);
    addConditions(conditions, row.results);
    for (SweepValue& value : measurement.finish(world)) row.results.push_back(std::move(value));
    row.hash = world.hash();
    const Clock::time_point end = Clock::now();
    row.measureSeconds = secondsBetween(start, end) - row.stepSeconds;
    row.wholeSeconds = secondsBetween(begin, end);
    return row;
}

} // namespace satbox::app
