#pragma once

#include "app/headless/options.h"

namespace satbox::app {

// --compare: steps two to four worlds side by side, then prints a table of the worlds and when each pair
// diverged. Returns the exit status; error messages go to standard error.
int runComparison(const RunOptions& options);

} // namespace satbox::app
