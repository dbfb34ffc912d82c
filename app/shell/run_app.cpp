#include "app/shell/run_app.h"

#include "app/document/unused_file.h"
#include "app/document/wall_clock.h"
#include "app/gfx/gl_objects.h"
#include "app/platform/app_icon.h"
#include "app/platform/frame_clock.h"
#include "app/platform/frame_loop.h"
#include "app/platform/imgui_glue.h"
#include "app/platform/page.h"
#include "app/platform/signals.h"
#include "app/platform/window.h"
#include "app/shell/app.h"
#include "app/shell/autosave.h"
#include "app/shell/error_report.h"
#include "app/shell/film.h"
#include "app/shell/frame.h"
#include "app/shell/introduction.h"
#include "app/shell/leave_document.h"
#include "app/shell/live.h"
#include "app/shell/pointer.h"
#include "app/shell/preferences.h"
#include "app/shell/redraw.h"
#include "app/shell/scene_files.h"
#include "app/shell/step_threads.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace satbox::app {

namespace {

constexpr int kIconSide = 64;

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

void updateAutosave(AppState& state, Autosave& autosave, bool unsaved)
{
    const std::string failed =
        autosave.update(state.document(), state.history.revision(), unsaved, state.status.clock);
    if (!failed.empty()) state.status.show(Severity::Error, failed);
    if (!state.recovered || autosave.isTextPending()) return;
    // Removes the recovery file only after this run has written its content to an autosave.
    const std::string refused = autosave.write();
    if (!refused.empty()) state.status.show(Severity::Error, refused);
    if (autosave.isOnDisk()) removeRecoveryFile(*state.recovered);
    state.recovered.reset();
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
    // Writes preferences.json. Returns an error message, or an empty string.
    std::string savePreferences() const;

  private:
    static Preferences start(AppState& state, const Options& options);
    void update(double seconds);
    void draw();
    void addFilmFrame();

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
    bool isNarrow_ = false; // the panels began hidden, whatever the preferences say
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
    // The first steps are for users who open nothing of their own.
    const bool hasOwn = !options.scene.empty() || !options.link.empty() || options.listen != 0;
    if (!remembered.introduced && !hasOwn) beginIntroduction(state);
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
        isNarrow_ = true;
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
    if (isSeen && frames_ < kLayoutFrames) {
        applySceneCamera(state_, false);
        if (++frames_ == kLayoutFrames) showOpenedByOptions(state_);
    }
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
    const bool unsaved = hasUnsavedWork(state_.document());
    updateAutosave(state_, autosave_, unsaved);
    setUnsavedInPage(unsaved);

    state_.stats.framesPerSecond = static_cast<float>(clock_.framesPerSecond());
    state_.stats.frameMs = static_cast<float>(clock_.workSeconds() * 1e3);
    if (frame_.recordError()) throw std::runtime_error(*frame_.recordError());
    if (const std::string now = windowTitle(state_.document()); now != title_) {
        title_ = now;
        window_.setTitle(title_);
    }
}

void WindowedApp::addFilmFrame()
{
    try {
        addToFilm(state_, frame_.capture(state_));
    } catch (const GraphicsError& error) {
        failFilm(state_, error.what());
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
        addFilmFrame(); // instead of drawing this frame
    } else if (state_.requests.picture && state_.requests.picture->asOnScreen) {
        state_.requests.picture.reset();
        writePicture(state_, [&] { return frame_.capture(state_); }); // instead of drawing this frame
        clock_.resume();
    } else {
        const double begun = secondsNow();
        frame_.render(state_, window_.drawableSize());
        state_.stats.drawMs = smoothed(state_.stats.drawMs, 1e3 * (secondsNow() - begun));
        state_.stats.listMs = smoothed(state_.stats.listMs, static_cast<double>(frame_.listMs()));
        window_.swap();
        if (const auto request = std::exchange(state_.requests.picture, std::nullopt)) {
            writePicture(state_, [&] { return frame_.picture(state_, *request); });
            clock_.resume();
        }
        state_.ui.panels.worldOnly = state_.film.has_value();
    }
}

std::string WindowedApp::savePreferences() const
{
    const std::filesystem::path path = preferencesFile();
    if (path.empty()) return {};
    // Command-line options apply to this run only and are not saved.
    Preferences kept = preferencesOf(state_, window_);
    kept.introduced = kept.introduced || remembered_.introduced;
    if (isSized(options_) || kept.maximized) kept.window = remembered_.window;
    if (isNarrow_) kept.panelsVisible = remembered_.panelsVisible;
    if (options_.uiScale > 0.0f && state_.ui.scale == options_.uiScale) kept.uiScale = remembered_.uiScale;
    if (!options_.theme.empty()) kept.view.theme = remembered_.view.theme;
    for (size_t i = 0; i < options_.choices.size(); ++i) {
        const ViewChoice& row = viewChoices()[i];
        if (!options_.choices[i].empty()) choose(kept.view, row, chosenOption(remembered_.view, row));
    }
    if (!options_.overlays.empty())
        for (const ViewSwitch& row : viewSwitches())
            if (row.group == ViewGroup::Overlay) kept.view.*row.member = remembered_.view.*row.member;
    std::string unsaved = app::savePreferences(path, kept);
    if (unsaved.empty()) keepInPage(path);
    return unsaved;
}

void WindowedApp::finish()
{
    if (!endRequested()) autosave_.discard();
    const std::string unsaved = savePreferences();
    if (!options_.stateOnExit.empty()) {
        releaseTools(state_);
        saveStateOnExit(state_, options_.stateOnExit);
    }
    if (!unsaved.empty()) throw std::runtime_error(unsaved);
}

} // namespace

int runApp(const Options& options)
{
    installSignalHandlers();
    if (const auto missing = describeMissingDisplay()) throw NoDisplayError(*missing);
    const auto app =
        std::make_shared<WindowedApp>(options); // on the heap, for frame loops that do not return
    whenPageIsLeft([app] { static_cast<void>(app->savePreferences()); }); // too late to show an error
    runFrameLoop([app] { return app->turn(); }, [app] { app->finish(); });
    return 0;
}

} // namespace satbox::app
