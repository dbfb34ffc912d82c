#pragma once

#include "app/shell/app_state.h"
#include "app/widgets/ui_context.h"

namespace satbox::app {

// Draws the whole interface of a frame: bars, the open panel, cards and sheets. Sets UiState::worldRect to
// the rectangle left for the world. Call between ImGuiGlue::newFrame and render, unless only the world is
// shown (PanelState::worldOnly).
void drawInterface(const UiContext& ui, AppState& state);

} // namespace satbox::app
