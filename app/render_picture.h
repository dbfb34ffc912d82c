#pragma once

#include "app/options.h"

namespace satbox::app {

// --render: steps the scene, draws one picture without a display, prints a line of figures. Returns the exit
// code; throws with a sentence when the scene, the driver or the file refuses.
int renderPicture(const Options& options);

} // namespace satbox::app
