#pragma once

#include "app/headless/options.h"

namespace satbox::app {

// Does what the options ask for; returns the exit status.
int runHeadless(const RunOptions& options);

} // namespace satbox::app
