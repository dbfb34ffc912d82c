#pragma once

#include "app/lenses/lens.h"

namespace satbox::app {

// Moves the camera to what a lens has opened, if that is not whole in view or too small to be looked into.
void showInView(LensContext& context, const WorldBox& box, bool animated);

} // namespace satbox::app
