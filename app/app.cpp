#include "app/app.h"

#include "app/editor/actions.h"
#include "app/editor/broad_phase_tool.h"
#include "app/editor/compare_tool.h"
#include "app/editor/departure.h"
#include "app/editor/pair_tool.h"
#include "app/editor/preferences.h"
#include "app/editor/scene_files.h"
#include "app/editor/step_view.h"
#include "app/editor/tools.h"
#include "app/frame.h"
#include "app/inspect_options.h"
#include "app/platform/app_icon.h"
#include "app/platform/frame_clock.h"
#include "app/platform/imgui_glue.h"
#include "app/platform/signals.h"
#include "app/platform/window.h"
#include "app/redraw.h"
#include "app/step_threads.h"
#include "app/ui/compare_style.h"
#include "engine/core/quoted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>

namespace satbox::app {

namespace {

constexpr const char* kDefaultScene = "welcome";
constexpr double kFramesPerSecond = 60.0;
constexpr int kFramesUntilLaidOut = 3; // panels take their final places within these
constexpr int kIconSide = 64;
constexpr int kClampedFramesToSay = 3; // one slow frame is no news

float smooth(float old, double now)
{
    constexpr float kShare = 0.05f; // about half a second at 60 frames a second
    return old <= 0.0f ? static_cast<float>(now) : old + kShare * (static_cast<float>(now) - old);
}

void dispatchKey(AppState& state, const InputEvent& event, bool interfaceHasKeyboard)
{
    // A text field, the file browser with its type-ahead or a question has every key but the screenshot's.
    const KeyChord chord{event.key, event.modifiers};
    const bool taken = interfaceHasKeyboard || state.ui.fileBrowser.open || state.ui.question.isOpen();
    if (taken && chord != bindingOf(Action::Screenshot).chord) return;
    pressKey(state, chord, event.repeat);
}

bool isOverWorld(const AppState& state, Vec2 screen)
{
    return state.compare.isShown() ? state.compare.isOverView(screen) : state.ui.worldRect.contains(screen);
}

// Where the pointer is, as the tools see it: in the first view. A gesture stays in the view that it began in.
Vec2 pointAt(AppState& state, Vec2 screen)
{
    if (!state.tool.press && !state.tool.panning) state.compare.point(screen);
    return state.compare.toFirstView(screen);
}

void dispatchEvents(AppState& state, const FrameInput& frame)
{
    for (const InputEvent& event : frame.input.events) {
        const bool isPointer = event.type == InputEventType::MouseDown ||
                               event.type == InputEventType::MouseUp ||
                               event.type == InputEventType::MouseMove || event.type == InputEventType::Wheel;
        PointerEvent pointer{.button = event.button,
                             .screen = isPointer ? pointAt(state, event.position) : event.position,
                             .delta = event.delta,
                             .overWorld = !frame.interfaceHasMouse && isOverWorld(state, event.position),
                             .modifiers = event.modifiers};
        switch (event.type) {
        case InputEventType::KeyDown:
            dispatchKey(state, event, frame.interfaceHasKeyboard);
            break;
        case InputEventType::MouseDown:
            pointer.kind = PointerEvent::Kind::Press;
            handlePointer(state, pointer);
            break;
        case InputEventType::MouseUp:
            pointer.kind = PointerEvent::Kind::Release;
            // A shape dragged from the tool bar is held by the interface until it is released.
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
        case InputEventType::DropFile:
            state.requests.openFile = event.text;
            break;
        case InputEventType::FocusLost:
            releaseTools(state);
            break;
        case InputEventType::Quit:
            state.requests.quit = true;
            break;
        case InputEventType::KeyUp:
        case InputEventType::Resized:
            break;
        }
    }
}

size_t worldsOf(const AppState& state) { return state.compare.on ? state.compare.count() : 1; }

// Each world's step count when its events were last told.
using StepsTold = std::array<uint64_t, Comparison::kMaxWorlds>;

StepsTold stepsOf(const AppState& state)
{
    StepsTold steps{};
    for (size_t i = 0; i < worldsOf(state); ++i) steps[i] = state.compare.world(state.world(), i).stepCount();
    return steps;
}

// Only of worlds that have taken a step since: the events of the last one stay until the next.
void sayQuarantines(AppState& state, StepsTold& told)
{
    const StepsTold now = stepsOf(state);
    const size_t worlds = worldsOf(state);
    for (size_t i = 0; i < worlds; ++i) {
        if (now[i] == told[i]) continue;
        for (const QuarantineEvent& event : state.compare.world(state.world(), i).events().quarantines)
            showStatus(state, Severity::Error,
                       fmt::format("Body {}{} was frozen: {}.", event.body.index,
                                   worlds > 1 ? fmt::format(" of world {}", worldLetter(i)) : std::string(),
                                   describe(event.reason)));
    }
    told = now;
}

void step(AppState& state, double seconds, TaskExecutor* executor)
{
    // Worlds come from scenes, from undo and from replays.
    state.document.world.setInstructionSet(state.instructionSet);
    StepsTold told = stepsOf(state);
    const auto follow = [&] {
        if (state.compare.on) state.compare.follow(state.world(), executor);
        sayQuarantines(state, told);
    };
    const AdvanceResult result =
        advance(state.playback, state.document, seconds, kStepBudget, executor, follow);
    sayQuarantines(state, told); // substeps end in a step too
    if (state.compare.on) state.compare.look(state.world());
    state.memory.record(state.world());
    state.stats.stepsLastFrame = result.steps;
    if (result.steps > 0)
        state.stats.stepMs = smooth(state.stats.stepMs, static_cast<double>(result.stepMs) / result.steps);
    if (state.playback.clampedFrames == kClampedFramesToSay) {
        const bool steps = result.stepMs > 0.5e3f * static_cast<float>(Playback::kMaxFrameSeconds);
        showStatus(
            state, Severity::Warning,
            steps ? fmt::format("Slower than real time: a step takes {:.1f} ms. Simulated time was dropped.",
                                state.stats.stepMs)
                  : fmt::format(
                        "Slower than real time: a frame takes {:.0f} ms to draw. Simulated time was dropped.",
                        seconds * 1e3));
    }
}

std::string windowTitle(const Document& document)
{
    const Scene& scene = document.scene;
    return fmt::format("{}{} - satbox", scene.title.empty() ? scene.name : scene.title,
                       document.modified ? " *" : "");
}

// satbox-NAME-001.png, the first number that is free.
std::filesystem::path screenshotPath(const std::string& scene)
{
    for (int i = 1;; ++i) {
        std::filesystem::path path = fmt::format("satbox-{}-{:03}.png", scene, i);
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored)) return path;
    }
}

