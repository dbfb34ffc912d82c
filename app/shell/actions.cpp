#include "app/shell/actions.h"

#include "app/document/commands.h"
#include "app/lenses/broad_phase/broad_phase_tool.h"
#include "app/lenses/compare/compare_tool.h"
#include "app/lenses/pair/pair_tool.h"
#include "app/lenses/step/step_view.h"
#include "app/shell/leave_document.h"
#include "app/shell/pointer.h"
#include "app/shell/scene_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace satbox::app {

namespace {

constexpr float kScaleStep = 0.125f;
constexpr float kMinScale = 0.5f;
constexpr float kMaxScale = 3.0f;
constexpr float kZoomStep = 1.25f;
constexpr float kFitMargin = 48.0f; // window points

// Executes a command as an undo entry of its own.
void runCommand(AppState& state, Command command)
{
    const std::string refusal = state.history.execute(std::move(command));
    state.history.closeGesture();
    if (!refusal.empty()) showStatus(state, Severity::Warning, refusal);
}

// Undo and redo replace the world, so tools and replays that refer to it end first.
void undoOrRedo(AppState& state, bool back)
{
    releaseTools(state);
    cancelReplay(state.playback);
    const std::string scene = state.document().scene.name;
    const std::string label(back ? state.history.undoLabel() : state.history.redoLabel());
    const bool done = back ? state.history.undo() : state.history.redo();
    if (!done) {
        showStatus(state, Severity::Info, back ? "Nothing to undo." : "Nothing to redo.");
        return;
    }
    showStatus(state, Severity::Info, fmt::format("{}: {}", back ? "Undone" : "Redone", label));
    state.selection.prune(state.world());
    if (state.document().scene.name != scene) applySceneCamera(state, state.view.animate);
}

void deleteSelection(AppState& state)
{
    if (!state.world().isValid(state.selection.body)) {
        showStatus(state, Severity::Info, "No body is selected. Click one first.");
        return;
    }
    releaseTools(state);
    cancelReplay(state.playback);
    runCommand(state, deleteBodyCommand(state.world(), state.selection.body));
    state.selection.prune(state.world());
}

// Places the copy to the right of the original, so that their bounding boxes do not overlap.
void duplicateSelection(AppState& state)
{
    const World& world = state.world();
    const BodyId body = state.selection.body;
    if (!world.isValid(body)) {
        showStatus(state, Severity::Info, "No body is selected. Click one first.");
        return;
    }
    cancelReplay(state.playback);
    const std::vector<ShapeId> shapes = world.shapesOf(body);
    Vec2 offset{0.5f, 0.0f};
    if (!shapes.empty()) {
        WorldBox box = world.boxes(shapes.front()).tight;
        for (const ShapeId shape : shapes) box = unite(box, world.boxes(shape).tight);
        offset.x = (box.upper - box.lower).x + 0.05f;
    }
    runCommand(state, duplicateBodyCommand(world, body, offset));
    if (world.isValid(state.document().lastCreatedBody))
        state.selection.select(world, state.document().lastCreatedBody);
}

void restart(AppState& state, bool settingsToo)
{
    releaseTools(state);
    cancelReplay(state.playback);
    state.playback.accumulator = 0.0;
    runCommand(state, restartCommand(state.world(), settingsToo));
    state.selection.prune(state.world());
}

void setInterfaceScale(AppState& state, float scale)
{
    state.ui.scale = std::clamp(scale, kMinScale, kMaxScale);
    showStatus(state, Severity::Info, fmt::format("Interface scale {:.0f} %", state.ui.scale * 100.0f));
}

void browse(AppState& state, FileBrowserState::Mode mode)
{
    FileBrowserState& browser = state.ui.fileBrowser;
    const std::filesystem::path& path = state.document().path;
    browser.open = true;
    browser.mode = mode;
    browser.error.clear();
    browser.highlighted = 0;
    browser.typed.clear();
    browser.listedFolder.clear(); // so that the folder is read again
    browser.pendingOverwrite.clear();
    std::error_code ignored;
    if (!path.empty()) browser.folder = path.parent_path();
    if (browser.folder.empty()) browser.folder = std::filesystem::current_path(ignored);
    if (mode == FileBrowserState::Mode::Save)
        browser.typed = path.empty() ? state.document().scene.name + ".json" : path.filename().string();
}

void switchScene(AppState& state, int by)
{
    const std::string scene = neighbourScene(state, by);
    if (scene.empty())
        showStatus(state, Severity::Warning,
                   "There is no other scene: the folder of scenes was not found. Open a file with Ctrl+O.");
    else
        leaveDocument(state, {.kind = LeaveRequest::Kind::OpenScene, .scene = scene});
}

// The request to leave the document made since the last frame, if any. Of several, quitting has priority.
std::optional<LeaveRequest> takeLeaveRequest(Requests& requests)
{
    std::optional<LeaveRequest> request;
    if (!requests.openFile.empty())
        request = {.kind = LeaveRequest::Kind::OpenScene, .scene = requests.openFile.string()};
    if (!requests.openScene.empty())
        request = {.kind = LeaveRequest::Kind::OpenScene, .scene = requests.openScene};
    if (requests.quit) request = {.kind = LeaveRequest::Kind::Quit};
    requests.openFile.clear();
    requests.openScene.clear();
    requests.quit = false;
    return request;
}

} // namespace

