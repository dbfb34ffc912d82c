#pragma once

#include "app/document/history.h"
#include "app/lenses/plot/plot_samples.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// The steps that the plots show.
enum class PlotSpan : uint8_t { All, TenSeconds, TwoSeconds };
struct StepRange {
    uint64_t first = 0, last = 0;
    bool has(uint64_t step) const { return first <= step && step <= last; }
    size_t count() const { return static_cast<size_t>(last - first + 1); }
    friend bool operator==(const StepRange&, const StepRange&) = default;
};

struct PlotState {
    static constexpr size_t kMaxBodies = 4; // of the selected ones, by slot
    static constexpr size_t kMaxLines = 3;  // of time, beside the present one

    bool isOpen = false;
    std::array<bool, kPlotQuantities> chosen = defaultChoice(); // of plotQuantities()
    PlotSpan span = PlotSpan::All;
    std::vector<uint64_t> shownLines; // ids, in the order in which they were switched on
    std::vector<BodyId> bodies;       // whose motion is plotted

    StepRange range;                     // that is shown
    bool isDragging = false;             // in a plot: the range stays
    std::optional<uint64_t> hoveredStep; // in a plot

    PlotSamples samples; // of the present line
    struct Line {
        uint64_t id = 0;
        PlotSamples samples;
    };
    std::vector<Line> lines;                   // samples of `shownLines`, in the same order
    size_t knownDocument = 0;                  // of the samples, see History::documentIndex()
    uint64_t knownChanges = 0;                 // History::pastChanges() of which the samples know
    std::optional<History::TimeCursor> cursor; // of the replay that fills gaps
    size_t missing = 0;                        // steps that are shown and not measured yet

    static std::array<bool, kPlotQuantities> defaultChoice();
    // "energy,overlap": exactly these. Returns an error message, and then changes nothing, or an empty
    // string.
    std::string choose(std::string_view keys);
    bool plots(PlotSource source) const; // a quantity of it is chosen
    PlotNeeds needs() const;
    void toggleLine(uint64_t id);

    // Drops samples that no longer hold, and lines that no longer exist.
    void followHistory(const History& history);
    void followBodies(std::vector<BodyId> selected);
    void updateRange(const History& history);

    // Measures steps that are shown and not known by replaying what was played, until `seconds` of wall clock
    // time are spent. Updates `missing`.
    void fill(const History& history, double seconds);

    size_t bytes() const;
};

// The lines of `state.shownLines` that exist, as History lists them.
std::vector<History::LineOfTime> shownLinesOf(const PlotState& state, const History& history);

} // namespace satbox::app
