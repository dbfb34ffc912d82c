#pragma once

#include "app/lenses/plot/plot_state.h"

#include <string>

namespace satbox::app {

// What the plots show as CSV: "step,time_s,kinetic_J,...", a line for each step of PlotState::range. SI
// units, the fewest digits that read back as the stored numbers; empty where a value is not known. Stacked
// quantities have a column for each ledger entry and each stage, of the step alone. Columns of another line
// of time begin with "line 1 ", those of a body with its name.
std::string plotsAsCsv(const PlotState& state, const History& history);

} // namespace satbox::app
