#pragma once

#include "app/gfx/palette.h"

namespace satbox::app {

// Applies the palette and the sizes of the design (multiples of 4, corner radius 4, times `scale`) to Dear
// ImGui's style. Call it when theme or scale changes. Precondition: no frame is being drawn.
void applyTheme(const Palette& palette, float scale);

} // namespace satbox::app
