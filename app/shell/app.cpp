#include "app/shell/app.h"

#include "app/panels/profile_state.h"
#include "app/shell/actions.h"
#include "app/shell/drive_keys.h"
#include "app/shell/film.h"
#include "app/shell/interface/panel_tabs.h"
#include "app/shell/introduction.h"
#include "app/shell/key_table.h"
#include "app/shell/leave_document.h"
#include "app/shell/links.h"
#include "app/shell/live.h"
#include "app/shell/pointer.h"
#include "app/shell/recordings.h"
#include "app/shell/scene_files.h"
#include "app/text/joint_text.h"
#include <satbox/lab/compared_worlds.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace satbox::app {

namespace {

constexpr const char* kDefaultScene = "welcome";
constexpr double kReplaySeconds = 0.03; // of a frame, for a recording that was opened

void dispatchKey(AppState& state, const InputEvent& event, bool interfaceHasKeyboard)
{
    // A text field, an open menu, the file browser (type-ahead), the search or a question takes every key but
    // the screenshot key.
    const KeyChord chord{event.key, event.modifiers};
    const bool taken = interfaceHasKeyboard || state.ui.menuOpen || state.ui.fileBrowser.open ||
                       state.ui.search.open || state.ui.question.isOpen();
    if (taken && chord != bindingOf(Action::Screenshot).chord) return;
    if (!pressDriveKey(state, chord, event.repeat)) pressKey(state, chord, event.repeat);
}

bool isOverWorld(const AppState& state, Vec2 screen)
{
    return state.compare().isShown() ? state.compare().isOverView(screen)
                                     : state.ui.worldRect.contains(screen);
}

// The pointer mapped into the first view, where the tools work. A gesture stays in the view in which it
// began.
Vec2 pointerInFirstView(AppState& state, Vec2 screen)
{
    if (!state.tool.press && !state.tool.panning) state.compare().updatePointedView(screen);
    return state.compare().toFirstView(screen);
}

void dispatchEvents(AppState& state, const FrameInput& frame)
{
    for (const InputEvent& event : frame.input.events) {
        const bool isPointer = event.type == InputEventType::MouseDown ||
                               event.type == InputEventType::MouseUp ||
                               event.type == InputEventType::MouseMove ||
                               event.type == InputEventType::Wheel || event.type == InputEventType::Pinch;
        PointerEvent pointer{.button = event.button,
                             .screen = isPointer ? pointerInFirstView(state, event.position) : event.position,
                             .window = event.position,
                             .delta = event.delta,
                             .overWorld = !frame.interfaceHasMouse && isOverWorld(state, event.position),
                             .modifiers = event.modifiers};
        switch (event.type) {
        case InputEventType::KeyDown:
            if (!state.isBusy() || event.key == Key::Escape)
                dispatchKey(state, event, frame.interfaceHasKeyboard);
            break;
        case InputEventType::KeyUp:
            releaseDriveKey(state, event.key);
            break;
        case InputEventType::MouseDown:
            state.ui.inspector.keyCapture.reset();
            pointer.kind = PointerEvent::Kind::Press;
            handlePointer(state, pointer);
            break;
        case InputEventType::MouseUp:
            pointer.kind = PointerEvent::Kind::Release;
            // While a shape is dragged from the tool bar, the interface has the mouse until the button is
            // released.
            if (state.tool.placingByDrag) pointer.overWorld = isOverWorld(state, event.position);
            handlePointer(state, pointer);
            break;
        case InputEventType::MouseMove:
            pointer.kind = PointerEvent::Kind::Move;
            if (state.tool.placingByDrag) pointer.overWorld = isOverWorld(state, event.position);
            pointer.modifiers = frame.input.modifiers;
            handlePointer(state, pointer);
            break;
        case InputEventType::Wheel:
            pointer.kind = PointerEvent::Kind::Wheel;
            pointer.modifiers = frame.input.modifiers;
            handlePointer(state, pointer);
            break;
        case InputEventType::PinchBegin:
            releaseTools(state);
            break;
        case InputEventType::Pinch:
            pointer.kind = PointerEvent::Kind::Pinch;
            pointer.scale = event.scale;
            handlePointer(state, pointer);
            break;
        case InputEventType::DropFile:
            state.requests.openFile = event.text;
            break;
        case InputEventType::FocusLost:
            releaseTools(state);
            break;
        case InputEventType::Quit:
            state.requests.quit = true;
            break;
        case InputEventType::Resized:
            break;
        }
    }
}

size_t worldCount(const AppState& state) { return state.compare().on ? state.compare().count() : 1; }

// The step count of each world when its events were last reported.
using ReportedSteps = std::array<uint64_t, Comparison::kMaxWorlds>;

ReportedSteps stepCounts(const AppState& state)
{
    ReportedSteps steps{};
    for (size_t i = 0; i < worldCount(state); ++i)
        steps[i] = state.compare().world(state.world(), i).stepCount();
    return steps;
}

// Bodies that were frozen and joints that broke. Skips worlds that have not stepped since the last report: a
// world keeps its events until its next step.
void reportEvents(AppState& state, ReportedSteps& reported)
{
    const ReportedSteps now = stepCounts(state);
    const size_t worlds = worldCount(state);
    for (size_t i = 0; i < worlds; ++i) {
        if (now[i] == reported[i]) continue;
        const World& world = state.compare().world(state.world(), i);
        for (const JointBrokenEvent& event : world.events().brokenJoints)
            state.status.show(Severity::Info,
                              (worlds > 1 ? fmt::format("World {}: ", worldLetter(i)) : std::string()) +
                                  brokenJointSentence(world, state.document().scene.world, event));
        for (const QuarantineEvent& event : world.events().quarantines)
            state.status.show(
                Severity::Error,
                fmt::format("Body {}{} was frozen: {}.", event.body.index,
                            worlds > 1 ? fmt::format(" of world {}", worldLetter(i)) : std::string(),
                            describe(event.reason)));
    }
    reported = now;
}

// Opens the panel that explains what a breakpoint was about.
void explain(AppState& state)
{
    const auto request = std::exchange(state.requests.explain, std::nullopt);
    if (!request) return;
    using Panel = ExplainRequest::Panel;
    LensContext context = lensContext(state);
    const bool hasContact = state.world().isValid(request->shapeA) && state.world().isValid(request->shapeB);
    if (request->panel == Panel::Pair && hasContact)
        state.lens<PairLens>().open(context, request->shapeA, request->shapeB);
    else if (request->panel == Panel::Step && hasContact)
        state.lens<StepLens>().watch(context, {request->shapeA, request->shapeB, -1});
    else if (request->panel == Panel::Step)
        state.lens<StepLens>().watchHardest(context);
    else if (request->panel == Panel::Compare)
        state.ui.panels.show(CompareLens::kName);
    else
        state.ui.panels.show(kInspectPanel);
    state.status.show(Severity::Info, request->sentence);
}

void updateGhost(AppState& state)
{
    if (!state.ui.ghostLine) return state.ui.ghost.reset();
    state.history.moveCursor(state.ui.ghost, *state.ui.ghostLine, state.history.presentStep());
}

void advanceTime(AppState& state, double seconds, TaskExecutor* executor)
{
    // The world may be another one since the last frame: from a scene, from undo or from a replay.
    state.history.setInstructionSet(state.instructionSet);
    if (state.playback.goToStep || state.playback.stepBackOnce) releaseTools(state);
    ReportedSteps reported = stepCounts(state);
    const std::function<bool()> makeNext =
        state.playback.isFollowing ? std::function<bool()>([&] { return playLiveStep(state); }) : nullptr;
    const auto before = [&] {
        stepTools(state);
        forEachLens(state, [](Lens& lens, LensContext& context) { lens.beforeStep(context); });
    };
    const auto follow = [&] {
        state.trailHistory.record(state.world());
        appendProfileSample(state.ui.profile, state.world());
        if (state.compare().on) state.compare().stepWorlds(state.world(), executor);
        reportEvents(state, reported);
        forEachLens(state, [](Lens& lens, LensContext& context) { lens.afterStep(context); });
    };
    const AdvanceResult result = advance(state.playback, state.history, seconds, kStepBudget, executor,
                                         {.before = before, .after = follow, .makeNext = makeNext});
    if (!state.history.isAtEnd()) state.selection.prune(state.world());
    updateGhost(state);
    // Without a step too: after undo the world is an earlier one.
    state.trailHistory.record(state.world());
    appendProfileSample(state.ui.profile, state.world());
    if (state.compare().on) state.compare().updateLatest(state.world(), state.history.revision());
    state.stats.stepsLastFrame = result.steps;
    state.stats.allStepsMs = result.allStepsMs;
    if (result.steps > 0)
        state.stats.stepMs =
            smoothed(state.stats.stepMs, static_cast<double>(result.allStepsMs) / result.steps);
    if (state.playback.slowFrames == Playback::kSlowFramesBeforeWarning) {
        state.status.show(
            Severity::Warning,
            areStepsSlow(result.allStepsMs)
                ? fmt::format("Slower than real time: a step takes {:.1f} ms. Simulated time is skipped.",
                              state.stats.stepMs)
                : fmt::format(
                      "Slower than real time: a frame takes {:.0f} ms to draw. Simulated time is skipped.",
                      seconds * 1e3));
    }
}

// While an arrow key is held, the selection moves with every repeat, unless the key drives something.
bool isNudging(const AppState& state, const Input& input)
{
    constexpr std::array kArrows{Key::Left, Key::Right, Key::Up, Key::Down};
    return std::ranges::any_of(
        kArrows, [&](Key key) { return input.held(key) && !state.keyDriver.isHeld(describeKey(key)); });
}

bool hasContacts(const World& world)
{
    bool any = false;
    world.forEachContact([&](const Contact&) { any = true; });
    return any;
}

// So that contacts are drawn while paused. Contacts keep the impulses of a step if nothing has changed since,
// and those of the scene if it was just opened or restarted. In the past, an operation would make a branch.
void refreshContactsWhilePaused(AppState& state)
{
    History& history = state.history;
    if (!state.playback.paused || state.replay || !history.isAtEnd()) return;
    const DocumentOp* last = history.lastOp();
    if (last && isStep(*last)) return;
    const bool isStart =
        !last || std::holds_alternative<OpenScene>(*last) || std::holds_alternative<Restart>(*last);
    if (isStart && hasContacts(history.world())) return;
    history.play(op::RefreshContacts{});
}

} // namespace

