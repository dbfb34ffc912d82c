#include "app/shell/actions.h"

#include "app/document/body_bounds.h"
#include "app/shell/edit_actions.h"
#include "app/shell/key_meaning.h"
#include "app/shell/leave_document.h"
#include "app/shell/scene_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace satbox::app {

namespace {

constexpr float kMinBodySize = 16.0f; // window points; the camera zooms in on smaller bodies
constexpr float kViewMargin = 6.0f;   // in body sizes, when the camera moves to a body

// Selects a body; moves the camera to it if it is off screen, too small to see, or `always`.
void focusBody(AppState& state, BodyId body, bool always)
{
    const World& world = state.world();
    if (!world.isValid(body)) return;
    state.selection.select(world, body);
    const std::optional<WorldBox> bounds = boundsOf(world, {&body, 1});
    if (!bounds) return;
    const WorldBox& box = *bounds;
    const Vec2 half = extents(box);
    const float size = 2.0f * std::max(half.x, half.y);
    if (!always && overlaps(state.camera.visibleWorld(), box) &&
        size * state.camera.pixelsPerMeter() >= kMinBodySize)
        return;
    state.camera.fit(expand(box, 0.5f * kViewMargin * size), state.view.animate, 0.0f,
                     state.view.legend ? state.ui.legendHeight : 0.0f);
}

// The request to leave the document made since the last frame, if any. Of several, quitting has priority.
std::optional<LeaveRequest> takeLeaveRequest(Requests& requests)
{
    std::optional<LeaveRequest> request;
    if (!requests.openFile.empty())
        request = LeaveRequest{.kind = LeaveRequest::Kind::OpenScene, .scene = requests.openFile.string()};
    if (!requests.openScene.empty())
        request = LeaveRequest{.kind = LeaveRequest::Kind::OpenScene, .scene = requests.openScene};
    if (requests.quit) request = LeaveRequest{.kind = LeaveRequest::Kind::Quit};
    requests.openFile.clear();
    requests.openScene.clear();
    requests.quit = false;
    return request;
}

void performLineRequests(AppState& state)
{
    Requests& requests = state.requests;
    if (const auto line = std::exchange(requests.toggleGhost, std::nullopt))
        state.ui.ghostLine = state.ui.ghostLine == line ? std::nullopt : line;
    if (const auto line = std::exchange(requests.dropLine, std::nullopt)) state.history.dropLine(*line);
    if (const auto line = std::exchange(requests.switchToLine, std::nullopt)) switchToLine(state, *line);
}

} // namespace

void pressKey(AppState& state, const KeyChord& chord, bool repeat)
{
    if (EditTool* tool = selectedEditTool(state.editTools, state.tool)) {
        LensContext context = lensContext(state);
        if (tool->key(context, chord)) return;
    }
    const KeyMeaning meaning = meaningOf(state.lenses, chord, repeat);
    if (meaning.binding) perform(state, meaning.binding->action);
    if (meaning.lensAction) {
        LensContext context = lensContext(state);
        meaning.lensAction->perform(*meaning.lens, context);
    }
    if (meaning.toolboxItem) state.tool.beginPlacing(meaning.toolboxItem->shape, false);
    if (!meaning.editTool.empty()) state.tool.selectEditTool(meaning.editTool);
    if (meaning.viewSwitch) toggleSwitch(state, *meaning.viewSwitch);
}

void toggleSwitch(AppState& state, const ViewSwitch& row)
{
    bool& value = state.view.*row.member;
    value = !value;
    state.status.show(Severity::Info, fmt::format("{}: {}", row.label, value ? "on" : "off"));
}

void performRequests(AppState& state)
{
    // An action requested by an action waits for the next frame.
    std::vector<Action> actions;
    actions.swap(state.requests.actions);
    for (const Action action : actions) perform(state, action);

    if (state.requests.lookAt) focusBody(state, *state.requests.lookAt, false);
    if (state.requests.flyTo) focusBody(state, *state.requests.flyTo, true);
    state.requests.lookAt.reset();
    state.requests.flyTo.reset();

    performLineRequests(state);
    if (const std::optional<size_t> count = std::exchange(state.requests.history, std::nullopt))
        goToHistory(state, *count);

    if (std::exchange(state.requests.makeArray, false)) makeArrayCopies(state);

    std::string line;
    line.swap(state.requests.status);
    if (!line.empty()) state.status.show(Severity::Info, std::move(line));

    if (const std::optional<int> answer = std::exchange(state.requests.answer, std::nullopt))
        answerQuestion(state, *answer);
    if (isSweepFile(state.requests.openFile)) // the document stays
        openSweepResults(state, std::exchange(state.requests.openFile, {}));
    if (std::optional<LeaveRequest> request = takeLeaveRequest(state.requests))
        leaveDocument(state, std::move(*request));

    std::filesystem::path path;
    path.swap(state.requests.saveFile);
    if (!path.empty()) saveSceneTo(state, path);
    resumeLeaveRequest(state);
}

} // namespace satbox::app
