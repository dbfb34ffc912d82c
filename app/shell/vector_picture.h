#pragma once

#include "app/gfx/camera.h"
#include "app/gfx/draw_list.h"
#include "app/gfx/palette.h"

#include <string>

namespace satbox::app {

// The world as it is drawn, as an SVG document with its labels and a scale bar. `scale`: window points per
// logical pixel.
std::string vectorPicture(const DrawList& list, const Camera& camera, const Palette& palette, float scale);

} // namespace satbox::app
