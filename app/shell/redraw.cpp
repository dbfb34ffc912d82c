#include "app/shell/redraw.h"

#include <algorithm>

namespace satbox::app {

namespace {

constexpr double kMaxWait = 60.0; // s
constexpr double kBlink = 0.2;    // s between frames while a caret blinks, whose period is 1.2 s

} // namespace

bool isAnimating(const AppState& state)
{
    const StepViewState& step = state.stepView;
    const bool isSweeping =
        step.isOpen && step.sweepOpen && state.stepAnalysis && step.sweep && !step.sweep->done();
    // The Scenes panel reads one scene per frame until it has all of them.
    const bool isReadingScenes = state.ui.tab == Tab::Scenes && state.ui.panelsVisible &&
                                 state.ui.scenes.entries.size() < state.sceneNames.size();
    const float slideTo = state.ui.panelsVisible ? 1.0f : 0.0f;
    return !state.playback.paused || state.playback.stepOnce || state.playback.substepOnce ||
           state.camera.isMoving() || state.pair.axis.playing || state.broadPhase.visit.playing ||
           step.tick.playing || isSweeping || isReadingScenes || state.ui.panelSlide != slideTo ||
           !state.requests.actions.empty();
}

double RedrawPolicy::secondsUntilNextFrame(const AppState& state, const Input& input, bool typing) const
{
    const bool held = std::ranges::any_of(input.buttons, [](bool down) { return down; });
    if (framesLeft_ > 0 || held || isAnimating(state)) return 0.0;
    double rest = typing ? kBlink : kMaxWait;
    if (const double left = state.ui.message.shownUntil - state.clock; left > 0.0)
        rest = std::min(rest, left);
    return rest;
}

} // namespace satbox::app
