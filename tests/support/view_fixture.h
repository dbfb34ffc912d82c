#pragma once

#include "app/app_state.h"
#include "app/view/view_context.h"

namespace satbox::test {

// What overlays look at, of a state and its camera. Refers to both arguments.
inline app::ViewContext viewOf(app::AppState& state, const app::Palette& palette)
{
    return {.world = state.world(),
            .view = state.view,
            .selection = state.selection,
            .camera = state.camera,
            .tool = state.tool,
            .palette = palette,
            .memory = state.memory,
            .visible = {},
            .focus = {},
            .points = {}};
}

} // namespace satbox::test
