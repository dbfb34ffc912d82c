#include "app/shell/introduction.h"

#include <algorithm>

namespace satbox::app {

void beginIntroduction(IntroductionState& introduction)
{
    introduction = {};
    introduction.open = true;
}

void updateIntroduction(AppState& state)
{
    IntroductionState& introduction = state.ui.introduction;
    if (!introduction.open) return;
    const bool throws = state.tool.grab && state.tool.press && state.tool.press->dragged;
    if (introduction.isThrowing && !state.tool.grab) introduction.done[0] = true;
    introduction.isThrowing = throws || (introduction.isThrowing && state.tool.grab);
    if (state.playback.paused && !introduction.wasPaused) introduction.done[1] = true;
    introduction.wasPaused = state.playback.paused;
    const auto looks = [&](const Lens* lens) { return state.ui.panels.shows(lens->name()); };
    if (!state.ui.pinnedCards.empty() || std::ranges::any_of(lensesOf(state.lenses), looks))
        introduction.done[2] = true;
    if (std::ranges::all_of(introduction.done, [](bool done) { return done; }))
        introduction.isFinished = true;
}

} // namespace satbox::app