void updateState(AppState& state, const FrameInput& frame)
{
    state.status.clock += frame.seconds;
    state.camera.update(static_cast<float>(frame.seconds));
    state.tool.cursorScreen = pointerInFirstView(state, frame.input.mouse);
    state.tool.cursorOverWorld = isOverWorld(state, frame.input.mouse) && frame.input.mouseInWindow &&
                                 (!frame.interfaceHasMouse || state.tool.placingByDrag);

    const uint64_t revision = state.history.revision();
    dispatchEvents(state, frame);
    performRequests(state);
    explain(state);
    openRequestedCase(state);
    offerRecovery(state);
    if (const std::string refusal = state.history.applyPending(); !refusal.empty())
        state.status.show(Severity::Warning, refusal);
    const bool isHeld = std::ranges::any_of(frame.input.buttons, [](bool held) { return held; });
    if (!isHeld && !isNudging(state, frame.input) && !frame.interfaceHasKeyboard)
        state.history.closeGesture();
    if (state.history.revision() != revision) {
        discardStepHistory(state.playback);
        refreshContactsWhilePaused(state);
    }

    forEachLens(state, [](Lens& lens, LensContext& context) { lens.followCommands(context); });
    updateTools(state, frame.seconds, frame.input.modifiers);
    updateRecordings(state, kReplaySeconds, frame.executor);
    updateLive(state);
    advanceFilm(state);
    // Time stops while a question is open, and while bodies are moved, rotated, scaled or reshaped by hand.
    const EditTool* tool = selectedEditTool(state.editTools, state.tool);
    const bool holds = state.ui.question.isOpen() || state.tool.transform || state.tool.jointDrag ||
                       (tool && tool->holdsTime());
    advanceTime(state, holds ? 0.0 : frame.seconds, frame.executor);
    state.playback.keepPreviousWorld = false; // unless a lens needs it
    forEachLens(state, [&](Lens& lens, LensContext& context) { lens.update(context, frame.seconds); });
    if (!state.playback.keepPreviousWorld && !state.playback.paused) state.playback.previousWorld.reset();
    updateIntroduction(state);
}

