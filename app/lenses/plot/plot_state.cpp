#include "app/lenses/plot/plot_state.h"

#include "engine/core/quoted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace satbox::app {

namespace {

double secondsOf(PlotSpan span) { return span == PlotSpan::TenSeconds ? 10.0 : 2.0; }

// The last `steps` steps if time is at its end; else a range around the present, which stays while the
// present is in it, so that a drag does not move it.
StepRange rangeAround(const History& history, const StepRange& whole, uint64_t steps, const StepRange& now)
{
    const uint64_t present = history.presentStep();
    const uint64_t latest = whole.last - std::min(steps, whole.last - whole.first);
    const auto from = [&](uint64_t first) { return StepRange{first, std::min(first + steps, whole.last)}; };
    if (present >= latest) return from(latest);
    const bool isUsable = now.has(present) && now.last - now.first == steps && now.first >= whole.first;
    return isUsable ? now : from(std::max(whole.first, present - std::min(present, steps / 2)));
}

} // namespace

std::array<bool, kPlotQuantities> PlotState::defaultChoice()
{
    std::array<bool, kPlotQuantities> chosen{};
    for (size_t i = 0; i < kPlotQuantities; ++i) {
        const std::string_view key = plotQuantities()[i].key;
        chosen[i] = key == "energy" || key == "overlap" || key == "contacts";
    }
    return chosen;
}

std::string PlotState::choose(std::string_view keys)
{
    std::array<bool, kPlotQuantities> wanted{};
    while (!keys.empty()) {
        const std::string_view key = keys.substr(0, keys.find(','));
        keys.remove_prefix(std::min(key.size() + 1, keys.size()));
        const auto found = std::ranges::find(plotQuantities(), key, &PlotQuantity::key);
        if (found == plotQuantities().end()) {
            std::string names;
            for (const PlotQuantity& one : plotQuantities())
                names += fmt::format("{}{}", names.empty() ? "" : ", ", one.key);
            return fmt::format("{} is no quantity: expected {}", quotedText(key), names);
        }
        wanted[static_cast<size_t>(found - plotQuantities().begin())] = true;
    }
    chosen = wanted;
    return {};
}

bool PlotState::plots(PlotSource source) const
{
    for (size_t i = 0; i < kPlotQuantities; ++i)
        if (chosen[i] && plotQuantities()[i].source == source) return true;
    return false;
}

PlotNeeds PlotState::needs() const
{
    PlotNeeds needs;
    for (size_t i = 0; i < needs.sources.size(); ++i) needs.sources[i] = plots(static_cast<PlotSource>(i));
    if (needs.has(PlotSource::Body)) needs.bodies = bodies;
    return needs;
}

void PlotState::toggleLine(uint64_t id)
{
    if (std::erase(shownLines, id) > 0) {
        std::erase_if(lines, [&](const Line& line) { return line.id == id; });
    } else if (shownLines.size() < kMaxLines) {
        shownLines.push_back(id);
        lines.push_back({.id = id, .samples = {}});
    }
}

void PlotState::followHistory(const History& history)
{
    auto changed = history.firstChangedStep(std::exchange(knownChanges, history.pastChanges()));
    // Before the first step, operations change the moment that stands for it. In another scene, the same
    // steps and ids are of other bodies.
    const bool isOther = std::exchange(knownDocument, history.documentIndex()) != history.documentIndex();
    if (isOther || history.lastStep() == history.firstStep()) changed = 0;
    if (changed) {
        samples.dropFrom(*changed);
        cursor.reset(); // it may be on what is no longer there
    }
    const std::vector<History::LineOfTime> existing = history.linesOfTime();
    std::erase_if(shownLines, [&](uint64_t id) {
        return std::ranges::find(existing, id, &History::LineOfTime::id) == existing.end();
    });
    std::vector<Line> kept;
    for (const uint64_t id : shownLines) {
        const auto found = std::ranges::find(lines, id, &Line::id);
        kept.push_back(found == lines.end() ? Line{.id = id, .samples = {}} : std::move(*found));
    }
    lines = std::move(kept);
}

void PlotState::followBodies(std::vector<BodyId> selected)
{
    if (selected.size() > kMaxBodies) selected.resize(kMaxBodies);
    if (selected == bodies) return;
    bodies = std::move(selected);
    samples.keepBodies(bodies);
    for (Line& line : lines) line.samples.keepBodies(bodies);
}

void PlotState::updateRange(const History& history)
{
    if (isDragging) return;
    StepRange whole{history.firstStep(), history.lastStep()};
    for (const History::LineOfTime& line : shownLinesOf(*this, history))
        whole.last = std::max(whole.last, line.lastStep);
    const uint64_t most = StepRows<float>::kMaxSteps - 1;
    const double rate = static_cast<double>(history.world().settings().stepRate);
    const auto wanted = static_cast<uint64_t>(std::lround(secondsOf(span) * rate));
    range = rangeAround(history, whole, span == PlotSpan::All ? most : std::min(wanted, most), range);
}

size_t PlotState::bytes() const
{
    size_t bytes = samples.bytes();
    for (const Line& line : lines) bytes += line.samples.bytes();
    return bytes;
}

std::vector<History::LineOfTime> shownLinesOf(const PlotState& state, const History& history)
{
    std::vector<History::LineOfTime> lines = history.linesOfTime();
    std::erase_if(lines, [&](const History::LineOfTime& line) {
        return std::ranges::find(state.shownLines, line.id) == state.shownLines.end();
    });
    std::ranges::sort(lines, {}, [&](const History::LineOfTime& line) {
        return std::ranges::find(state.shownLines, line.id) - state.shownLines.begin();
    });
    return lines;
}

} // namespace satbox::app
