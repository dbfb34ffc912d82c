#include "app/headless/run.h"

#include "app/headless/apply_settings.h"
#include "app/headless/compare.h"
#include "app/headless/explain_run.h"
#include "app/headless/metrics_file.h"
#include "app/headless/replay.h"
#include "app/headless/report.h"
#include "app/headless/shrink.h"
#include "app/headless/sweep.h"
#include "app/headless/until.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"
#include <satbox/scene/builders.h>
#include <satbox/scene/recording.h>
#include <satbox/scene/scene.h>
#include <satbox/scene/scene_box2d.h>
#include <satbox/scene/scene_cpp.h>
#include <satbox/scene/scene_svg.h>
#include <satbox/thread_pool.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <optional>

namespace satbox::app {
namespace {

void listScenes()
{
    for (const BuiltinScene& scene : builtinScenes()) fmt::print("{:<18}{}\n", scene.name, scene.description);
}

int writeScenes(const std::filesystem::path& folder)
{
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    for (const BuiltinScene& scene : builtinScenes()) {
        if (!scene.shipped) continue;
        const auto path = folder / (std::string(scene.name) + ".json");
        if (const std::string sentence = saveSceneFile(path, scene.build()); !sentence.empty())
            return reportError(sentence);
    }
    return kExitOk;
}

// Writes the scene in the other forms that are wanted. Empty, or an error message.
std::string writeExports(const Scene& scene, const RunOptions& options)
{
    std::string sentence;
    if (!options.cppFile.empty()) sentence = writeFile(options.cppFile, sceneAsCpp(scene, options.steps));
    if (sentence.empty() && !options.svgFile.empty())
        sentence = writeFile(options.svgFile, sceneAsSvg(scene));
    if (sentence.empty() && !options.box2dFile.empty()) {
        const Box2dProgram program = sceneAsBox2d(scene, options.steps);
        sentence = writeFile(options.box2dFile, program.text);
        for (const std::string& note : program.notes)
            fmt::print(stderr, "satbox-run: {}: {}\n", printablePath(options.box2dFile), note);
    }
    return sentence;
}

struct StepTotals {
    int64_t steps = 0;
    double wallSeconds = 0.0; // of stepping alone
};

// Returns an empty string or an error message.
std::string stepWorld(World& world, const RunOptions& options, Until& until, ExplainRun& explain,
                      MetricsFile& metrics, ProfileSummary& profile, EnergySummary& energy,
                      StepTotals& totals)
{
    using Clock = std::chrono::steady_clock;
    const float dt = 1.0f / world.settings().stepRate;
    ProgressBar bar(options.steps);
    ThreadPool pool(options.threads);
    StepWarnings warnings;
    for (int64_t i = 0; i < options.steps; ++i) {
        explain.beforeStep(world, i);
        const Clock::time_point start = Clock::now();
        EnergyAccount account;
        if (options.energy)
            account = stepWithLedger(world, dt).world;
        else
            world.step(dt, nullptr, &pool);
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        totals.wallSeconds += seconds;
        totals.steps = i + 1;
        if (metrics.isOpen())
            if (std::string sentence = metrics.add(world, 1000.0 * seconds, {}, account); !sentence.empty())
                return sentence;
        if (options.energy) energy.add(account);
        if (options.profile) profile.add(world.profile());
        warnings.printFor(world, bar);
        bar.update(i + 1);
        if (until.isReached(world)) break;
    }
    return {};
}

} // namespace

int runHeadless(const RunOptions& options)
{
    if (options.list) {
        listScenes();
        return kExitOk;
    }
    if (!options.writeScenes.empty()) {
        if (const int status = writeScenes(options.writeScenes); status != kExitOk) return status;
    }
    if (options.sweep.isGiven()) return runSweep(options);
    if (!options.compared.empty()) return runComparison(options);
    if (!options.replayFile.empty()) return runReplay(options);
    if (options.scene.empty()) return kExitOk;

    SceneResult opened = openScene(options.scene, options.import);
    if (!opened.ok()) return reportError(opened.error);
    if (!options.importOption.empty() && !opened.imported)
        return reportError(fmt::format("{} is for files of other programs, but {} is a scene of satbox",
                                       options.importOption, quotedText(options.scene)));
    printNotes(opened.notes, opened.scene);
    Scene scene = std::move(opened.scene);
    if (const std::string sentence = applySettings(scene.world, options); !sentence.empty())
        return reportError(sentence);
    scene.world.setInstructionSet(options.instructionSet);
    if (!options.cppFile.empty() || !options.box2dFile.empty() || !options.svgFile.empty()) {
        const std::string sentence = writeExports(scene, options);
        return sentence.empty() ? kExitOk : reportError(sentence);
    }
    if (!options.shrinkFile.empty()) return shrinkScene(options, std::move(scene));
    Until until(options.until);
    if (const std::string sentence = until.begin(scene.world); !sentence.empty())
        return reportError(sentence);
    ExplainRun explain(options);
    if (const std::string sentence = explain.begin(scene.world); !sentence.empty())
        return reportError(sentence);
    for (const std::string& file :
         {options.stateFile, options.recordFile}) { // before a run that may take hours
        if (file.empty()) continue;
        if (const std::string sentence = checkWritable(file); !sentence.empty()) return reportError(sentence);
    }
    std::optional<Recorder> recorder;
    if (!options.recordFile.empty()) scene.world.setOpSink(&recorder.emplace(scene, scene.world));
    MetricsFile metrics;
    if (!options.metricsFile.empty()) {
        if (const std::string sentence = metrics.open(options.metricsFile, false, options.energy);
            !sentence.empty())
            return reportError(sentence);
    }

    ProfileSummary profile;
    EnergySummary energy;
    StepTotals totals;
    if (const std::string sentence =
            stepWorld(scene.world, options, until, explain, metrics, profile, energy, totals);
        !sentence.empty())
        return reportError(sentence);
    if (metrics.isOpen()) {
        if (const std::string sentence = metrics.close(); !sentence.empty()) return reportError(sentence);
    }
    if (!options.stateFile.empty()) {
        if (const std::string sentence = saveSceneFile(options.stateFile, scene); !sentence.empty()) {
            return reportError(sentence);
        }
    }
    const int status = until.report(totals.steps);
    printSummary(scene.world, totals.wallSeconds, totals.steps);
    if (options.profile) profile.print();
    if (options.energy) energy.print();
    if (const std::string sentence = explain.finish(scene.world); !sentence.empty())
        return reportError(sentence);
    if (options.hash) fmt::print("{:016x}\n", scene.world.hash());
    std::fflush(stdout);
    if (recorder) { // last, since a file that is too large is refused
        if (const std::string sentence = saveRecordingFile(options.recordFile, recorder->finish());
            !sentence.empty())
            return reportError(sentence);
    }
    return status;
}

} // namespace satbox::app
