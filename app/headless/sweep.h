#pragma once

#include "app/headless/options.h"

namespace satbox::app {

// --sweep: makes the runs of a sweep file that the results file has not yet. Ctrl+C stores what was made and
// returns kExitInterrupted. Returns the exit status.
int runSweep(const RunOptions& options);

} // namespace satbox::app
