// satbox-bench: times satbox and, with --peers, other engines on the same scenes (docs/benchmark.md).
#include "engine/core/isa.h"
#include "tests/bench/fidelity.h"
#include "tests/bench/measure.h"
#include "tests/bench/report.h"
#include "tests/bench/scenes.h"
#include "tests/bench/shrink_report.h"
#include <satbox/instruction_set.h>
#include <satbox/setting_paths.h>
#include <satbox/thread_pool.h>
#include <satbox/validate.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace satbox::bench {
namespace {

struct Options {
    std::vector<std::string> scenes;
    MeasureOptions measure;
    bool peers = false;
    bool hooks = false;
    bool cpuTime = false;
    bool scaling = false;
    bool quiet = false;
    bool fidelity = false;
    bool shrinking = false;
    FidelityOptions fidelityOptions;
    std::string only; // part of the name of fidelity measures
    std::string json;
    std::vector<SettingAssignment> settings;
    InstructionSet instructionSet = bestInstructionSet();
    std::vector<int> threads{1}; // of satbox; one row for each number
};

// Parses the list of --threads, such as "1,2,4". Throws CLI::ValidationError with a message.
std::vector<int> parseThreads(const std::string& list)
{
    std::vector<int> counts;
    const char* at = list.data();
    const char* const end = at + list.size();
    while (true) {
        int count = 0;
        const auto [stop, problem] = std::from_chars(at, end, count);
        const bool number = problem == std::errc() && (stop == end || *stop == ',');
        if (!number || count < 1 || count > kMaxThreads)
            throw CLI::ValidationError(
                fmt::format("--threads {}: give whole numbers from 1 to {}, separated by commas, such as 1,2",
                            list, kMaxThreads));
        if (std::find(counts.begin(), counts.end(), count) != counts.end())
            throw CLI::ValidationError(fmt::format("--threads {}: {} is listed twice", list, count));
        counts.push_back(count);
        if (stop == end) return counts;
        at = stop + 1;
    }
}

// Parses "SETTING=VALUE". Throws CLI::ValidationError with a message.
SettingAssignment parseSetting(const std::string& text)
{
    const size_t equals = text.find('=');
    if (equals == std::string::npos)
        throw CLI::ValidationError(
            fmt::format("--set {}: give SETTING=VALUE, such as exactJoints=false", text));
    SettingAssignment assignment{text.substr(0, equals), text.substr(equals + 1)};
    const SettingField* field = findSettingByPath(assignment.first);
    if (field && field->key == "sleeping")
        throw CLI::ValidationError("--set sleeping: bodies sleep in those scenes alone that measure sleep");
    return assignment;
}

// Throws std::runtime_error with a message.
void changeSettings(BenchScene& scene, std::span<const SettingAssignment> assignments)
{
    for (const auto& [path, value] : assignments) {
        if (const std::string wrong = setSettingByPath(scene.settings, path, value); !wrong.empty())
            throw std::runtime_error("--set " + wrong);
        scene.changedSettings +=
            fmt::format("{}{}={}", scene.changedSettings.empty() ? "" : " ", path, value);
    }
    if (const std::string wrong = validate(scene.settings); !wrong.empty()) throw std::runtime_error(wrong);
}

// The engines to time, satbox first.
std::vector<EngineKind> chooseEngines(const Options& options)
{
    if (options.hooks) return hookEngines();
    std::vector<EngineKind> engines;
    for (const int threads : options.threads) engines.push_back(satboxEngine(threads));
    if (!options.peers) return engines;
    std::vector<std::string> missing;
    for (EngineKind& peer : peerEngines(missing)) engines.push_back(std::move(peer));
    for (const std::string& name : missing)
        fmt::print(stderr, "satbox-bench: {} was not found by CMake when this was built; it is left out\n",
                   name);
    return engines;
}

void runFidelity(const Options& options)
{
    FidelityOptions fidelity = options.fidelityOptions;
    fidelity.timeLimit = 120.0;
    printFidelity(chooseEngines(options), fidelity, options.only, [&](const std::string& measure) {
        if (!options.quiet) fmt::print(stderr, "{:<60}\r", measure);
    });
}

void run(const Options& options)
{
    const std::vector<EngineKind> engines = chooseEngines(options);

    // Opens all scenes before timing the first, so that a wrong name is reported at once.
    std::vector<BenchScene> scenes;
    if (options.scaling)
        scenes = growthScenes();
    else
        for (const std::string& name : options.scenes) scenes.push_back(openBenchScene(name));
    for (BenchScene& scene : scenes) {
        scene.instructionSet = options.instructionSet;
        changeSettings(scene, options.settings);
    }

    const bool one = options.threads == std::vector{1};
    const std::string changed = scenes.front().changedSettings;
    fmt::print("60 Hz, {}, satbox with {}, no sleep, {}{}\n\n",
               one ? "one thread" : fmt::format("threads: {}", fmt::join(options.threads, ", ")),
               toString(options.instructionSet), options.cpuTime ? "processor time" : "wall clock",
               changed.empty() ? "" : ", with " + changed);
    std::vector<Row> rows;
    const auto time = [&](std::span<const BenchScene> together, const std::string& name) {
        const auto progress = [&](double share) {
            if (options.quiet) return;
            fmt::print(stderr, "\r{} {:3.0f} %", name, 100.0 * share);
            if (share >= 1.0) fmt::print(stderr, "\r{:{}}\r", "", name.size() + 6);
        };
        const std::vector<Row> measured = measure(together, engines, options.measure, progress);
        for (size_t i = 0; i < measured.size(); i += engines.size()) {
            const std::span<const Row> scene = std::span(measured).subspan(i, engines.size());
            fmt::print("{}{}\n", formatTable(scene), formatStages(scene));
        }
        std::fflush(stdout);
        rows.insert(rows.end(), measured.begin(), measured.end());
    };
    if (options.scaling)
        time(scenes, "piles"); // together, so that their times can be compared
    else
        for (const BenchScene& scene : scenes) time({&scene, 1}, scene.name);
    if (options.scaling) fmt::print("{}\n", formatGrowth(rows));
    fmt::print("{}", formatLegend());
    if (!options.json.empty()) writeJson(options.json, rows);
}

} // namespace
} // namespace satbox::bench