void writeScreenshot(AppState& state, Frame& frame)
{
    const std::filesystem::path path = screenshotPath(state.document.scene.name);
    const auto failed = writePng(path, frame.capture(state));
    if (failed)
        showStatus(state, Severity::Error, *failed);
    else
        showStatus(state, Severity::Info, fmt::format("Screenshot written to {}", printablePath(path)));
}

void applyPreferences(AppState& state, const Preferences& preferences)
{
    state.view = preferences.view;
    state.ui.panelWidth = preferences.panelWidth;
    state.ui.panelsVisible = preferences.panelsVisible;
    state.ui.panelSlide = preferences.panelsVisible ? 1.0f : 0.0f;
    state.ui.tab = static_cast<Tab>(preferences.tab);
    state.ui.scale = preferences.uiScale;
    state.threads = preferences.threads;
    state.ui.fileBrowser.folder = preferences.folder;
}

Preferences preferencesOf(const AppState& state, const Window& window)
{
    return {.window = window.size(),
            .maximized = window.maximized(),
            .panelWidth = state.ui.panelWidth,
            .panelsVisible = state.ui.panelsVisible,
            .tab = static_cast<int>(state.ui.tab),
            .uiScale = state.ui.scale,
            .threads = state.threads,
            .view = state.view,
            .folder = state.ui.fileBrowser.folder};
}

