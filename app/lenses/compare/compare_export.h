#pragma once

#include "app/lenses/compare/compare_state.h"

#include <string>

namespace satbox::app {

// Keeps the text for four worlds below 256 KB: X11 transfers the clipboard in one piece, and not every
// program accepts more.
inline constexpr size_t kMaxCsvLines = 512;
// Samples per CSV line; 1 if every sample gets a line.
size_t csvStride(const CompareHistory& history);

// The history as CSV: a header, then a line for every csvStride()-th sample, with a column for each quantity
// of each world: "step,time_s,A soft-step energy_J,...". SI units, seven significant digits.
std::string comparisonAsCsv(const CompareState& compare, const World& document);

} // namespace satbox::app
