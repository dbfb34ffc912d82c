#pragma once

#include "app/lenses/sweep/sweep_table.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace satbox::app {

// A value as a label: numbers with a true minus sign.
std::string sweepLabel(const SweepValue& value);

// What of a table is shown.
struct SweepChoice {
    size_t x = 0;            // columns
    std::optional<size_t> y; // none: curves of one line
    size_t metric = 0;
    bool logarithmic = false;
    // For each other varied input, the value whose runs are shown; none: all its values.
    std::vector<std::pair<size_t, std::optional<SweepValue>>> others;
};

// The first two varied inputs, and the first result that varies; one that all runs have comes before others.
SweepChoice firstChoice(const SweepTable& table);

// One value of an axis, or a range of values where there are many.
struct SweepBin {
    std::string label; // "0.35", "soft-step", "0.2 to 0.3"
};

// The runs of one cell.
struct SweepCell {
    std::vector<size_t> rows;   // of the table
    size_t failed = 0;          // of them
    size_t measured = 0;        // of them, with a number for the metric
    std::optional<double> mean; // over these
    double lowest = 0.0, highest = 0.0;
};

struct SweepMap {
    std::vector<SweepBin> x, y;         // y has one entry if there is no second input
    std::vector<SweepCell> cells;       // row by row: [y][x]
    double lowest = 0.0, highest = 0.0; // of the means; both 0 if there is none

    const SweepCell& cell(size_t ix, size_t iy) const { return cells[iy * x.size() + ix]; }
    bool isPositive() const { return lowest > 0.0; } // all means are
    // 0 for the lowest mean, 1 for the highest; on a logarithmic scale only if all means are positive.
    double shareOf(double value, bool logarithmic) const;
};

inline constexpr size_t kMaxSweepBins = 40; // of an axis; more numbers than that are gathered in ranges

SweepMap mapOf(const SweepTable& table, const SweepChoice& choice);

} // namespace satbox::app