int main(int argc, char** argv)
{
    using namespace satbox::bench;
    Options options;
    for (const std::string_view name : defaultScenes()) options.scenes.emplace_back(name);

    CLI::App app{"Times satbox and, with --peers, Box2D and Chipmunk on the same scenes.", "satbox-bench"};
    const CLI::Option* scenes =
        app.add_option("SCENE", options.scenes, "Built-in scenes or scene files")->capture_default_str();
    app.add_option("--steps", options.measure.steps,
                   "Steps per round, at 60 Hz; default: the scene's own number")
        ->check(CLI::Range(1, 1'000'000));
    app.add_option("--rounds", options.measure.rounds,
                   "Number of times that each scene is run from its start; default: 3")
        ->check(CLI::Range(1, 10'000));
    app.add_flag("--peers", options.peers, "Also time Box2D and Chipmunk, in alternation with satbox");
    app.add_flag(
        "--hooks", options.hooks,
        "Instead of peers: time satbox with an observer of stages and with a recorder of contact visits; "
        "shows that unused hooks cost nothing");
    app.add_flag("--stages", options.measure.stages,
                 "Also print the time of each stage of satbox's step and its share");
    app.add_flag(
        "--scaling", options.scaling,
        "Instead of scenes: piles of the same shape with 1,000 to 100,000 boxes; prints how the time "
        "per box grows");
    CLI::Option* const fidelity =
        app.add_flag("--fidelity", options.fidelity,
                     "Instead of times: figures for the accuracy of motion, with their bounds");
    app.add_option("--shots", options.fidelityOptions.shots,
                   "With --fidelity: number of random shots at walls, in total over all shapes")
        ->check(CLI::Range(5, 10'000'000))
        ->needs(fidelity)
        ->capture_default_str();
    app.add_flag("--brief", options.fidelityOptions.brief,
                 "With --fidelity: crowds at fewer step rates and for fewer steps, as in the tests")
        ->needs(fidelity);
    app.add_option("--only", options.only,
                   "With --fidelity: only measures whose name contains this, such as walls")
        ->needs(fidelity)
        ->type_name("TEXT");
    app.add_flag(
           "--shrink", options.shrinking,
           "Instead of scenes: shrinks planted cases of 200 to 2,000 bodies and prints how many are left")
        ->excludes(fidelity);
    app.add_flag("--cpu-time", options.cpuTime,
                 "Measure processor time instead of wall-clock time: for a busy machine");
    app.add_flag("--quiet", options.quiet, "No progress on standard error");
    app.add_option("--json", options.json, "Also write the rows to this file")->type_name("FILE");
    std::string threads = "1";
    app.add_option("--threads", threads, "Numbers of threads for satbox, one row for each, such as 1,2")
        ->type_name("LIST")
        ->capture_default_str();
    std::vector<std::string> settings;
    app.add_option("--set", settings,
                   "Change a world setting of the scenes; may be repeated. Peers follow gravity and "
                   "restitutionThreshold")
        ->type_name("SETTING=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    std::string isa;
    app.add_option("--isa", isa, satbox::kInstructionSetHelp)->type_name("NAME");
    try {
        app.parse(argc, argv);
        if (options.scaling && scenes->count() > 0)
            throw CLI::ValidationError("--scaling has piles of its own: leave out the scene names");
        options.threads = parseThreads(threads);
        for (const std::string& text : settings) options.settings.push_back(parseSetting(text));
        if (options.fidelity &&
            (scenes->count() > 0 || options.measure.steps || options.measure.rounds || options.hooks ||
             options.measure.stages || options.scaling || options.cpuTime || !isa.empty() ||
             !settings.empty() || !options.json.empty() || threads != "1"))
            throw CLI::ValidationError(
                "--fidelity has scenes of its own and measures no times: combine it only with "
                "--peers, --shots, --brief, --only and --quiet");
        if (options.shrinking && !settings.empty())
            throw CLI::ValidationError("--shrink has cases of its own: leave out --set");
        if (options.hooks && (options.peers || options.scaling || threads != "1"))
            throw CLI::ValidationError(
                "--hooks compares satbox with itself on one thread: leave out --peers, --scaling "
                "and --threads");
        if (options.cpuTime && std::ranges::any_of(options.threads, [](int count) { return count > 1; }))
            throw CLI::ValidationError("--cpu-time adds up the time of all threads, which is meaningless for "
                                       "more than one: leave out --cpu-time or --threads");
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        return 0;
    } catch (const CLI::ParseError& error) {
        fmt::print(stderr, "satbox-bench: {}\nsatbox-bench --help lists the options.\n", error.what());
        return 2;
    }

    const satbox::InstructionSetChoice choice = satbox::chooseInstructionSet(isa, std::getenv("SATBOX_ISA"));
    if (!choice.ok()) {
        fmt::print(stderr, "satbox-bench: {}\nsatbox-bench --help lists the options.\n", choice.error);
        return 2;
    }
    options.instructionSet = choice.set;
    options.measure.clock = options.cpuTime ? Clock::Cpu : Clock::Wall;
    try {
        if (options.shrinking) return printShrinking(options.threads.front()) ? 0 : 1;
        options.fidelity ? runFidelity(options) : run(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "satbox-bench: {}\n", error.what());
        return 1;
    }
    return 0;
}