void perform(AppState& state, Action action)
{
    Playback& playback = state.playback;
    const bool movesTime =
        action == Action::TogglePause || action == Action::StepOnce || action == Action::SubstepOnce;
    if (movesTime && state.document().isLab) {
        showStatus(state, Severity::Info,
                   "The lab does not simulate. Drag the shapes, hold Shift to rotate them, or type their "
                   "positions.");
        return;
    }
    if (action == Action::SubstepOnce && state.compare.on) {
        showStatus(state, Severity::Info,
                   "Single substeps are not available while worlds are compared. End the comparison first "
                   "(Shift+C).");
        return;
    }
    switch (action) {
    case Action::NewScene:
        leaveDocument(state, {.kind = LeaveRequest::Kind::NewScene});
        break;
    case Action::OpenFile:
        browse(state, FileBrowserState::Mode::Open);
        break;
    case Action::SaveFile:
        if (state.document().path.empty())
            browse(state, FileBrowserState::Mode::Save);
        else
            state.requests.saveFile = state.document().path;
        break;
    case Action::SaveFileAs:
        browse(state, FileBrowserState::Mode::Save);
        break;
    case Action::Screenshot:
        state.requests.screenshot = true;
        break;
    case Action::Quit:
        state.requests.quit = true;
        break;
    case Action::Undo:
        undoOrRedo(state, true);
        break;
    case Action::Redo:
        undoOrRedo(state, false);
        break;
    case Action::DeleteSelection:
        deleteSelection(state);
        break;
    case Action::DuplicateSelection:
        duplicateSelection(state);
        break;
    case Action::Cancel:
        cancelTools(state);
        break;
    case Action::InspectPair:
        pickPair(state);
        break;
    case Action::InspectDeepestContact:
        openDeepestPair(state);
        break;
    case Action::QueryBox:
        toggleQueryTool(state, QueryKind::Box);
        break;
    case Action::QueryRay:
        toggleQueryTool(state, QueryKind::Ray);
        break;
    case Action::PreviousItem:
    case Action::NextItem: {
        const int by = action == Action::NextItem ? 1 : -1;
        if (stepThroughVisits(state, by)) break;
        if (state.stepView.isOpen)
            stepThroughStages(state, by);
        else
            stepThroughAxes(state, by);
        break;
    }
    case Action::InspectStep:
        watchContactUnderPointer(state);
        break;
    case Action::TogglePause:
        releaseTools(state);
        playback.paused = !playback.paused;
        break;
    case Action::StepOnce:
        releaseTools(state);
        playback.stepOnce = true;
        break;
    case Action::SubstepOnce:
        releaseTools(state);
        playback.substepOnce = true;
        break;
    case Action::Restart:
        restart(state, false);
        break;
    case Action::RestartWithSceneSettings:
        restart(state, true);
        break;
    case Action::Revert:
        revertScene(state);
        break;
    case Action::Slower:
        changeSpeed(playback, -1);
        break;
    case Action::Faster:
        changeSpeed(playback, 1);
        break;
    case Action::NormalSpeed:
        setSpeed(playback, 1.0f);
        break;
    case Action::PreviousScene:
        switchScene(state, -1);
        break;
    case Action::NextScene:
        switchScene(state, 1);
        break;
    case Action::FitView:
        state.camera.fit(state.world().bounds(), state.view.animate, kFitMargin,
                         state.view.legend ? state.ui.legendHeight : 0.0f);
        break;
    case Action::ZoomIn:
        state.camera.zoomAt(state.camera.viewport().center(), kZoomStep);
        break;
    case Action::ZoomOut:
        state.camera.zoomAt(state.camera.viewport().center(), 1.0f / kZoomStep);
        break;
    case Action::TogglePanels:
        state.ui.panelsVisible = !state.ui.panelsVisible;
        break;
    case Action::ToggleTheme:
        state.view.theme = state.view.theme == Theme::Dark ? Theme::Light : Theme::Dark;
        break;
    case Action::ToggleHelp:
        state.ui.helpOpen = !state.ui.helpOpen;
        break;
    case Action::ScaleUp:
        setInterfaceScale(state, (state.ui.scale > 0.0f ? state.ui.scale : 1.0f) + kScaleStep);
        break;
    case Action::ScaleDown:
        setInterfaceScale(state, (state.ui.scale > 0.0f ? state.ui.scale : 1.0f) - kScaleStep);
        break;
    case Action::ScaleReset:
        state.ui.scale = 0.0f;
        break;
    case Action::CompareWorlds:
        toggleComparison(state);
        break;
    case Action::Count:
        break;
    }
}

void pressKey(AppState& state, const KeyChord& chord, bool repeat)
{
    const KeyMeaning meaning = meaningOf(chord, repeat);
    if (meaning.action) perform(state, *meaning.action);
    if (meaning.palette) state.tool.beginPlacing(meaning.palette->shape, false);
    if (meaning.viewSwitch) {
        bool& value = state.view.*meaning.viewSwitch->member;
        value = !value;
        showStatus(state, Severity::Info,
                   fmt::format("{}: {}", meaning.viewSwitch->label, value ? "on" : "off"));
    }
}

void performRequests(AppState& state)
{
    // An action requested by an action waits for the next frame.
    std::vector<Action> actions;
    actions.swap(state.requests.actions);
    for (const Action action : actions) perform(state, action);

    if (state.requests.lookAt) focusBody(state, *state.requests.lookAt);
    state.requests.lookAt.reset();

    std::string line;
    line.swap(state.requests.status);
    if (!line.empty()) showStatus(state, Severity::Info, std::move(line));

    if (const std::optional<int> answer = std::exchange(state.requests.answer, std::nullopt))
        answerQuestion(state, *answer);
    if (std::optional<LeaveRequest> request = takeLeaveRequest(state.requests))
        leaveDocument(state, std::move(*request));

    std::filesystem::path path;
    path.swap(state.requests.saveFile);
    if (!path.empty()) saveSceneTo(state, path);
    resumeLeaveRequest(state);
}

} // namespace satbox::app