void writeState(AppState& state, const std::filesystem::path& path)
{
    releaseTools(state);
    Scene scene = state.document.scene;
    scene.world = state.world();
    const std::string error = saveSceneFile(path, scene);
    if (!error.empty()) throw std::runtime_error(error);
}

void keepWork(AppState& state, Autosave& autosave)
{
    const std::string failed = autosave.update(state.document, state.commands.revision(),
                                               hasUnsavedWork(state.document), state.clock);
    if (!failed.empty()) showStatus(state, Severity::Error, failed);
    if (!state.recovered || autosave.waits()) return;
    // The leftover is removed only once this run keeps it too.
    if (const std::string sentence = autosave.write(); sentence.empty())
        removeLeftover(*state.recovered);
    else
        showStatus(state, Severity::Error, sentence);
    state.recovered.reset();
}

} // namespace

void updateState(AppState& state, const FrameInput& frame)
{
    state.clock += frame.seconds;
    state.camera.update(static_cast<float>(frame.seconds));
    state.tool.cursorScreen = pointAt(state, frame.input.mouse);
    state.tool.cursorOverWorld = isOverWorld(state, frame.input.mouse) && frame.input.mouseInWindow &&
                                 (!frame.interfaceHasMouse || state.tool.placingByDrag);

    const uint64_t revision = state.commands.revision();
    dispatchEvents(state, frame);
    performRequests(state);
    askAboutLeftovers(state);
    if (const std::string refusal = state.commands.applyPending(state.document); !refusal.empty())
        showStatus(state, Severity::Warning, refusal);
    if (std::ranges::none_of(frame.input.buttons, [](bool held) { return held; }))
        state.commands.closeGesture();
    if (state.commands.revision() != revision) {
        forgetSteps(state.playback);
        if (state.playback.paused) state.document.world.refreshContacts();
    }

    updateComparison(state);
    updateTools(state);
    // Time stands still while a question is open.
    step(state, state.ui.question.isOpen() ? 0.0 : frame.seconds, frame.executor);
    updatePair(state, frame.seconds);
    updateStepView(state, frame.seconds);
    updateBroad(state, frame.seconds);
}

void applyOptions(AppState& state, const Options& options)
{
    if (!options.overlays.empty()) setOverlays(state.view, options.overlays); // checked by the command line
    if (options.uiScale > 0.0f) state.ui.scale = options.uiScale;
    if (!options.theme.empty()) state.view.theme = options.theme == "light" ? Theme::Light : Theme::Dark;
    state.instructionSet = options.instructionSet;
    state.playback.paused = options.paused;
    state.sceneNames = collectSceneNames();
    if (!openSceneByName(state, options.scene.empty() ? kDefaultScene : options.scene))
        throw std::runtime_error(state.ui.message.text);
    state.commands.clear();            // there is nothing to go back to
    state.playback.skipsFrame = false; // no frame's time has passed yet
    if (state.playback.paused)
        state.document.world.refreshContacts(); // so that they can be seen before time runs
    if (options.compare.empty()) return;
    std::vector<ComparedSettings> worlds;
    parseCompared(options.compare, worlds); // checked by the command line, as is the next
    if (!options.comparePlot.empty()) state.compare.plotQuantity(options.comparePlot);
    // What the first world is given is its own: the others keep the scene's value.
    const WorldSettings scene = state.world().settings();
    for (size_t i = 1; i < worlds.size(); ++i)
        for (const std::string_view key : worlds.front().own)
            if (!worlds[i].owns(key)) worlds[i].adopt(scene, key);
    state.document.world.setSettings(worlds.front().over(scene));
    state.compare.others.assign(worlds.begin() + 1, worlds.end());
    startComparison(state);
    if (!state.compare.on) throw std::runtime_error("--compare: " + state.ui.message.text);
    state.ui.tab = Tab::Compare;
}

