#pragma once

#include "app/editor/compare_state.h"

#include <string>

namespace satbox::app {

// The history as CSV: a heading, then a line for each sample, with a column for each quantity of each world:
// "step,time_s,A soft-step energy_J,...". SI units; every number has as many digits as it needs to be read
// back as it was.
std::string comparisonAsCsv(const CompareState& compare, const World& document);

} // namespace satbox::app
