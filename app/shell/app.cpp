// This file is over 600 lines: the order of a frame, from its events to its picture, is in one place.

#include "app/shell/app.h"

#include "app/document/unused_file.h"
#include "app/document/wall_clock.h"
#include "app/gfx/gl_objects.h"
#include "app/panels/profile_state.h"
#include "app/platform/app_icon.h"
#include "app/platform/frame_clock.h"
#include "app/platform/frame_loop.h"
#include "app/platform/imgui_glue.h"
#include "app/platform/page.h"
#include "app/platform/signals.h"
#include "app/platform/window.h"
#include "app/shell/actions.h"
#include "app/shell/drive_keys.h"
#include "app/shell/error_report.h"
#include "app/shell/frame.h"
#include "app/shell/interface/panel_tabs.h"
#include "app/shell/introduction.h"
#include "app/shell/key_table.h"
#include "app/shell/leave_document.h"
#include "app/shell/links.h"
#include "app/shell/pointer.h"
#include "app/shell/preferences.h"
#include "app/shell/recordings.h"
#include "app/shell/redraw.h"
#include "app/shell/scene_files.h"
#include "app/shell/step_threads.h"
#include "app/text/joint_text.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"
#include <satbox/lab/compared_worlds.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace satbox::app {

namespace {

constexpr const char* kDefaultScene = "welcome";
constexpr int kIconSide = 64;
constexpr double kReplaySeconds = 0.03; // of a frame, for a recording that was opened

float smooth(float old, double now)
{
    constexpr float kShare = 0.05f; // about half a second at 60 frames a second
    return old <= 0.0f ? static_cast<float>(now) : old + kShare * (static_cast<float>(now) - old);
}

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
            smooth(state.stats.stepMs, static_cast<double>(result.allStepsMs) / result.steps);
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

std::string windowTitle(const Document& document)
{
    const Scene& scene = document.scene;
    return fmt::format("{}{} - satbox", scene.title.empty() ? scene.name : scene.title,
                       document.modified ? " *" : "");
}

void reportPicture(AppState& state, const std::filesystem::path& path, IntSize size,
                   const std::string& failed)
{
    if (!failed.empty())
        return reportError(
            state, "The picture was not saved", failed,
            "Pictures are written to the folder in which satbox was started. Make it writable, or start "
            "satbox in another one.");
    downloadFromPage(path);
    const std::string pixels =
        size.width > 0 ? fmt::format(", {} x {} pixels", size.width, size.height) : std::string();
    state.status.show(Severity::Info, fmt::format("Picture written to {}{}", printablePath(path), pixels));
}

// Writes the picture that `draw` returns.
template<class Draw>
void writePicture(AppState& state, Draw&& draw)
{
    const auto reportFailure = [&](const char* reason) {
        reportError(state, "The picture was not saved", reason, "Choose a smaller scale.");
    };
    try {
        const Image image = draw();
        const std::filesystem::path path = unusedFile({}, state.document().scene.name, ".png");
        reportPicture(state, path, image.size, writePng(path, image).value_or(std::string()));
    } catch (const GraphicsError& error) {
        reportFailure(error.what());
    } catch (const std::bad_alloc&) {
        reportFailure("There is not enough memory for a picture of this size.");
    }
}

void writeVectorPicture(AppState& state, const Frame& frame)
{
    const std::filesystem::path path = unusedFile({}, state.document().scene.name, ".svg");
    reportPicture(state, path, {}, writeFile(path, frame.vectorPicture(state)));
}

void applyPreferences(AppState& state, const Preferences& preferences)
{
    state.view = preferences.view;
    state.ui.panelWidth = preferences.panelWidth;
    state.ui.panels.visible = preferences.panelsVisible;
    state.ui.panelSlide = preferences.panelsVisible ? 1.0f : 0.0f;
    state.ui.panels.open = preferences.tab;
    state.ui.scale = preferences.uiScale;
    state.threads = preferences.threads;
    state.ui.fileBrowser.folder = preferences.folder;
    state.recentFiles = preferences.recentFiles;
}

Preferences preferencesOf(const AppState& state, const Window& window)
{
    return {.window = window.size(),
            .maximized = window.maximized(),
            .panelWidth = state.ui.panelWidth,
            .panelsVisible = state.ui.panels.visible,
            .tab = state.ui.panels.open,
            .introduced = state.ui.introduction.isFinished,
            .uiScale = state.ui.scale,
            .threads = state.threads,
            .view = state.view,
            .folder = state.ui.fileBrowser.folder,
            .recentFiles = state.recentFiles};
}

void updateAutosave(AppState& state, Autosave& autosave)
{
    const std::string failed = autosave.update(state.document(), state.history.revision(),
                                               hasUnsavedWork(state.document()), state.status.clock);
    if (!failed.empty()) state.status.show(Severity::Error, failed);
    if (!state.recovered || autosave.isTextPending()) return;
    // Removes the recovery file only after this run has written its content to an autosave.
    const std::string refused = autosave.write();
    if (!refused.empty()) state.status.show(Severity::Error, refused);
    if (autosave.isOnDisk()) removeRecoveryFile(*state.recovered);
    state.recovered.reset();
}

// While an arrow key is held, the selection moves with every repeat, unless the key drives something.
bool isNudging(const AppState& state, const Input& input)
{
    constexpr std::array kArrows{Key::Left, Key::Right, Key::Up, Key::Down};
    return std::ranges::any_of(
        kArrows, [&](Key key) { return input.held(key) && !state.keyDriver.isHeld(describeKey(key)); });
}

bool isSized(const Options& options) { return options.size.width > 0; }

// The window and what belongs to it, with the state of the program.
class WindowedApp {
  public:
    explicit WindowedApp(const Options& options);
    // One turn of the frame loop. Returns false once the program ends. Throws std::runtime_error with a
    // message for the user.
    bool turn();
    // After the last turn: saves the preferences and what the options ask for. Throws like turn().
    void finish();

