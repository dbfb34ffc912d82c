#pragma once

#include "app/gfx/palette.h"

namespace satbox::app {

// Puts the palette and the measures of the design (multiples of 4, corner radius 4, times `scale`) into the
// interface library's style. Call when theme or scale change, outside a frame.
void applyTheme(const Palette& palette, float scale);

} // namespace satbox::app
