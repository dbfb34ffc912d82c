#include "app/shell/introduction.h"

#include <algorithm>

namespace satbox::app {

namespace {

// A lens with a contact or a pair to look into.
bool showsLens(const AppState& state)
{
    if (!state.selection.contact && state.lens<PairLens>().pair.shapeA.isNull()) return false;
    return std::ranges::any_of(lensesOf(state.lenses),
                               [&](const Lens* lens) { return state.ui.panels.shows(lens->name()); });
}

void rememberFrame(AppState& state)
{
    IntroductionState& introduction = state.ui.introduction;
    introduction.wasPaused = state.playback.paused;
    introduction.showedLens = showsLens(state);
    introduction.cards = state.ui.pinnedCards.size();
}

} // namespace

void beginIntroduction(AppState& state)
{
    state.ui.introduction = {};
    state.ui.introduction.card.open = true;
    rememberFrame(state);
}

void updateIntroduction(AppState& state)
{
    IntroductionState& introduction = state.ui.introduction;
    if (!introduction.card.open) return;
    const bool throws = state.tool.grab && state.tool.press && state.tool.press->dragged;
    if (introduction.isThrowing && !state.tool.grab) introduction.done[0] = true;
    introduction.isThrowing = throws || (introduction.isThrowing && state.tool.grab);
    if (state.playback.paused && !introduction.wasPaused) introduction.done[1] = true;
    const bool opensLens = showsLens(state) && !introduction.showedLens;
    if (opensLens || state.ui.pinnedCards.size() > introduction.cards) introduction.done[2] = true;
    rememberFrame(state);
    if (std::ranges::all_of(introduction.done, [](bool done) { return done; }))
        introduction.isFinished = true;
}

} // namespace satbox::app
