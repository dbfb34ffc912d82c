#include "app/headless/compare.h"

#include "app/headless/apply_settings.h"
#include "app/headless/metrics_file.h"
#include "app/headless/report.h"
#include "engine/core/quoted.h"
#include "engine/core/thread_pool.h"
#include "engine/scene/scene.h"
#include "engine/world/comparison.h"
#include "engine/world/metrics.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace satbox::app {
namespace {

// "SCENE" or "SCENE:setting=value,setting=value"; with --hz and --set on top, which are for all.
std::string openWorld(const std::string& text, const RunOptions& options, World& world)
{
    const size_t colon = text.rfind(':');
    const bool hasSettings = colon != std::string::npos && text.find('=', colon) != std::string::npos;
    SceneResult opened = openScene(hasSettings ? text.substr(0, colon) : text);
    if (!opened.ok()) return opened.error;
    for (const std::string& note : opened.notes) fmt::print(stderr, "satbox-run: {}\n", note);
    world = std::move(opened.scene.world);
    if (std::string sentence = applySettings(world, options); !sentence.empty()) return sentence;
    RunOptions own;
    for (size_t at = colon + 1; hasSettings && at < text.size();) {
        const size_t end = std::min(text.find(',', at), text.size());
        const std::string setting = text.substr(at, end - at);
        const size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            return fmt::format("{}: {} is not of the form setting=value", printable(text),
                               quotedText(setting));
        own.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
        at = end + 1;
    }
    if (std::string sentence = applySettings(world, own); !sentence.empty())
        return printable(text) + ": " + sentence;
    world.setInstructionSet(options.instructionSet);
    return {};
}

char letterOf(size_t world) { return static_cast<char>('a' + world); }

void printTable(const Comparison& comparison, const std::vector<std::string>& names)
{
    size_t width = 8;
    for (const std::string& name : names) width = std::max(width, name.size());
    fmt::print("   {:<{}}  {:<18} {:>12} {:>12} {:>12} {:>9} {:>9} {:>10}\n", "world", width, "solver",
               "energy, J", "momentum, x", "y, N s", "deepest", "contacts", "ms a step");
    for (size_t i = 0; i < names.size(); ++i) {
        const World& world = comparison.worlds()[i];
        const WorldMetrics m = measure(world);
        fmt::print("{}  {:<{}}  {:<18} {:>12.6g} {:>12.4g} {:>12.4g} {:>6.3g} mm {:>9} {:>10.3f}\n",
                   letterOf(i), names[i], width, toString(world.settings().solver), m.total, m.momentumX,
                   m.momentumY, 1000.0 * m.maxPenetration, m.contacts, comparison.msPerStep(i));
    }
}

void printDivergences(const Comparison& comparison, double distance)
{
    for (size_t a = 0; a < comparison.worlds().size(); ++a) {
        for (size_t b = a + 1; b < comparison.worlds().size(); ++b) {
            const std::optional<Divergence> divergence = comparison.divergenceOf(a, b);
            if (!divergence) {
                fmt::print("{} and {} have not parted by {:.3g} mm\n", letterOf(a), letterOf(b),
                           1000.0 * distance);
                continue;
            }
            const World& world = comparison.worlds()[a];
            const std::string& name = world.body(divergence->body).name;
            fmt::print("{} and {} part at step {} (t = {:.3f} s): body {}{} is {:.3g} mm away\n", letterOf(a),
                       letterOf(b), divergence->step, divergence->time, divergence->body.index,
                       name.empty() ? std::string() : ' ' + quotedText(name),
                       1000.0 * static_cast<double>(divergence->distance));
        }
    }
}

} // namespace

int runComparison(const RunOptions& options)
{
    std::vector<World> worlds(options.compared.size());
    for (size_t i = 0; i < worlds.size(); ++i)
        if (const std::string sentence = openWorld(options.compared[i], options, worlds[i]);
            !sentence.empty())
            return failed(sentence);
    MetricsFile metrics;
    if (!options.metricsFile.empty())
        if (const std::string sentence = metrics.open(options.metricsFile, true); !sentence.empty())
            return failed(sentence);

    Comparison comparison(std::move(worlds), options.partDistance);
    ProgressBar bar(options.steps);
    ThreadPool pool(options.threads);
    std::vector<StepWarnings> warnings;
    for (size_t k = 0; k < comparison.worlds().size(); ++k)
        warnings.emplace_back(fmt::format("{}: ", letterOf(k)));
    for (int64_t i = 0; i < options.steps; ++i) {
        comparison.step(&pool);
        for (size_t k = 0; k < comparison.worlds().size(); ++k) {
            const World& world = comparison.worlds()[k];
            warnings[k].add(world);
            if (!metrics.isOpen()) continue;
            if (std::string sentence = metrics.add(world, static_cast<double>(world.profile().totalMs),
                                                   std::string(1, letterOf(k)));
                !sentence.empty())
                return failed(sentence);
        }
        bar.update(i + 1);
    }
    bar.finish();
    if (metrics.isOpen())
        if (const std::string sentence = metrics.close(); !sentence.empty()) return failed(sentence);
    fmt::print("{} steps to t = {:.3f} s\n", options.steps, comparison.worlds().front().time());
    std::vector<std::string> names;
    for (const std::string& name : options.compared) names.push_back(printable(name));
    printTable(comparison, names);
    printDivergences(comparison, static_cast<double>(options.partDistance));
    for (size_t i = 0; options.hash && i < comparison.worlds().size(); ++i)
        fmt::print("{:016x}\n", comparison.worlds()[i].hash());
    std::fflush(stdout);
    return kExitOk;
}

} // namespace satbox::app
