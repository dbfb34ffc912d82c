#pragma once

#include "app/shell/options.h"

namespace satbox::app {

// The exit code of satbox if there is no display to open a window on. run.sh depends on it.
inline constexpr int kExitNoDisplay = 3;

// Opens the window and runs until it is closed. Returns the exit code. Throws std::runtime_error if there is
// no display or no OpenGL, or if the scene cannot be opened; what() is a message for the user.
int runApp(const Options& options);

} // namespace satbox::app