void applyOptions(AppState& state, const Options& options)
{
    state.lenses = options.lenses;
    if (!options.overlays.empty())
        setOverlays(state.view, options.overlays); // the command line has checked it
    for (size_t i = 0; i < options.choices.size(); ++i)
        choose(state.view, viewChoices()[i], options.choices[i]); // an empty key changes nothing
    if (options.uiScale > 0.0f) state.ui.scale = options.uiScale;
    if (!options.theme.empty()) state.view.theme = options.theme == "light" ? Theme::Light : Theme::Dark;
    state.instructionSet = options.instructionSet;
    state.playback.paused = options.paused;
    state.sceneNames = collectSceneNames();
    const bool opensSweep = isSweepFile(options.scene); // beside a document
    const bool opened =
        options.link.empty()
            ? openSceneByName(state, options.scene.empty() || opensSweep ? kDefaultScene : options.scene)
            : openLink(state, options.link);
    if (!opened) throw std::runtime_error(state.ui.error.details);
    if (opensSweep && !openSweepResults(state, options.scene))
        throw std::runtime_error(state.ui.error.details);
    state.history.reset(state.document());    // opening the scene is no edit to undo
    state.playback.skipNextFrameTime = false; // there was no frame before
    refreshContactsWhilePaused(state);
    forEachLens(state, [](Lens& lens, LensContext& context) { lens.begin(context); });
}

void applyLensOptions(AppState& state, bool renders)
{
    forEachLens(state, [&](Lens& lens, LensContext& context) { lens.applyOptions(context, renders); });
}

void showOpenedByOptions(AppState& state)
{
    forEachLens(state, [](const Lens& lens, LensContext& context) { lens.showOpened(context); });
}

} // namespace satbox::app
