#pragma once

#include "app/headless/options.h"

namespace satbox::app {

// --regress: makes the runs of a results file again with this program, and prints the results that differ by
// more than the tolerances of the sweep. Returns the exit status: kExitFailed if there is one.
int runRegression(const RunOptions& options);

} // namespace satbox::app
