#include "app/shell/recordings.h"

#include "app/document/commands.h"
#include "app/document/unused_file.h"
#include "app/shell/error_report.h"
#include "app/shell/scene_files.h"
#include "app/text/format.h"
#include "engine/core/quoted.h"
#include <satbox/scene/recording.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>

namespace satbox::app {

namespace {

// Plays the operations from `next` on that belong before the world's next step, and moves `next` behind them.
// Returns false if one is refused.
bool playDue(History& history, std::span<const TimedOp> ops, size_t& next)
{
    bool isAccepted = true;
    for (; next < ops.size() && ops[next].step <= history.world().stepCount(); ++next)
        isAccepted &= history.play(ops[next].op).ok();
    return isAccepted;
}

// Plays a recording into the history. Returns false at the first hash that differs.
bool playRecording(History& history, const Recording& recording)
{
    size_t nextOp = 0, nextHash = 0;
    bool isEqual = true;
    const auto check = [&] {
        for (; nextHash < recording.hashes.size() &&
               recording.hashes[nextHash].step <= history.world().stepCount();
             ++nextHash)
            isEqual &= recording.hashes[nextHash].step != history.world().stepCount() ||
                       recording.hashes[nextHash].world == history.world().hash();
    };
    check();
    for (const StepRun& run : recording.steps)
        for (uint64_t i = 0; i < run.count && isEqual; ++i) {
            isEqual &= playDue(history, recording.operations, nextOp);
            history.play(op::Step{run.dt});
            check();
        }
    return isEqual && playDue(history, recording.operations, nextOp) &&
           (!recording.isComplete || recording.end.world == history.world().hash());
}

// What differs, in a sentence.
std::string differenceOf(const Recording& recording)
{
    RecordingPlayer player(recording);
    while (!player.isSettled()) player.step();
    return player.result().message;
}

} // namespace

bool isRecordingFile(const std::filesystem::path& path)
{
    return lowered(path.extension().string()) == ".satbox";
}

bool saveRecording(AppState& state)
{
    const History& history = state.history;
    const auto steps = static_cast<uint64_t>(
        std::lround(kRecordedSeconds * static_cast<double>(state.world().settings().stepRate)));
    const uint64_t now = history.presentStep();
    History::PlayedOperations played =
        history.operationsSince(std::max(history.firstStep(), now - std::min(now, steps)));
    if (std::ranges::none_of(played.ops,
                             [](const TimedOp& one) { return std::holds_alternative<op::Step>(one.op); })) {
        state.status.show(Severity::Info, "Nothing was played since the start: there is nothing to record.");
        return false;
    }
    Scene start = std::move(played.start.scene);
    start.world = std::move(played.start.world);
    const std::filesystem::path path = unusedFile({}, state.document().scene.name, ".satbox");
    if (const std::string error = saveRecordingFile(path, recordOperations(start, played.ops));
        !error.empty()) {
        reportError(
            state, "The recording was not saved", error,
            "Recordings are written to the folder in which satbox was started. Make it writable, or start "
            "satbox in another one.");
        return false;
    }
    state.status.show(Severity::Info,
                      fmt::format("The last {} were saved to {}",
                                  formatQuantity(state.world().time() - start.world.time(), "s"),
                                  printablePath(path)));
    return true;
}

void openRequestedCase(AppState& state)
{
    const auto request = std::exchange(state.requests.openCase, std::nullopt);
    if (!request) return;
    const ShrinkCase& smallest = request->smallest;
    auto scene = std::make_shared<Scene>();
    scene->name = state.document().scene.name + "-shrunk";
    scene->title = "Shrunk: " + state.document().scene.name;
    scene->description = request->summary;
    scene->world = smallest.start;
    scene->camera = fitCamera(scene->world);
    openDocument(state, {.label = "Shrink",
                         .ops = {OpenScene{.scene = scene, .path = {}, .isUnsaved = true}},
                         .kind = CommandKind::Open});
    const uint64_t first = state.history.presentStep();
    size_t next = 0;
    for (uint64_t i = 0; i < smallest.steps; ++i) {
        playDue(state.history, smallest.ops, next);
        state.history.play(op::Step{stepSeconds(state.world())});
    }
    state.playback.paused = true;
    state.playback.goToStep = first;
    state.lens<BreakpointsLens>().state.add(request->condition);
    state.status.show(Severity::Info, request->summary);
}

bool openRecording(AppState& state, const std::filesystem::path& path)
{
    RecordingResult result = loadRecordingFile(path);
    if (result.ok() &&
        lastStepOf(result.recording) - result.recording.start.world.stepCount() > kMaxShownSteps)
        result.error =
            fmt::format("{}: more than {} steps", printablePath(path), formatCount(kMaxShownSteps));
    if (!result.ok()) {
        reportError(state, "The recording was not opened", result.error,
                    "The open scene is unchanged. satbox-run --replay FILE --verify replays recordings of "
                    "any length.");
        return false;
    }
    const Recording& recording = result.recording;
    Scene start = recording.start;
    openDocument(state, openSceneCommand(std::move(start), {}));
    const uint64_t first = state.history.presentStep();
    const bool isEqual = playRecording(state.history, recording);
    const uint64_t steps = state.history.presentStep() - first;
    state.playback.paused = true;
    state.playback.goToStep = first;
    std::error_code ignored;
    noteRecentFile(state, std::filesystem::absolute(path, ignored));
    if (!isEqual)
        reportError(state, "The recording does not replay", differenceOf(recording),
                    "The steps up to there can be looked into. A build of another version of the engine "
                    "gives other results.");
    else if (!result.damage.empty())
        reportError(state, "The recording is incomplete", result.damage,
                    "What comes before was replayed and verified.");
    else
        state.status.show(
            Severity::Info,
            fmt::format("Recording verified: {} steps, the same bits. Run, or drag on the time bar.",
                        formatCount(steps)));
    return isEqual;
}

} // namespace satbox::app
