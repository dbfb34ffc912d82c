#pragma once

#include "app/headless/options.h"

namespace satbox::app {

// Steps two to four worlds side by side and prints what became of each, and where they parted. Returns an
// exit status; sentences go to standard error.
int runComparison(const RunOptions& options);

} // namespace satbox::app
