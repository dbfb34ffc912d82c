#include "app/shell/render_picture.h"

#include "app/document/playback.h"
#include "app/document/wall_clock.h"
#include "app/platform/window.h"
#include "app/shell/app.h"
#include "app/shell/frame.h"
#include "app/shell/scene_files.h"
#include "app/shell/step_threads.h"
#include "app/text/plain_text.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

namespace satbox::app {

namespace {

constexpr IntSize kDefaultSize{1280, 720};

} // namespace

int renderPicture(const Options& options)
{
    AppState state;
    applyOptions(state, options);
    state.ui.panels.worldOnly = !options.panels;
    state.status.message = {};
    state.playback.paused = true;

    const World& world = state.world();
    state.history.setInstructionSet(state.instructionSet);
    StepThreads threads;
    while (state.replay) updateRecordings(state, 1.0, threads.executorFor(state.threads));
    if (state.ui.errorCard.open && state.ui.error.severity == Severity::Error)
        throw std::runtime_error(state.ui.error.details);
    const float dt = stepSeconds(world);
    const double start = secondsNow();
    const int steps = state.document().isLab && !options.hasSteps ? 0 : options.steps;
    for (int i = 0; i < steps; ++i) {
        if (i + 1 == steps && state.playback.keepPreviousWorld) state.playback.previousWorld = world;
        state.history.play(WorldOp{op::Step{dt}}, threads.executorFor(state.threads));
        state.trailHistory.record(world);
        if (state.compare().on) state.compare().stepWorlds(world, threads.executorFor(state.threads));
    }
    if (state.compare().on) state.compare().measureLatest(world);
    const double ms = steps > 0 ? (secondsNow() - start) * 1e3 / steps : 0.0;

    WindowOptions wanted;
    wanted.size = options.size.width > 0 ? options.size : kDefaultSize;
    wanted.offscreen = true;
    Window window(wanted);
    ImGuiGlue glue(window);
    Frame frame(window, glue, options.recordUi);
    Image image;
    state.ui.legendStaysOpen = true;
    applyLensOptions(state, true);
    // The legend's button is where the legend was in the frame before, which must look like the last one.
    for (int i = 0; i <= kLayoutFrames; ++i) {
        frame.begin(state, SyntheticPointer{.position = {-1.0f, -1.0f}});
        applySceneCamera(state, false);
        if (i + 1 >= kLayoutFrames) showOpenedByOptions(state);
        image = frame.capture(state);
    }
    const std::string failed = options.rendersSvg() ? writeFile(options.render, frame.vectorPicture(state))
                                                    : writePng(options.render, image).value_or(std::string());
    if (!failed.empty()) throw std::runtime_error(failed);
    if (!options.stateOnExit.empty()) saveStateOnExit(state, options.stateOnExit);

    const WorldCounters counters = world.counters();
    fmt::print("{}: {}x{}, {}, {}, {}, {}, {:.3f} ms/step\n", printablePath(options.render), image.size.width,
               image.size.height, state.document().scene.name,
               plainCountText(counters.bodies, "body", "bodies"),
               plainCountText(counters.contactsWithPoints, "contact", "contacts"),
               plainCountText(steps, "step", "steps"), ms);
    return 0;
}

} // namespace satbox::app
