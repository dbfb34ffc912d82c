#pragma once

#include "app/editor/compare_state.h"

#include <string>

namespace satbox::app {

// The clipboard of X11 passes on in one piece what a program copied, and not every program takes more than
// 256 KB: so many lines of four worlds stay below that.
inline constexpr size_t kMaxCsvLines = 512;
// How many samples it is from one line to the next; 1 while all have a line.
size_t csvStride(const CompareHistory& history);

// The history as CSV: a heading, then a line for every sample or, of a long history, for every csvStride-th,
// with a column for each quantity of each world: "step,time_s,A soft-step energy_J,...". SI units, seven
// significant digits.
std::string comparisonAsCsv(const CompareState& compare, const World& document);

} // namespace satbox::app