  private:
    static Preferences start(AppState& state, const Options& options);
    void update(double seconds);
    void draw();

    const Options options_;
    AppState state_;
    const Preferences remembered_;
    Window window_;
    ImGuiGlue glue_;
    Frame frame_;
    FrameClock clock_{kFrameRateLimit};
    EventWait eventWait_;
    Input input_;
    StepThreads threads_;
    RedrawPolicy redraw_;
    Autosave autosave_{autosaveFolder(), setCrashText};
    std::string title_;
    uint64_t revision_ = 0; // of the history, in the last frame
    int frames_ = 0;
};

Preferences WindowedApp::start(AppState& state, const Options& options)
{
    std::string note;
    Preferences remembered = loadPreferences(preferencesFile(), &note);
    applyPreferences(state, remembered);
    applyOptions(state, options);
    applyLensOptions(state, false); // --render does not come here
    if (!remembered.introduced && options.scene.empty() && options.link.empty()) beginIntroduction(state);
    if (!note.empty()) state.status.show(Severity::Warning, note);
    if (options.listen != 0 && !startListening(state, options.listen))
        throw std::runtime_error(state.ui.error.details);
    return remembered;
}

WindowedApp::WindowedApp(const Options& options)
    : options_(options), remembered_(start(state_, options)),
      window_({.size = isSized(options) ? options.size : remembered_.window,
               .maximized = !isSized(options) && remembered_.maximized,
               .shrinkToDisplay = !isSized(options)}),
      glue_(window_), frame_(window_, glue_, options.recordUi)
{
    window_.setIcon(appIconPixels(kIconSide), kIconSide);
    if (const std::filesystem::path folder = autosaveFolder(); !folder.empty())
        state_.recoveryFiles = findRecoveryFiles(folder);
    // On a phone, where the page gives the size, the panels would leave little of the world.
    if (window_.size().width < WindowOptions().minimumSize.width) {
        state_.ui.panels.visible = false;
        state_.ui.panelSlide = 0.0f;
    }
}

bool WindowedApp::turn()
{
    double rest = redraw_.secondsUntilNextFrame(state_, input_, glue_.wantsKeyboard());
    rest = std::min(rest, autosave_.secondsUntilDue(state_.status.clock));
    if (rest > 0.0) {
        const std::optional<double> waited = eventWait_.wait(rest);
        if (!waited) return true;
        state_.status.clock += *waited;
        clock_.resume();
    }
    const double seconds = clock_.tick();
    if (pollEvents(input_, window_, &glue_)) redraw_.noteEvent();
    redraw_.noteFrame();
    // A minimised window is not drawn, but its world continues.
    const bool isSeen = !window_.minimized();
    if (isSeen) frame_.begin(state_);
    if (isSeen && frames_++ < kLayoutFrames) applySceneCamera(state_, false);
    update(seconds);
    if (isSeen) draw();
    return !state_.shouldQuit;
}

void WindowedApp::update(double seconds)
{
    updateState(state_, {.input = input_,
                         .seconds = seconds,
                         .interfaceHasMouse = glue_.wantsMouse() || state_.isBusy(),
                         .interfaceHasKeyboard = glue_.wantsKeyboard(),
                         .executor = threads_.executorFor(state_.threads)});

    // What a lens has asked for at the end of this frame is drawn in the next ones.
    if (state_.requests.explain || state_.requests.openCase || state_.history.revision() != revision_)
        redraw_.noteEvent();
    revision_ = state_.history.revision();
    // After a signal, the program ends without a question: unsaved work stays in the autosave.
    if (endRequested()) state_.shouldQuit = true;
    updateAutosave(state_, autosave_);

    state_.stats.framesPerSecond = static_cast<float>(clock_.framesPerSecond());
    state_.stats.frameMs = static_cast<float>(clock_.workSeconds() * 1e3);
    if (frame_.recordError()) throw std::runtime_error(*frame_.recordError());
    if (const std::string now = windowTitle(state_.document()); now != title_) {
        title_ = now;
        window_.setTitle(title_);
    }
}

void WindowedApp::draw()
{
    const bool drags = state_.tool.grab || state_.tool.transform || state_.tool.jointDrag;
    const bool overInterface = glue_.wantsMouse() && !drags;
    Cursor cursor = overInterface ? glue_.wantedCursor() : Cursor::Arrow;
    if (!overInterface && (state_.tool.panning || drags)) cursor = Cursor::Move;
    if (!overInterface && state_.tool.tool != ToolKind::Grab) cursor = Cursor::Crosshair;
    window_.setCursor(cursor);

    if (std::exchange(state_.requests.vectorPicture, false)) writeVectorPicture(state_, frame_);
    if (isFilmFrame(state_)) {
        state_.ui.panels.worldOnly = false;
        addToFilm(state_, frame_.capture(state_)); // instead of drawing this frame
    } else if (state_.requests.picture && state_.requests.picture->asOnScreen) {
        state_.requests.picture.reset();
        writePicture(state_, [&] { return frame_.capture(state_); }); // instead of drawing this frame
        clock_.resume();
    } else {
        const double begun = secondsNow();
        frame_.render(state_, window_.drawableSize());
        state_.stats.drawMs = smooth(state_.stats.drawMs, 1e3 * (secondsNow() - begun));
        state_.stats.listMs = smooth(state_.stats.listMs, static_cast<double>(frame_.listMs()));
        window_.swap();
        if (const auto request = std::exchange(state_.requests.picture, std::nullopt)) {
            writePicture(state_, [&] { return frame_.picture(state_, *request); });
            clock_.resume();
        }
        state_.ui.panels.worldOnly = state_.film.has_value();
    }
}

void WindowedApp::finish()
{
    if (!endRequested()) autosave_.discard();
    // Command-line options apply to this run only and are not saved.
    Preferences kept = preferencesOf(state_, window_);
    kept.introduced = kept.introduced || remembered_.introduced;
    if (isSized(options_) || kept.maximized) kept.window = remembered_.window;
    if (options_.uiScale > 0.0f && state_.ui.scale == options_.uiScale) kept.uiScale = remembered_.uiScale;
    if (!options_.theme.empty()) kept.view.theme = remembered_.view.theme;
    for (size_t i = 0; i < options_.choices.size(); ++i) {
        const ViewChoice& row = viewChoices()[i];
        if (!options_.choices[i].empty()) choose(kept.view, row, chosenOption(remembered_.view, row));
    }
    if (!options_.overlays.empty())
        for (const ViewSwitch& row : viewSwitches())
            if (row.group == ViewGroup::Overlay) kept.view.*row.member = remembered_.view.*row.member;
    const std::filesystem::path preferencesPath = preferencesFile();
    const std::string unsaved =
        preferencesPath.empty() ? std::string() : savePreferences(preferencesPath, kept);

    if (!options_.stateOnExit.empty()) {
        releaseTools(state_);
        saveStateOnExit(state_, options_.stateOnExit);
    }
    if (!unsaved.empty()) throw std::runtime_error(unsaved);
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
        // In the past, contacts are those of the step that is shown, and an operation would make a branch.
        if (state.playback.paused && state.history.isAtEnd() && !state.replay)
            state.history.play(op::RefreshContacts{});
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
    if (state.playback.paused && !state.replay)
        state.history.play(op::RefreshContacts{}); // so that contacts are drawn while paused
    forEachLens(state, [](Lens& lens, LensContext& context) { lens.begin(context); });
}

void applyLensOptions(AppState& state, bool renders)
{
    forEachLens(state, [&](Lens& lens, LensContext& context) { lens.applyOptions(context, renders); });
}

int runApp(const Options& options)
{
    installSignalHandlers();
    if (const auto missing = describeMissingDisplay()) throw NoDisplayError(*missing);
    const auto app =
        std::make_shared<WindowedApp>(options); // on the heap, for frame loops that do not return
    runFrameLoop([app] { return app->turn(); }, [app] { app->finish(); });
    return 0;
}

} // namespace satbox::app
