// This file is over 600 lines: the table has a row for each action.

#include "app/shell/key_table.h"

#include "app/platform/page.h"
#include "app/shell/command_search.h"
#include "app/shell/edit_actions.h"
#include "app/shell/introduction.h"
#include "app/shell/leave_document.h"
#include "app/shell/links.h"
#include "app/shell/pointer.h"
#include "app/shell/recordings.h"
#include "app/shell/scene_files.h"
#include "app/shell/time_actions.h"
#include "app/text/format.h"
#include "engine/core/assert.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace satbox::app {

namespace {

constexpr float kScaleStep = 0.125f;
constexpr float kMinScale = 0.5f;
constexpr float kMaxScale = 3.0f;
constexpr float kZoomStep = 1.25f;
constexpr float kFitMargin = 48.0f; // window points

void setInterfaceScale(AppState& state, float scale)
{
    state.ui.scale = std::clamp(scale, kMinScale, kMaxScale);
    state.status.show(Severity::Info, fmt::format("Interface scale {:.0f} %", state.ui.scale * 100.0f));
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
        state.status.show(
            Severity::Warning,
            "There is no other scene: the folder of scenes was not found. Open a file with Ctrl+O.");
    else
        leaveDocument(state, {.kind = LeaveRequest::Kind::OpenScene, .scene = scene});
}

void saveFile(AppState& state)
{
    if (state.document().path.empty())
        browse(state, FileBrowserState::Mode::Save);
    else
        state.requests.saveFile = state.document().path;
}

// Left and Right act on the lens whose panel is open or, while none is, on the first that has something to
// step through, else they move the selected bodies.
void stepItem(AppState& state, int by)
{
    LensContext context = lensContext(state);
    for (Lens* lens : lensesOf(state.lenses))
        if (isLensShown(state, *lens) && lens->stepItem(context, by)) return;
    nudgeSelection(state, {static_cast<float>(by), 0.0f}, false);
}

const char* noTimeInLab(const AppState& state)
{
    return state.document().isLab
               ? "The lab does not simulate. Drag the shapes, hold Shift to rotate them, or "
                 "type their positions."
               : nullptr;
}

const char* noSubsteps(const AppState& state)
{
    if (const char* reason = noTimeInLab(state)) return reason;
    if (state.playback.isFollowing)
        return "Another program makes the steps. Fork its world to see the substeps of satbox's solver.";
    return state.compare().on
               ? "Single substeps are not available while worlds are compared. End the comparison "
                 "first (Shift+C)."
               : nullptr;
}

const char* noPast(const AppState& state)
{
    if (const char* reason = noTimeInLab(state)) return reason;
    return state.compare().on ? "Moving through time is not available while worlds are compared. End the "
                                "comparison first (Shift+C)."
                              : nullptr;
}

bool hasSelectedGroup(const AppState& state)
{
    return std::ranges::any_of(state.selection.bodies(), [&](BodyId body) {
        return state.world().isValid(body) && state.world().body(body).group != 0;
    });
}
bool hasSelectedBody(const AppState& state) { return !state.selection.body.isNull(); }

// "Undo move box".
std::string named(const char* verb, bool isPossible, std::string_view label)
{
    return isPossible ? fmt::format("{} {}", verb, withLowerFirst(std::string(label))) : verb;
}

constexpr Modifiers kCtrl{.ctrl = true};
constexpr Modifiers kCtrlShift{.shift = true, .ctrl = true};
constexpr Modifiers kShift{.shift = true};

constexpr KeyBinding nudgeBinding(Action action, std::string_view label, Key key, bool far,
                                  void (*perform)(AppState&))
{
    return {.action = action,
            .group = "Edit",
            .label = label,
            .chord = {key, far ? kShift : Modifiers{}},
            .repeats = true,
            .help = far ? "Moves the selected bodies to the next grid line."
                        : "Moves the selected bodies by one pixel of the screen.",
            .perform = perform,
            .isEnabled = hasSelectedBody};
}

constexpr auto kBindings = std::to_array<KeyBinding>({
    {.action = Action::NewScene,
     .group = "File",
     .label = "New",
     .chord = {Key::N, kCtrl},
     .help = "Opens an empty world with a floor.",
     .perform = [](AppState& state) { leaveDocument(state, {.kind = LeaveRequest::Kind::NewScene}); }},
    {.action = Action::OpenFile,
     .group = "File",
     .label = "Open...",
     .chord = {Key::O, kCtrl},
     .help = "Opens a scene file.",
     .perform =
         [](AppState& state) {
             if (!chooseFileInPage()) browse(state, FileBrowserState::Mode::Open);
         }},
    {.action = Action::SaveFile,
     .group = "File",
     .label = "Save",
     .chord = {Key::S, kCtrl},
     .help = "Saves the current state of the world to the scene's file.",
     .perform = saveFile},
    {.action = Action::SaveFileAs,
     .group = "File",
     .label = "Save as...",
     .chord = {Key::S, kCtrlShift},
     .help = "Saves the current state of the world to another file.",
     .perform = [](AppState& state) { browse(state, FileBrowserState::Mode::Save); }},
    {.action = Action::Screenshot,
     .group = "File",
     .label = "Screenshot",
     .chord = {Key::F12},
     .help = "Saves a picture of the window to the current folder.",
     .perform = [](AppState& state) { state.requests.picture = PictureRequest{.asOnScreen = true}; }},
    {.action = Action::TogglePictureCard,
     .group = "File",
     .label = "Picture...",
     .chord = {Key::F12, kCtrl},
     .help = "Opens or closes the card that saves the window or the world as a picture at any scale.",
     .perform = [](AppState& state) { state.ui.pictureCard.open = !state.ui.pictureCard.open; }},
    {.action = Action::VectorPicture,
     .group = "File",
     .label = "Picture as SVG",
     .chord = {Key::F12, kShift},
     .help = "Saves the world as a vector picture, for papers and slides, to the current folder.",
     .perform = [](AppState& state) { state.requests.vectorPicture = true; },
     .refusal = [](const AppState& state) -> const char* {
         return state.compare().on ? "A vector picture shows one world. End the comparison first (Shift+C)."
                                   : nullptr;
     }},
    {.action = Action::SaveGif,
     .group = "File",
     .label = "Film as GIF",
     .chord = {Key::F9, kShift},
     .help = "Saves the loop of the time bar, or the last 10 s, as an animation. Needs the program ffmpeg.",
     .perform = [](AppState& state) { beginFilm(state, FilmFormat::Gif); },
     .refusal = noPast},
    {.action = Action::SaveVideo,
     .group = "File",
     .label = "Film as MP4",
     .chord = {Key::F9, kCtrl},
     .help = "Saves the loop of the time bar, or the last 10 s, as a video. Needs the program ffmpeg.",
     .perform = [](AppState& state) { beginFilm(state, FilmFormat::Mp4); },
     .refusal = noPast},
    {.action = Action::SaveRecording,
     .group = "File",
     .label = "Save what just happened",
     .chord = {Key::F9},
     .help = "Saves the last 10 s as a recording, which replays to the same bits anywhere. It starts at "
             "the last restart if that is later.",
     .perform = [](AppState& state) { saveRecording(state); },
     .refusal = noTimeInLab},
    {.action = Action::ToggleListening,
     .group = "File",
     .label = "Listen for a program",
     .chord = {Key::I, kCtrl},
     .help = "Shows the world of a program on this machine while it runs. The program sends it with a "
             "capture header.",
     .perform =
         [](AppState& state) {
             state.live ? stopListening(state) : static_cast<void>(startListening(state, kDefaultLivePort));
         },
     .menuLabel =
         [](const AppState& s) { return std::string(s.live ? "Stop listening" : "Listen for a program"); }},
    {.action = Action::FollowProgram,
     .group = "File",
     .label = "Follow the program",
     .chord = {Key::F, kCtrl},
     .help = "Shows the world of the program that is connected, and goes on with its steps.",
     .perform = [](AppState& state) { leaveDocument(state, {.kind = LeaveRequest::Kind::FollowProgram}); },
     .isEnabled = [](const AppState& s) { return s.live && s.live->canFollow(); }},
    {.action = Action::ForkProgram,
     .group = "File",
     .label = "Fork the program's world",
     .chord = {Key::F, kCtrlShift},
     .help = "Opens the moment that is shown as a scene of its own: from there, steps are made here.",
     .perform = forkLive,
     .isEnabled = [](const AppState& s) { return s.live && s.live->follows; }},
    {.action = Action::CopyLink,
     .group = "File",
     .label = "Copy link",
     .chord = {Key::L, kCtrl},
     .help = "Copies a link that opens the scene as it is now, in a browser or with the option --link.",
     .perform = [](AppState& state) { copySceneLink(state); }},
    {.action = Action::CopyRecordingLink,
     .group = "File",
     .label = "Copy link to what just happened",
     .chord = {Key::L, kCtrlShift},
     .help = "Copies a link to a recording of the last 10 s. It starts at the last restart if that is later.",
     .perform = [](AppState& state) { copyRecordingLink(state); },
     .refusal = noTimeInLab},
    {.action = Action::Quit,
     .group = "File",
     .label = "Quit",
     .chord = {Key::Q, kCtrl},
     .help = "Ends the program. With unsaved edits it asks first.",
     .perform = [](AppState& state) { state.requests.quit = true; }},

    {.action = Action::Undo,
     .group = "Edit",
     .label = "Undo",
     .chord = {Key::Z, kCtrl},
     .repeats = true,
     .help = "Restores the world from before the last edit.",
     .perform = [](AppState& state) { undoOrRedo(state, true); },
     .isEnabled = [](const AppState& s) { return s.history.canUndo(); },
     .menuLabel =
         [](const AppState& s) { return named("Undo", s.history.canUndo(), s.history.undoLabel()); }},
    {.action = Action::Redo,
     .group = "Edit",
     .label = "Redo",
     .chord = {Key::Z, kCtrlShift},
     .alternative = {Key::Y, kCtrl},
     .repeats = true,
     .help = "Restores the world from before the last undo.",
     .perform = [](AppState& state) { undoOrRedo(state, false); },
     .isEnabled = [](const AppState& s) { return s.history.canRedo(); },
     .menuLabel =
         [](const AppState& s) { return named("Redo", s.history.canRedo(), s.history.redoLabel()); }},
    {.action = Action::DeleteSelection,
     .group = "Edit",
     .label = "Delete",
     .chord = {Key::Delete},
     .alternative = {Key::Backspace},
     .help = "Deletes the selected bodies or the selected joint.",
     .perform = [](AppState& state) { deleteSelection(state); },
     .isEnabled = [](const AppState& s) { return hasSelectedBody(s) || !s.selection.joint.isNull(); }},
    {.action = Action::DuplicateSelection,
     .group = "Edit",
     .label = "Duplicate",
     .chord = {Key::D, kCtrl},
     .repeats = true,
     .help = "Adds a copy of the selected bodies beside them.",
     .perform = [](AppState& state) { duplicateSelection(state); },
     .isEnabled = hasSelectedBody},
    {.action = Action::ToggleArrayCard,
     .group = "Edit",
     .label = "Array copy...",
     .chord = {Key::D, kCtrlShift},
     .help = "Opens or closes the card that copies the selected bodies in columns and rows.",
     .perform = [](AppState& state) { state.ui.arrayCard.open = !state.ui.arrayCard.open; },
     .isEnabled = [](const AppState& s) { return hasSelectedBody(s) || s.ui.arrayCard.open; }},
    {.action = Action::GroupSelection,
     .group = "Edit",
     .label = "Group",
     .chord = {Key::G, kCtrl},
     .help = "Makes a group of the selected bodies: a click selects all of them. It has no effect on the "
             "simulation.",
     .perform = [](AppState& state) { groupSelection(state, true); },
     .isEnabled = [](const AppState& s) { return s.selection.count() > 1; }},
    {.action = Action::UngroupSelection,
     .group = "Edit",
     .label = "Ungroup",
     .chord = {Key::G, kCtrlShift},
     .help = "The selected bodies leave their groups. It has no effect on the simulation.",
     .perform = [](AppState& state) { groupSelection(state, false); },
     .isEnabled = hasSelectedGroup},
    {.action = Action::CopySelection,
     .group = "Edit",
     .label = "Copy",
     .chord = {Key::C, kCtrl},
     .help = "Copies the selected bodies to the clipboard, as the text of a scene file.",
     .perform = [](AppState& state) { copySelection(state); },
     .isEnabled = hasSelectedBody},
    {.action = Action::CutSelection,
     .group = "Edit",
     .label = "Cut",
     .chord = {Key::X, kCtrl},
     .help = "Copies the selected bodies to the clipboard and deletes them.",
     .perform =
         [](AppState& state) {
             if (copySelection(state)) deleteSelection(state);
         },
     .isEnabled = hasSelectedBody},
    {.action = Action::SelectAll,
     .group = "Edit",
     .label = "Select all",
     .chord = {Key::A, kCtrl},
     .help = "Selects every body of the scene.",
     .perform = [](AppState& state) { selectBy(state, SelectBy::All); }},
    {.action = Action::Paste,
     .group = "Edit",
     .label = "Paste",
     .chord = {Key::V, kCtrl},
     .repeats = true,
     .help = "Adds the bodies in the clipboard at the pointer: copied ones, or those of a scene file's text.",
     .perform = pasteBodies},
    {.action = Action::Cancel,
     .group = "Edit",
     .label = "Cancel or deselect",
     .chord = {Key::Escape},
     .help = "Each press does the first that applies: end the drag, deselect the tool, close a card or "
             "lens, clear the selection.",
     .perform = [](AppState& state) { cancelTools(state); }},

    nudgeBinding(Action::NudgeUp, "Move selection up", Key::Up, false,
                 [](AppState& state) {
                     nudgeSelection(state, {0.0f, 1.0f}, false);
                 }),
    nudgeBinding(Action::NudgeDown, "Move selection down", Key::Down, false,
                 [](AppState& state) {
                     nudgeSelection(state, {0.0f, -1.0f}, false);
                 }),
    nudgeBinding(Action::NudgeFarLeft, "Move selection left to a grid line", Key::Left, true,
                 [](AppState& state) {
                     nudgeSelection(state, {-1.0f, 0.0f}, true);
                 }),
    nudgeBinding(Action::NudgeFarRight, "Move selection right to a grid line", Key::Right, true,
                 [](AppState& state) {
                     nudgeSelection(state, {1.0f, 0.0f}, true);
                 }),
    nudgeBinding(Action::NudgeFarUp, "Move selection up to a grid line", Key::Up, true,
                 [](AppState& state) {
                     nudgeSelection(state, {0.0f, 1.0f}, true);
                 }),
    nudgeBinding(Action::NudgeFarDown, "Move selection down to a grid line", Key::Down, true,
                 [](AppState& state) {
                     nudgeSelection(state, {0.0f, -1.0f}, true);
                 }),
    {.action = Action::PreviousItem,
     .group = "Tools",
     .label = "Previous axis, stage or visit",
     .chord = {Key::Left},
     .repeats = true,
     .help = "Shows the previous candidate axis (Pair panel), stage of the step (Step panel) or node visit "
             "(Broad phase panel). Without one of these, moves the selected bodies one pixel to the left.",
     .perform = [](AppState& state) { stepItem(state, -1); }},
    {.action = Action::NextItem,
     .group = "Tools",
     .label = "Next axis, stage or visit",
     .chord = {Key::Right},
     .repeats = true,
     .help = "Shows the next candidate axis (Pair panel), stage of the step (Step panel) or node visit "
             "(Broad phase panel). Without one of these, moves the selected bodies one pixel to the right.",
     .perform = [](AppState& state) { stepItem(state, 1); }},

    {.action = Action::TogglePause,
     .group = "Playback",
     .label = "Pause or run",
     .chord = {Key::Space},
     .alternative = {Key::P},
     .help = "Pauses or resumes the simulation.",
     .perform =
         [](AppState& state) {
             releaseTools(state);
             state.playback.paused = !state.playback.paused;
             state.playback.backwards = false;
         },
     .refusal = noTimeInLab,
     .menuLabel = [](const AppState& s) { return std::string(s.playback.paused ? "Run" : "Pause"); }},
    {.action = Action::StepOnce,
     .group = "Playback",
     .label = "Single step",
     .chord = {Key::O},
     .alternative = {Key::Period},
     .repeats = true,
     .help = "Makes one step and pauses.",
     .perform =
         [](AppState& state) {
             releaseTools(state);
             state.playback.stepOnce = true;
         },
     .refusal = noTimeInLab},
    {.action = Action::SubstepOnce,
     .group = "Playback",
     .label = "Single substep",
     .chord = {Key::O, kShift},
     .repeats = true,
     .help = "Shows the next substep of a step and pauses; the last one completes the step.",
     .perform =
         [](AppState& state) {
             releaseTools(state);
             state.playback.substepOnce = true;
         },
     .refusal = noSubsteps},
    {.action = Action::StepBack,
     .group = "Playback",
     .label = "Step back",
     .chord = {Key::Comma},
     .repeats = true,
     .help = "Takes back one step and pauses. Nothing is lost: running replays what was played.",
     .perform =
         [](AppState& state) {
             releaseTools(state);
             state.playback.stepBackOnce = true;
         },
     .refusal = noPast},
    {.action = Action::RunBackwards,
     .group = "Playback",
     .label = "Run backwards",
     .chord = {Key::Space, kShift},
     .help = "Time runs back through what was played, at the same speed.",
     .perform =
         [](AppState& state) {
             releaseTools(state);
             state.playback.backwards = state.playback.paused || !state.playback.backwards;
             state.playback.paused = !state.playback.backwards;
         },
     .refusal = noPast},
    {.action = Action::GoToBeginning,
     .group = "Playback",
     .label = "Go to the beginning of time",
     .chord = {Key::Home, kCtrl},
     .help = "Shows the first moment that was played and that memory still holds, and pauses.",
     .perform = [](AppState& state) { goToStep(state, state.history.firstStep()); },
     .refusal = noPast},
    {.action = Action::GoToEnd,
     .group = "Playback",
     .label = "Go to the end of time",
     .chord = {Key::End, kCtrl},
     .help = "Returns to the last moment that was played, and pauses.",
     .perform = [](AppState& state) { goToStep(state, state.history.lastStep()); },
     .refusal = noPast},
    {.action = Action::ToggleBookmark,
     .group = "Playback",
     .label = "Bookmark",
     .chord = {Key::B, kCtrl},
     .help = "Marks this moment on the time bar, or removes its mark.",
     .perform = toggleBookmark,
     .refusal = noPast},
    {.action = Action::PreviousBookmark,
     .group = "Playback",
     .label = "Go to the previous bookmark",
     .chord = {Key::Left, kCtrl},
     .help = "Shows the nearest bookmarked moment before this one.",
     .perform = [](AppState& state) { goToBookmark(state, -1); },
     .refusal = noPast},
    {.action = Action::NextBookmark,
     .group = "Playback",
     .label = "Go to the next bookmark",
     .chord = {Key::Right, kCtrl},
     .help = "Shows the nearest bookmarked moment after this one.",
     .perform = [](AppState& state) { goToBookmark(state, 1); },
     .refusal = noPast},
    {.action = Action::SetLoopBegin,
     .group = "Playback",
     .label = "Loop from here",
     .chord = {Key::LeftBracket, kCtrl},
     .help = "Time repeats what is between this mark and that of Loop up to here. Pressed again at the same "
             "moment, removes the mark.",
     .perform = [](AppState& state) { setLoopMark(state, true); },
     .refusal = noPast},
    {.action = Action::SetLoopEnd,
     .group = "Playback",
     .label = "Loop up to here",
     .chord = {Key::RightBracket, kCtrl},
     .help = "Time repeats what is between the mark of Loop from here and this one. Pressed again at the "
             "same "
             "moment, removes the mark.",
     .perform = [](AppState& state) { setLoopMark(state, false); },
     .refusal = noPast},
    {.action = Action::Restart,
     .group = "Playback",
     .label = "Restart",
     .chord = {Key::R},
     .help = "Returns to the scene's start with all added and edited bodies, except those of a stream; "
             "keeps the current settings.",
     .perform = [](AppState& state) { restart(state, false); }},
    {.action = Action::RestartWithSceneSettings,
     .group = "Playback",
     .label = "Restart with the scene's settings",
     .chord = {Key::R, kShift},
     .help = "Returns to the scene's start and its settings, with all added and edited bodies.",
     .perform = [](AppState& state) { restart(state, true); }},
    {.action = Action::Revert,
     .group = "Playback",
     .label = "Revert to file",
     .chord = {Key::R, kCtrlShift},
     .help = "Loads the scene from its file again, without your edits; undo restores them.",
     .perform = [](AppState& state) { revertScene(state); }},
    {.action = Action::KeepMoment,
     .group = "Playback",
     .label = "Keep this moment as the scene",
     .chord = {Key::K, kCtrl},
     .help = "The current state becomes the scene's start, to which Restart returns. Undo takes it back.",
     .perform = keepMoment,
     .refusal = noTimeInLab},
    {.action = Action::Slower,
     .group = "Playback",
     .label = "Slower",
     .chord = {Key::Minus},
     .repeats = true,
     .help = "Halves the speed, down to 1/64.",
     .perform = [](AppState& state) { changeSpeed(state.playback, -1); }},
    {.action = Action::Faster,
     .group = "Playback",
     .label = "Faster",
     .chord = {Key::Equals},
     .repeats = true,
     .help = "Doubles the speed, up to 8 times.",
     .perform = [](AppState& state) { changeSpeed(state.playback, 1); }},
    {.action = Action::NormalSpeed,
     .group = "Playback",
     .label = "Normal speed",
     .chord = {Key::Num0},
     .help = "Returns to real time.",
     .perform = [](AppState& state) { setSpeed(state.playback, 1.0f); }},

    {.action = Action::PreviousScene,
     .group = "Scene",
     .label = "Previous scene",
     .chord = {Key::LeftBracket},
     .help = "Opens the previous scene in the list.",
     .perform = [](AppState& state) { switchScene(state, -1); }},
    {.action = Action::NextScene,
     .group = "Scene",
     .label = "Next scene",
     .chord = {Key::RightBracket},
     .help = "Opens the next scene in the list.",
     .perform = [](AppState& state) { switchScene(state, 1); }},

    {.action = Action::FitView,
     .group = "View",
     .label = "Fit the scene",
     .chord = {Key::Home},
     .help = "Moves the camera to show all bodies.",
     .perform =
         [](AppState& state) {
             state.camera.fit(state.world().bounds(), state.view.animate, kFitMargin,
                              state.view.legend ? state.ui.legendHeight : 0.0f);
         }},
    {.action = Action::ZoomIn,
     .group = "View",
     .label = "Zoom in",
     .chord = {Key::PageUp},
     .repeats = true,
     .help = "Zooms in on the middle of the view.",
     .perform = [](AppState& state) { state.camera.zoomAt(state.camera.viewport().center(), kZoomStep); }},
    {.action = Action::ZoomOut,
     .group = "View",
     .label = "Zoom out",
     .chord = {Key::PageDown},
     .repeats = true,
     .help = "Zooms out from the middle of the view.",
     .perform =
         [](AppState& state) { state.camera.zoomAt(state.camera.viewport().center(), 1.0f / kZoomStep); }},
    {.action = Action::TogglePanels,
     .group = "View",
     .label = "Show or hide panels",
     .chord = {Key::Tab},
     .help = "Hides all panels, so that the world fills the window, or shows them again.",
     .perform = [](AppState& state) { state.ui.panels.visible = !state.ui.panels.visible; },
     .menuLabel =
         [](const AppState& s) { return std::string(s.ui.panels.visible ? "Hide panels" : "Show panels"); }},
    {.action = Action::ToggleViewCard,
     .group = "View",
     .label = "View options",
     .chord = {Key::V, kCtrlShift},
     .help = "Opens or closes the card with all overlays, drawing options, arrow scales and the theme.",
     .perform = [](AppState& state) { state.ui.viewCard.open = !state.ui.viewCard.open; }},
    {.action = Action::ToggleBodyList,
     .group = "View",
     .label = "Bodies",
     .chord = {Key::F2},
     .help = "Shows or hides the list of all bodies, which can be sorted and searched.",
     .perform = [](AppState& state) { state.ui.bodiesCard.open = !state.ui.bodiesCard.open; }},
    {.action = Action::ToggleHistoryCard,
     .group = "View",
     .label = "History",
     .chord = {Key::H, kCtrl},
     .help = "Opens or closes the card with everything that was done. A click there goes to that moment.",
     .perform = [](AppState& state) { state.ui.historyCard.open = !state.ui.historyCard.open; }},
    {.action = Action::ToggleProfileCard,
     .group = "View",
     .label = "Profile",
     .chord = {Key::F3},
     .help = "Opens or closes the card with the computing times of steps and frames.",
     .perform = [](AppState& state) { state.ui.profileCard.open = !state.ui.profileCard.open; }},
    {.action = Action::ToggleTheme,
     .group = "View",
     .label = "Dark or light theme",
     .chord = {Key::T, kCtrl},
     .help = "Switches the colours.",
     .perform =
         [](AppState& state) {
             state.view.theme = state.view.theme == Theme::Dark ? Theme::Light : Theme::Dark;
         },
     .menuLabel =
         [](const AppState& s) {
             return std::string(s.view.theme == Theme::Dark ? "Light theme" : "Dark theme");
         }},
    {.action = Action::ScaleUp,
     .group = "View",
     .label = "Larger interface",
     .chord = {Key::Equals, kCtrl},
     .repeats = true,
     .help = "Increases the size of text, icons and lines by 12.5 % of their design size.",
     .perform = [](AppState& state) { setInterfaceScale(state, state.ui.effectiveScale + kScaleStep); }},
    {.action = Action::ScaleDown,
     .group = "View",
     .label = "Smaller interface",
     .chord = {Key::Minus, kCtrl},
     .repeats = true,
     .help = "Decreases the size of text, icons and lines by 12.5 % of their design size.",
     .perform = [](AppState& state) { setInterfaceScale(state, state.ui.effectiveScale - kScaleStep); }},
    {.action = Action::ScaleReset,
     .group = "View",
     .label = "Interface at the display's scale",
     .chord = {Key::Num0, kCtrl},
     .help = "Uses the scale that the display reports.",
     .perform = [](AppState& state) { state.ui.scale = 0.0f; }},

    {.action = Action::SearchCommands,
     .group = "Help",
     .label = "Find a command, setting or scene",
     .chord = {Key::P, kCtrl},
     .help = "Searches everything that can be done, and does it. Settings take a value.",
     .perform = [](AppState& state) { openSearch(state.ui.search); }},
    {.action = Action::ShowIntroduction,
     .group = "Help",
     .label = "First steps",
     .chord = {Key::F1, kShift},
     .help = "Three things to do: throw a body, pause, look into a contact.",
     .perform = [](AppState& state) { beginIntroduction(state); }},
    {.action = Action::ToggleHelp,
     .group = "Help",
     .label = "All keys",
     .chord = {Key::F1},
     .help = "Shows or hides the list of all keys and mouse gestures.",
     .perform = [](AppState& state) { state.ui.helpOpen = !state.ui.helpOpen; }},
});

} // namespace

std::span<const KeyBinding> keyBindings() { return kBindings; }

const KeyBinding& bindingOf(Action action)
{
    for (const KeyBinding& binding : kBindings)
        if (binding.action == action) return binding;
    SATBOX_ASSERT(false, "every value has a row in the table");
    return kBindings.front();
}

ActionText textOf(Action action)
{
    const KeyBinding& binding = bindingOf(action);
    return {chordLabel(binding), binding.help};
}

void perform(AppState& state, Action action)
{
    const KeyBinding& binding = bindingOf(action);
    const char* refusal = binding.refusal ? binding.refusal(state) : nullptr;
    if (refusal)
        state.status.show(Severity::Info, refusal);
    else
        binding.perform(state);
}

std::string chordLabel(const KeyBinding& binding)
{
    std::string label = chordLabel(binding.chord);
    if (binding.alternative.key != Key::None) label += " or " + chordLabel(binding.alternative);
    return label;
}

} // namespace satbox::app
