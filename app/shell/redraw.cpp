#include "app/shell/redraw.h"

#include <algorithm>

namespace satbox::app {

namespace {

constexpr double kMaxWait = 60.0;  // s
constexpr double kLiveWait = 0.25; // s, while a program sends steps that wait
constexpr double kBlink = 0.2;     // s between frames while a caret blinks, whose period is 1.2 s

bool isEditToolAnimating(const AppState& state)
{
    const EditTool* tool = selectedEditTool(state.editTools, state.tool);
    return tool && tool->isAnimating();
}

} // namespace

bool isAnimating(const AppState& state)
{
    // The Scenes panel reads one scene per frame until it has all of them.
    const bool isReadingScenes =
        state.ui.panels.shows("Scenes") && state.ui.scenes.entries.size() < state.sceneNames.size();
    const float slideTo = state.ui.panels.visible ? 1.0f : 0.0f;
    // A program that sends steps ends the wait.
    const bool runs = !state.playback.paused && !(state.playback.isFollowing && state.history.isAtEnd());
    return runs || state.playback.stepOnce || state.playback.substepOnce || state.playback.goToStep ||
           state.isBusy() || state.recordingJob || state.camera.isMoving() ||
           std::ranges::any_of(lensesOf(state.lenses),
                               [](const Lens* lens) { return lens->isAnimating(); }) ||
           isEditToolAnimating(state) || isReadingScenes || state.ui.panelSlide != slideTo ||
           !state.requests.actions.empty();
}

double RedrawPolicy::secondsUntilNextFrame(const AppState& state, const Input& input, bool typing) const
{
    const bool held = std::ranges::any_of(input.buttons, [](bool down) { return down; });
    if (framesLeft_ > 0 || held || isAnimating(state)) return 0.0;
    double rest = typing ? kBlink : kMaxWait;
    if (state.live && state.live->status.isConnected) rest = std::min(rest, kLiveWait);
    if (const double left = state.status.message.shownUntil - state.status.clock; left > 0.0)
        rest = std::min(rest, left);
    return rest;
}

} // namespace satbox::app
