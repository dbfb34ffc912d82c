// The part of PlotState that measures steps by replaying what was played.

#include "app/document/wall_clock.h"
#include "app/lenses/plot/plot_state.h"
#include <satbox/lab/energy_ledger.h>
#include <satbox/lab/metrics.h>

#include <algorithm>

namespace satbox::app {

namespace {

// A line of time with the steps of it that are to be measured.
struct Filled {
    uint64_t line;
    PlotSamples& samples;
    StepRange range;
};

std::vector<Filled> linesToFill(PlotState& state, const History& history)
{
    std::vector<Filled> all;
    const auto add = [&](uint64_t line, PlotSamples& samples, uint64_t firstStep, uint64_t lastStep) {
        const StepRange range{std::max(state.range.first, firstStep), std::min(state.range.last, lastStep)};
        if (range.first <= range.last) all.push_back({line, samples, range});
    };
    add(History::kPresentLine, state.samples, history.firstStep(), history.lastStep());
    // Before it branches, a line is the present one; but sums over steps begin at the left edge.
    const bool isSummed = state.plots(PlotSource::Ledger);
    for (const History::LineOfTime& line : shownLinesOf(state, history))
        add(line.id, std::ranges::find(state.lines, line.id, &PlotState::Line::id)->samples,
            isSummed ? history.firstStep() : line.branchStep, line.lastStep);
    return all;
}

size_t missingSteps(const Filled& filled, const PlotNeeds& needs)
{
    size_t missing = 0;
    for (uint64_t step = filled.range.first; step <= filled.range.last; ++step)
        missing += filled.samples.isComplete(step, needs) ? 0 : 1;
    return missing;
}

std::array<float, kLedgerColumns> rowOf(const EnergyAccount& account, double edits)
{
    std::array<float, kLedgerColumns> row{};
    for (size_t i = 0; i < account.entries.size(); ++i)
        row[i] = static_cast<float>(account.entries[i].total());
    row[kLedgerUnaccounted] = static_cast<float>(account.unaccounted().total());
    row[kLedgerEdits] = static_cast<float>(edits);
    return row;
}

using Cursor = std::optional<History::TimeCursor>;

// Repeats a step on a copy of the world before it and records its ledger. Returns the world after the step.
std::optional<World> stepWithLedger(Cursor& cursor, const History& history, const Filled& filled,
                                    uint64_t step)
{
    if (!history.moveCursor(cursor, filled.line, step - 1)) return {};
    const Journal::Position after = cursor->position;
    const double energyAfter = measure(cursor->document.world).total;
    if (!history.moveCursorBeforeNext(cursor, filled.line, step - 1)) return {};
    World world = cursor->document.world;
    const float seconds = history.secondsOfStep(filled.line, step);
    const EnergyAccount account = satbox::stepWithLedger(world, seconds).world;
    const double edits = cursor->position == after ? 0.0 : account.before.total() - energyAfter;
    filled.samples.setLedger(step, rowOf(account, edits));
    return world;
}

// Returns false if the step cannot be replayed: memory no longer has it.
bool measureStep(Cursor& cursor, const History& history, const Filled& filled, uint64_t step,
                 const PlotNeeds& needs)
{
    const bool needsLedger =
        needs.has(PlotSource::Ledger) && !filled.samples.rows(PlotSource::Ledger).has(step);
    if (needsLedger && step > history.firstStep()) {
        const std::optional<World> world = stepWithLedger(cursor, history, filled, step);
        if (world) filled.samples.record(step, *world, history.secondsOfStep(filled.line, step), needs);
        return world.has_value();
    }
    if (!history.moveCursor(cursor, filled.line, step)) return false;
    if (needsLedger) filled.samples.setLedger(step, std::array<float, kLedgerColumns>{}); // nothing before
    filled.samples.record(step, cursor->document.world, history.secondsOfStep(filled.line, step), needs);
    return true;
}

} // namespace

void PlotState::fill(const History& history, double seconds)
{
    const double begun = secondsNow();
    const PlotNeeds wanted = needs();
    const std::vector<Filled> all = linesToFill(*this, history);
    missing = 0;
    for (const Filled& filled : all) missing += missingSteps(filled, wanted);
    for (const Filled& filled : all) {
        for (uint64_t step = filled.range.first; missing > 0 && step <= filled.range.last; ++step) {
            if (filled.samples.isComplete(step, wanted)) continue;
            if (secondsNow() - begun > seconds) return;
            if (!measureStep(cursor, history, filled, step, wanted)) break;
            --missing;
        }
    }
    missing = 0; // what is left cannot be replayed
}

} // namespace satbox::app
