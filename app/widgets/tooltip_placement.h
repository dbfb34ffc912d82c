#pragma once

#include "app/gfx/camera.h"

namespace satbox::app {

// Where a tooltip of `size` goes so that it does not cover the item that it explains: beside a narrow
// `window` (a panel, the tool bar, a card), so that it covers nothing of it; at a wide one below or above the
// item, at `pointerX` if the item is wider than the tooltip. All in window points; the tooltip stays within
// `display`. `maxNarrow`: width up to which a window is narrow.
Vec2 tooltipPosition(const ScreenRect& item, const ScreenRect& window, Vec2 display, Vec2 size,
                     float pointerX, float maxNarrow, float gap);

} // namespace satbox::app
