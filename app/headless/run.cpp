#include "app/headless/run.h"

#include "app/headless/apply_settings.h"
#include "app/headless/compare.h"
#include "app/headless/metrics_file.h"
#include "app/headless/report.h"
#include "engine/scene/file_io.h"
#include <satbox/scene/builders.h>
#include <satbox/scene/scene.h>
#include <satbox/thread_pool.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>

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

// Returns an empty string or an error message. Adds the time of stepping alone to `wallSeconds`.
std::string stepWorld(World& world, const RunOptions& options, MetricsFile& metrics, ProfileSummary& profile,
                      EnergySummary& energy, double& wallSeconds)
{
    using Clock = std::chrono::steady_clock;
    const float dt = 1.0f / world.settings().stepRate;
    ProgressBar bar(options.steps);
    ThreadPool pool(options.threads);
    StepWarnings warnings;
    for (int64_t i = 0; i < options.steps; ++i) {
        const Clock::time_point start = Clock::now();
        EnergyAccount account;
        if (options.energy)
            account = stepWithLedger(world, dt).world;
        else
            world.step(dt, nullptr, &pool);
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        wallSeconds += seconds;
        if (metrics.isOpen())
            if (std::string sentence = metrics.add(world, 1000.0 * seconds, {}, account); !sentence.empty())
                return sentence;
        if (options.energy) energy.add(account);
        if (options.profile) profile.add(world.profile());
        warnings.printFor(world, bar);
        bar.update(i + 1);
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
    if (!options.compared.empty()) return runComparison(options);
    if (options.scene.empty()) return kExitOk;

    SceneResult opened = openScene(options.scene);
    if (!opened.ok()) return reportError(opened.error);
    for (const std::string& note : opened.notes) fmt::print(stderr, "satbox-run: {}\n", note);
    Scene scene = std::move(opened.scene);
    if (const std::string sentence = applySettings(scene.world, options); !sentence.empty())
        return reportError(sentence);
    scene.world.setInstructionSet(options.instructionSet);
    if (!options.stateFile.empty()) { // before a run that may take hours
        if (const std::string sentence = checkWritable(options.stateFile); !sentence.empty())
            return reportError(sentence);
    }
    MetricsFile metrics;
    if (!options.metricsFile.empty()) {
        if (const std::string sentence = metrics.open(options.metricsFile, false, options.energy);
            !sentence.empty())
            return reportError(sentence);
    }

    ProfileSummary profile;
    EnergySummary energy;
    double wallSeconds = 0.0;
    if (const std::string sentence = stepWorld(scene.world, options, metrics, profile, energy, wallSeconds);
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
    printSummary(scene.world, wallSeconds, options.steps);
    if (options.profile) profile.print();
    if (options.energy) energy.print();
    if (options.hash) fmt::print("{:016x}\n", scene.world.hash());
    std::fflush(stdout);
    return kExitOk;
}

} // namespace satbox::app
