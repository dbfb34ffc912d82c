#pragma once

#include "app/headless/options.h"

namespace satbox::app {

// Steps two to four worlds side by side, then prints figures of each and where they diverged. Returns the
// exit status; error messages go to standard error.
int runComparison(const RunOptions& options);

} // namespace satbox::app
