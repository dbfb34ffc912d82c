#pragma once

#include "app/shell/options.h"

namespace satbox::app {

// --render: steps the scene, draws one picture without a display and prints a line of figures. Returns the
// exit code. Throws std::runtime_error with a message for the user if the scene, the graphics driver or the
// file fails.
int renderPicture(const Options& options);

} // namespace satbox::app