int runApp(const Options& options)
{
    handleSignals();
    if (const auto missing = describeMissingDisplay()) throw NoDisplayError(*missing);
    AppState state;
    const std::filesystem::path preferencesPath = preferencesFile();
    std::string note;
    const Preferences remembered = loadPreferences(preferencesPath, &note);
    applyPreferences(state, remembered);
    applyOptions(state, options);
    applyInspectOptions(state, options);
    if (!note.empty()) showStatus(state, Severity::Warning, note);

    const bool sized = options.size.width > 0;
    Window window({.size = sized ? options.size : remembered.window,
                   .maximized = !sized && remembered.maximized,
                   .fitDisplay = !sized});
    window.setIcon(appIconPixels(kIconSide), kIconSide);
    ImGuiGlue glue(window);
    Frame frame(window, glue, options.recordUi);
    FrameClock clock(kFramesPerSecond);
    Input input;
    StepThreads threads;
    std::string title;

    Redraw redraw;
    const std::filesystem::path autosaves = autosaveFolder();
    Autosave autosave(autosaves, setCrashText);
    if (!autosaves.empty()) state.leftovers = findLeftovers(autosaves);

    for (int frames = 0; !state.quits;) {
        double rest = redraw.restSeconds(state, input, glue.wantsKeyboard());
        rest = std::min(rest, autosave.secondsUntilDue(state.clock));
        if (rest > 0.0) {
            state.clock += waitForEvent(rest);
            clock.resume();
        }
        const double seconds = clock.tick();
        if (pollEvents(input, window, &glue)) redraw.happened();
        redraw.drawn();
        // Of a minimised window nothing is seen: the world goes on alone.
        const bool isSeen = !window.minimized();
        if (isSeen) frame.begin(state);
        if (isSeen && frames++ < kFramesUntilLaidOut) applySceneCamera(state, false);
        updateState(state, {.input = input,
                            .seconds = seconds,
                            .interfaceHasMouse = glue.wantsMouse(),
                            .interfaceHasKeyboard = glue.wantsKeyboard(),
                            .executor = threads.with(state.threads)});

        // A signal does not wait for an answer: unsaved work stays in the autosave.
        if (endRequested()) state.quits = true;
        keepWork(state, autosave);

        state.stats.framesPerSecond = static_cast<float>(clock.framesPerSecond());
        state.stats.frameMs = static_cast<float>(clock.workSeconds() * 1e3);
        if (frame.recordError()) throw std::runtime_error(*frame.recordError());
        if (const std::string now = windowTitle(state.document); now != title) {
            title = now;
            window.setTitle(title);
        }
        if (!isSeen) continue;
        const bool overInterface = glue.wantsMouse() && !state.tool.grab && !state.tool.move;
        Cursor cursor = overInterface ? glue.wantedCursor() : Cursor::Arrow;
        if (!overInterface && (state.tool.panning || state.tool.grab || state.tool.move))
            cursor = Cursor::Move;
        if (!overInterface && state.tool.tool != ToolKind::Grab) cursor = Cursor::Crosshair;
        window.setCursor(cursor);

        if (state.requests.screenshot) {
            state.requests.screenshot = false;
            writeScreenshot(state, frame); // takes this frame's place on the screen
        } else {
            const auto begun = std::chrono::steady_clock::now();
            frame.render(state, window.drawableSize());
            const std::chrono::duration<double, std::milli> drawn = std::chrono::steady_clock::now() - begun;
            state.stats.drawMs = smooth(state.stats.drawMs, drawn.count());
            window.swap();
        }
    }

    if (!endRequested()) autosave.forget();
    // What the command line asked for is for this run alone.
    Preferences kept = preferencesOf(state, window);
    if (sized || kept.maximized) kept.window = remembered.window;
    if (options.uiScale > 0.0f && state.ui.scale == options.uiScale) kept.uiScale = remembered.uiScale;
    if (!options.theme.empty()) kept.view.theme = remembered.view.theme;
    if (!options.overlays.empty()) kept.view = remembered.view;
    const std::string unsaved =
        preferencesPath.empty() ? std::string() : savePreferences(preferencesPath, kept);

    if (!options.stateOnExit.empty()) writeState(state, options.stateOnExit);
    if (!unsaved.empty()) throw std::runtime_error(unsaved);
    return 0;
}

} // namespace satbox::app
