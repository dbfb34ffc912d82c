#pragma once

#include "app/app_state.h"
#include "app/ui/ui_context.h"
#include "app/view/world_view.h"

namespace satbox::app {

// The whole interface of a frame: bars, the open panel, cards and sheets. Sets UiState::worldRect to what is
// left for the world. Call between ImGuiGlue::newFrame and render.
void drawInterface(const UiContext& ui, AppState& state);

// What lies on the world but is no shape: labels, scale bar, legend; behind all panels. `context` is that of
// drawWorld, `list` what it filled. Returns how high above the bottom of the world the legend reaches (window
// points; 0 without one), for the camera to keep clear of it. Of several views only one `explains`: the
// others have labels alone.
float drawWorldText(const UiContext& ui, const ViewContext& context, const DrawList& list,
                    bool explains = true);

} // namespace satbox::app
