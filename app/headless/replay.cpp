#include "app/headless/replay.h"

#include "app/headless/metrics_file.h"
#include "app/headless/report.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"
#include <satbox/scene/recording.h>
#include <satbox/thread_pool.h>

#include <chrono>
#include <cstdio>
#include <fmt/format.h>

namespace satbox::app {
namespace {

int64_t stepCallsOf(const Recording& recording)
{
    uint64_t steps = 0;
    for (const StepRun& run : recording.steps) steps += run.count;
    return static_cast<int64_t>(steps);
}

// Steps to the end, or with --verify until a difference is known. Adds the time of stepping to `wallSeconds`.
// Returns an empty string or an error message of the metrics file.
std::string replaySteps(RecordingPlayer& player, const RunOptions& options, int64_t& steps,
                        double& wallSeconds)
{
    using Clock = std::chrono::steady_clock;
    MetricsFile metrics;
    if (!options.metricsFile.empty())
        if (std::string sentence = metrics.open(options.metricsFile); !sentence.empty()) return sentence;
    ProgressBar bar(stepCallsOf(player.recording()));
    ThreadPool pool(options.threads);
    StepWarnings warnings;
    while (!(options.verify && player.isSettled())) {
        const Clock::time_point start = Clock::now();
        if (!player.step(&pool)) break;
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        wallSeconds += seconds;
        if (metrics.isOpen())
            if (std::string sentence = metrics.add(player.world(), 1000.0 * seconds); !sentence.empty())
                return sentence;
        warnings.printFor(player.world(), bar);
        bar.update(++steps);
    }
    return metrics.isOpen() ? metrics.close() : std::string();
}

// The state after the last step, as a scene with the texts and the camera of the recording.
std::string saveState(const RunOptions& options, const RecordingPlayer& player)
{
    if (options.stateFile.empty()) return {};
    Scene scene = player.recording().start;
    scene.world = player.world();
    return saveSceneFile(options.stateFile, scene);
}

// What --verify says of a recording that replays without a difference.
std::string verdict(const Recording& recording, const ReplayResult& result)
{
    return fmt::format("verified up to step {}: {} hashes are equal", result.verifiedStep,
                       recording.hashes.size() + (recording.isComplete ? 1 : 0));
}

} // namespace

int runReplay(const RunOptions& options)
{
    RecordingResult loaded = loadRecordingFile(options.replayFile);
    if (!loaded.ok()) return reportError(loaded.error);
    printNotes(loaded.notes, loaded.recording.start);
    if (!options.stateFile.empty()) // before a replay that may take hours
        if (const std::string sentence = checkWritable(options.stateFile); !sentence.empty())
            return reportError(sentence);

    RecordingPlayer player(std::move(loaded.recording),
                           options.verify ? ReplayChecks::Hashes : ReplayChecks::None);
    player.setInstructionSet(options.instructionSet);
    int64_t steps = 0;
    double wallSeconds = 0.0;
    if (const std::string sentence = replaySteps(player, options, steps, wallSeconds); !sentence.empty())
        return reportError(sentence);
    if (const std::string sentence = saveState(options, player); !sentence.empty())
        return reportError(sentence);
    printSummary(player.world(), wallSeconds, steps);
    const ReplayResult& result = player.result();
    if (options.verify && result.ok) fmt::print("{}\n", verdict(player.recording(), result));
    if (options.hash) fmt::print("{:016x}\n", player.world().hash());
    std::fflush(stdout);
    if (!result.ok)
        return reportError(
            fmt::format("{}: {}", printable(options.replayFile, kMaxPathLength), result.message));
    return loaded.damage.empty() ? kExitOk : reportError(loaded.damage);
}

} // namespace satbox::app
