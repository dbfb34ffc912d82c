#pragma once

#include "app/shell/ui_state.h"

#include <vector>

namespace satbox::app {

// The rectangles of the cards above the world as last drawn, window points: of those that are open but
// `except`, and of pinned contact cards whose shapes touch.
std::vector<ScreenRect> cardRects(const UiState& ui, const CardState* except = nullptr);

} // namespace satbox::app
