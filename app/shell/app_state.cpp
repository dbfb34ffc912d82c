#include "app/shell/app_state.h"

#include "app/gfx/grid.h"

namespace satbox::app {

LensContext lensContext(AppState& state)
{
    CompareState& compare = state.compare();
    return {{.history = state.history,
             .playback = state.playback,
             .selection = state.selection,
             .tool = state.tool,
             .status = state.status,
             .otherWorlds = compare.otherWorlds,
             .otherJoints = compare.mouseJoints,
             .pointedView = compare.isShown() ? compare.pointedView : 0},
            state.camera,
            state.view,
            state.ui.panels,
            state.requests,
            state.view.legend ? state.ui.legendHeight : 0.0f,
            state.ui.effectiveScale,
            compare.on,
            state.instructionSet};
}

float gridStep(const AppState& state)
{
    return static_cast<float>(gridSpacing(state.camera.pixelsPerMeter(), state.ui.effectiveScale).minor);
}

bool isLensShown(const AppState& state, const Lens& lens)
{
    if (state.ui.panels.shows(lens.name())) return true;
    return std::ranges::none_of(lensesOf(state.lenses),
                                [&](const Lens* other) { return state.ui.panels.shows(other->name()); });
}

} // namespace satbox::app
