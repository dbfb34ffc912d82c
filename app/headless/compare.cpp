#include "app/headless/compare.h"

#include "app/headless/apply_settings.h"
#include "app/headless/metrics_file.h"
#include "app/headless/report.h"
#include "app/headless/until.h"
#include "app/text/plain_text.h"
#include "engine/core/quoted.h"
#include "engine/peers/peers.h"
#include <satbox/lab/compared_worlds.h>
#include <satbox/lab/comparison.h>
#include <satbox/lab/metrics.h>
#include <satbox/scene/scene.h>
#include <satbox/thread_pool.h>

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace satbox::app {
namespace {

// Removes "solver=PEER" from the settings. The last assignment of the solver counts.
std::optional<Peer> takePeer(std::vector<SettingAssignment>& settings)
{
    std::optional<Peer> peer;
    for (const auto& [path, value] : settings)
        if (path == "solver") peer = findPeer(value);
    std::erase_if(settings, [](const SettingAssignment& setting) {
        return setting.first == "solver" && findPeer(setting.second);
    });
    return peer;
}

// Opens one world of --compare, given as "NAME:SETTING,...". Applies --hz and --set, then its own settings.
// `solver` stays null if the world steps itself. Returns an empty string or an error message.
std::string openWorld(const std::string& text, const RunOptions& options, World& world,
                      std::unique_ptr<ExternalSolver>& solver)
{
    ComparedWorld compared;
    if (std::string sentence = parseComparedWorld(text, compared); !sentence.empty())
        return printable(text) + ": " + sentence;
    SceneResult opened = openScene(compared.name, options.import);
    if (!opened.ok()) return opened.error;
    printNotes(opened.notes, opened.scene);
    world = std::move(opened.scene.world);
    for (const auto& [path, value] : compared.settings)
        if (std::string wrong = path == "solver" ? checkSolverName(value) : std::string(); !wrong.empty())
            return printable(text) + ": " + wrong;
    const std::optional<Peer> peer = takePeer(compared.settings);
    if (std::string sentence = applySettings(world, options); !sentence.empty()) return sentence;
    if (std::string sentence = applySettings(world, compared.settings); !sentence.empty())
        return printable(text) + ": " + sentence;
    world.setInstructionSet(options.instructionSet);
    if (!peer) return {};
    PeerSolver made = makePeerSolver(*peer, world);
    if (!made.ok()) return printable(text) + ": " + made.error;
    for (const std::string& note : made.notes)
        fmt::print(stderr, "satbox-run: {}: {}\n", printable(text), note);
    solver = std::move(made.solver);
    return {};
}

std::string_view solverNameOf(const Comparison& comparison, size_t world)
{
    const ExternalSolver* solver = comparison.solver(world);
    return solver ? solver->name() : toString(comparison.worlds()[world].settings().solver);
}

void printTable(const Comparison& comparison, const std::vector<std::string>& names)
{
    size_t width = 8;
    for (const std::string& name : names) width = std::max(width, name.size());
    fmt::print("   {:<{}}  {:<18} {:>12} {:>12} {:>12} {:>9} {:>9} {:>10}\n", "world", width, "solver",
               "energy, J", "momentum, x", "y, N s", "deepest", "contacts", "ms/step");
    for (size_t i = 0; i < names.size(); ++i) {
        const World& world = comparison.worlds()[i];
        const WorldMetrics m = measure(world);
        fmt::print("{}  {:<{}}  {:<18} {:>12.6g} {:>12.4g} {:>12.4g} {:>9} {:>9} {:>10.3f}\n", worldLetter(i),
                   names[i], width, solverNameOf(comparison, i), m.total, m.momentumX, m.momentumY,
                   plainLengthText(m.maxPenetration), m.contacts, comparison.msPerStep(i));
    }
}

void printDivergences(const Comparison& comparison, double distance)
{
    for (size_t a = 0; a < comparison.worlds().size(); ++a) {
        for (size_t b = a + 1; b < comparison.worlds().size(); ++b) {
            const std::optional<Divergence> divergence = comparison.findDivergence(a, b);
            if (!divergence) {
                fmt::print("{} and {} have not diverged by more than {}\n", worldLetter(a), worldLetter(b),
                           plainLengthText(distance));
                continue;
            }
            const World& world = comparison.worlds()[a];
            const std::string& name = world.body(divergence->body).name;
            fmt::print("{} and {} diverge at step {} (t = {:.3f} s): body {}{} is {} away\n", worldLetter(a),
                       worldLetter(b), divergence->step, divergence->time, divergence->body.index,
                       name.empty() ? std::string() : ' ' + quotedText(name),
                       plainLengthText(static_cast<double>(divergence->distance)));
        }
    }
}

// Counts the steps of the first world. Returns an empty string or an error message.
std::string stepWorlds(Comparison& comparison, const RunOptions& options, Until& until, MetricsFile& metrics,
                       int64_t& steps)
{
    ProgressBar bar(options.steps);
    ThreadPool pool(options.threads);
    std::vector<StepWarnings> warnings;
    for (size_t k = 0; k < comparison.worlds().size(); ++k)
        warnings.emplace_back(fmt::format("{}: ", worldLetter(k)));
    std::vector<const World*> worlds;
    for (const World& world : comparison.worlds()) worlds.push_back(&world);
    for (int64_t i = 0; i < options.steps; ++i) {
        comparison.step(&pool);
        for (size_t k = 0; k < comparison.worlds().size(); ++k) {
            const World& world = comparison.worlds()[k];
            warnings[k].printFor(world, bar);
            if (!metrics.isOpen()) continue;
            if (std::string sentence = metrics.add(world, static_cast<double>(world.profile().totalMs),
                                                   std::string(1, worldLetter(k)));
                !sentence.empty())
                return sentence;
        }
        steps = i + 1;
        bar.update(steps);
        if (until.isReached(worlds)) break;
    }
    return {};
}

} // namespace

int runComparison(const RunOptions& options)
{
    std::vector<World> worlds(options.compared.size());
    Comparison::Solvers solvers(worlds.size());
    for (size_t i = 0; i < worlds.size(); ++i)
        if (const std::string sentence = openWorld(options.compared[i], options, worlds[i], solvers[i]);
            !sentence.empty())
            return reportError(sentence);
    MetricsFile metrics;
    if (!options.metricsFile.empty())
        if (const std::string sentence = metrics.open(options.metricsFile, true); !sentence.empty())
            return reportError(sentence);

    Comparison comparison(std::move(worlds), options.divergenceDistance, std::move(solvers));
    Until until(options.until);
    if (const std::string sentence = until.begin(comparison.worlds().front()); !sentence.empty())
        return reportError(sentence);
    int64_t steps = 0;
    if (const std::string sentence = stepWorlds(comparison, options, until, metrics, steps);
        !sentence.empty())
        return reportError(sentence);
    if (metrics.isOpen())
        if (const std::string sentence = metrics.close(); !sentence.empty()) return reportError(sentence);
    const int status = until.report(steps);
    fmt::print("{} to t = {:.3f} s\n", plainCountText(steps, "step", "steps"),
               comparison.worlds().front().time());
    std::vector<std::string> names;
    for (const std::string& name : options.compared) names.push_back(printable(name));
    printTable(comparison, names);
    printDivergences(comparison, static_cast<double>(options.divergenceDistance));
    for (size_t i = 0; options.hash && i < comparison.worlds().size(); ++i)
        fmt::print("{:016x}\n", comparison.worlds()[i].hash());
    std::fflush(stdout);
    return status;
}

} // namespace satbox::app
