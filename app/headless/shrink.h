#pragma once

#include "app/headless/options.h"
#include <satbox/scene/scene.h>

namespace satbox::app {

// --shrink: writes the smallest scene found in which the condition of --until still becomes true, and prints
// how far it came. Ctrl+C ends the search; what was reached is written. Returns the exit status.
int shrinkScene(const RunOptions& options, Scene scene);

} // namespace satbox::app
