#include "app/shell/recordings.h"

#include "app/document/commands.h"
#include "app/document/played_operations.h"
#include "app/document/unused_file.h"
#include "app/document/wall_clock.h"
#include "app/platform/page.h"
#include "app/shell/app_state.h"
#include "app/shell/error_report.h"
#include "app/shell/film.h"
#include "app/shell/links.h"
#include "app/shell/scene_files.h"
#include "app/text/format.h"
#include "engine/core/quoted.h"
#include <satbox/scene/recording.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <span>
#include <system_error>
#include <utility>

namespace satbox::app {

namespace {

// Plays the operations from `next` on that belong before the world's next step, and moves `next` behind them.
void playDue(History& history, std::span<const TimedOp> ops, size_t& next)
{
    for (; next < ops.size() && ops[next].step <= history.world().stepCount(); ++next)
        history.play(ops[next].op);
}

void reportFailedSave(AppState& state, const std::string& error)
{
    reportError(
        state, "The recording was not saved", error,
        "Recordings are written to the folder in which satbox was started. Make it writable, or start "
        "satbox in another one.");
}

void updateRecordingJob(AppState& state)
{
    if (!state.recordingJob || !state.recordingJob->isDone()) return;
    const std::shared_ptr<RecordingJob> job = std::exchange(state.recordingJob, nullptr);
    if (!job->error().empty()) return reportFailedSave(state, job->error());
    if (job->path().empty()) {
        copyLink(state, LinkKind::Recording, job->text(),
                 fmt::format("The recording of the last {}", formatQuantity(job->seconds(), "s")));
        return;
    }
    downloadFromPage(job->path());
    state.status.show(Severity::Info,
                      fmt::format("The last {} were saved to {}", formatQuantity(job->seconds(), "s"),
                                  printablePath(job->path())));
}

// True if something other than the replay has changed the history since its last step.
bool wasInterrupted(const AppState& state)
{
    const RecordingReplay& replay = *state.replay;
    return state.history.revision() != replay.revision || state.history.lastStep() != replay.lastStep ||
           !state.history.isAtEnd();
}

void endReplay(AppState& state)
{
    const std::shared_ptr<RecordingReplay> replay = std::exchange(state.replay, nullptr);
    const ReplayResult& result = replay->player->result();
    state.playback.goToStep = replay->firstStep;
    if (!result.ok)
        reportError(state, "The recording does not replay", result.message,
                    "The steps up to there can be looked into. A build of another version of the engine "
                    "gives other results.");
    else if (!replay->damage.empty())
        reportError(state, "The recording is incomplete", replay->damage,
                    "What comes before was replayed and verified.");
    else
        state.status.show(
            Severity::Info,
            fmt::format("Recording verified: {} steps, the same bits. Run, or drag on the time bar.",
                        formatCount(replay->lastStep - replay->firstStep)));
}

} // namespace

RecordingJob::RecordingJob(History::PlayedPart played, std::filesystem::path path)
    : played_(std::move(played)), path_(std::move(path))
{
    try {
        thread_ = std::thread([this] { save(); });
    } catch (const std::system_error&) { // a page without threads
        save();
    }
}

RecordingJob::~RecordingJob()
{
    if (thread_.joinable()) thread_.join();
}

void RecordingJob::save()
{
    try {
        Document document = std::move(played_.start);
        Recorder recorder(document.scene, document.world);
        const double begin = document.world.time();
        replayOps(document, played_.ops, recorder);
        seconds_ = document.world.time() - begin;
        if (path_.empty())
            text_ = recordingText(recorder.finish());
        else
            error_ = saveRecordingFile(path_, recorder.finish());
    } catch (const std::exception& error) { // no memory
        error_ = path_.empty() ? error.what() : fmt::format("{}: {}", printablePath(path_), error.what());
    }
    done_ = true;
}

bool isRecordingFile(const std::filesystem::path& path)
{
    return lowered(path.extension().string()) == ".satbox";
}

namespace {

// Begins a job with what happened in the last seconds. `path`: of the file; empty: for a link.
bool beginRecordingJob(AppState& state, std::filesystem::path path)
{
    if (state.recordingJob) {
        state.status.show(Severity::Info, "The recording before this one is still being saved.");
        return false;
    }
    const History& history = state.history;
    const auto steps = static_cast<uint64_t>(
        std::lround(kRecordedSeconds * static_cast<double>(state.world().settings().stepRate)));
    const uint64_t now = history.presentStep();
    History::PlayedPart played = history.partSince(std::max(history.firstStep(), now - std::min(now, steps)));
    if (std::ranges::none_of(played.ops, isStep)) {
        state.status.show(Severity::Info, "Nothing was played since the start: there is nothing to record.");
        return false;
    }
    if (hasFollowedStep(played.ops)) {
        state.status.show(Severity::Info,
                          "Another program has made these steps, so they cannot be recorded. Fork, "
                          "and record what satbox makes of it.");
        return false;
    }
    state.recordingJob = std::make_shared<RecordingJob>(std::move(played), std::move(path));
    state.status.show(Severity::Info, "Saving what just happened...");
    return true;
}

} // namespace

bool saveRecording(AppState& state)
{
    std::filesystem::path path = unusedFile({}, state.document().scene.name, ".satbox");
    std::error_code failed; // then the path stays relative, and saving says why
    if (std::filesystem::path absolute = std::filesystem::absolute(path, failed); !failed)
        path = std::move(absolute);
    return beginRecordingJob(state, std::move(path));
}

bool copyRecordingLink(AppState& state) { return beginRecordingJob(state, {}); }

void openRequestedCase(AppState& state)
{
    const auto request = std::exchange(state.requests.openCase, std::nullopt);
    if (!request) return;
    const ShrinkCase& played = request->played;
    auto scene = std::make_shared<Scene>();
    scene->name = request->name;
    scene->title = request->title;
    scene->description = request->summary;
    scene->world = played.start;
    scene->camera = fitCamera(scene->world);
    openDocument(state, {.label = "Open " + request->title,
                         .ops = {OpenScene{.scene = scene, .path = {}, .isUnsaved = request->isUnsaved}},
                         .kind = CommandKind::Open});
    const uint64_t first = state.history.presentStep();
    size_t next = 0;
    for (uint64_t i = 0; i < played.steps; ++i) {
        playDue(state.history, played.ops, next);
        state.history.play(op::Step{stepSeconds(state.world())});
    }
    state.playback.paused = true;
    if (!request->showsEnd) state.playback.goToStep = first;
    if (request->condition) state.lens<BreakpointsLens>().state.add(*request->condition);
    state.status.show(Severity::Info, request->summary);
}

bool openRecording(AppState& state, const std::filesystem::path& path)
{
    return openRecordingResult(state, loadRecordingFile(path), path);
}

bool openRecordingResult(AppState& state, RecordingResult result, const std::filesystem::path& path)
{
    if (result.ok() &&
        lastStepOf(result.recording) - result.recording.start.world.stepCount() > kMaxShownSteps)
        result.error = fmt::format("{}: more than {} steps", path.empty() ? "link" : printablePath(path),
                                   formatCount(kMaxShownSteps));
    if (!result.ok()) {
        reportError(state, "The recording was not opened", result.error,
                    "The open scene is unchanged. satbox-run --replay FILE --verify replays recordings of "
                    "any length.");
        return false;
    }
    cancelFilm(state);
    Command command = openSceneCommand(result.recording.start, {});
    std::get<OpenScene>(command.ops.front()).isLab = false; // a recording is simulated, whatever its scene
    openDocument(state, std::move(command));
    state.playback.goToStep.reset();
    state.playback.stepOnce = state.playback.stepBackOnce = state.playback.substepOnce = false;
    std::error_code ignored;
    if (!path.empty()) noteRecentFile(state, std::filesystem::absolute(path, ignored));
    state.replay = std::make_shared<RecordingReplay>();
    state.replay->recording = std::move(result.recording);
    state.replay->damage = std::move(result.damage);
    return true;
}

void updateRecordings(AppState& state, double seconds, TaskExecutor* executor)
{
    updateRecordingJob(state);
    if (!state.replay) return;
    RecordingReplay& replay = *state.replay;
    History& history = state.history;
    if (!replay.player) {
        replay.firstStep = replay.lastStep = history.presentStep();
        replay.revision = history.revision();
        for (const StepRun& run : replay.recording.steps) replay.steps += run.count;
        replay.player = std::make_unique<RecordingPlayer>(
            std::move(replay.recording), history.world(),
            [&history](const Op& op, TaskExecutor* threads) { return history.play(WorldOp{op}, threads); });
    } else if (wasInterrupted(state)) {
        state.replay.reset(); // the status bar tells of what interrupted it
        return;
    }
    state.playback.paused = true;
    const double begun = secondsNow();
    while (!replay.player->isSettled() && secondsNow() - begun < seconds) replay.player->step(executor);
    replay.lastStep = history.lastStep();
    if (replay.player->isSettled()) return endReplay(state);
    state.status.show(Severity::Info,
                      fmt::format("Replaying the recording: {:.0f} %. Esc ends it here.",
                                  100.0 * static_cast<double>(replay.lastStep - replay.firstStep) /
                                      static_cast<double>(std::max<uint64_t>(replay.steps, 1))));
}

bool cancelReplay(AppState& state)
{
    if (!state.replay) return false;
    const uint64_t steps = state.replay->lastStep - state.replay->firstStep;
    state.replay.reset();
    state.status.show(
        Severity::Info,
        fmt::format("The replay ended early: {} steps of the recording are here.", formatCount(steps)));
    return true;
}

} // namespace satbox::app
