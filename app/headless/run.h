#pragma once

#include "app/headless/options.h"

namespace satbox::app {

// Runs satbox-run; returns the exit status.
int runHeadless(const RunOptions& options);

} // namespace satbox::app
