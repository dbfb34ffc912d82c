#include "app/headless/options.h"

#include "app/headless/explain_run.h"
#include "app/headless/import_options.h"
#include "app/headless/until.h"
#include "app/text/number_option.h"
#include "engine/core/isa.h"
#include "engine/core/quoted.h"
#include <satbox/instruction_set.h>
#include <satbox/scene/recording.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>
#include <thread>

namespace satbox::app {
namespace {

constexpr const char* kAbout = "satbox-run steps a scene without a window and prints the result.\n"
                               "SCENE is the name of a built-in scene (see --list), the path of a scene "
                               "file, or a file of another program:\n"
                               "R.U.B.E. or PhysicsEditor JSON, an SVG drawing, or a list of points. For "
                               "such a file a report on standard\n"
                               "error says what was taken, changed and refused.";

constexpr const char* kExamples =
    "Examples:\n"
    "  satbox-run pyramid --steps 3600 --metrics pyramid.csv\n"
    "  satbox-run box_stack --set substeps=2 --set gravity.y=-3.7 --hash\n"
    "  satbox-run --compare box_stack box_stack:solver=vertex-contact\n"
    "  satbox-run tumbler --energy --metrics energy.csv\n"
    "  satbox-run my_scene.json --steps 60 --state after.json --profile\n"
    "  satbox-run welcome --until 'speed > 8' --state fast.json\n"
    "  satbox-run welcome --until 'overlap > 0.005' --shrink small.json\n"
    "  satbox-run tumbler --steps 600 --record tumbler.satbox\n"
    "  satbox-run --replay tumbler.satbox --verify\n"
    "  satbox-run box_stack --steps 20 --explain contact:0,1 --explain energy\n"
    "  satbox-run drawing.svg --import-scale 50 --steps 0 --state drawing.json\n"
    "  satbox-run welcome --box2d welcome.cpp\n"
    "  satbox-run --sweep friction.json --results friction.sqlite\n"
    "  satbox-run --sweep friction.json --on slurm --tasks 50\n"
    "  satbox-run --regress friction.sqlite\n"
    "Exit status: 0 success, 1 bad scene, setting or file, or a replay or result that differs,\n"
    "2 bad command line, 3 the condition of --until was never true, 130 a sweep was interrupted.";

// Checks the form only. Settings are checked when they are applied to the scene.
std::string checkSetting(const std::string& text)
{
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        return quotedText(text) + " is not of the form setting=value, such as substeps=8";
    }
    return {};
}

ParsedRunOptions usageError(const std::string& sentence)
{
    std::cerr << "satbox-run: " << sentence << "\nsatbox-run --help lists the options.\n";
    return {std::nullopt, kExitUsage};
}

// A recording has its own scene, settings and steps. Empty, or a usage error.
std::string wrongReplay(const CLI::App& app, const RunOptions& options)
{
    if (options.replayFile.empty()) return options.verify ? "--verify needs --replay" : "";
    for (const char* name : {"SCENE", "--compare", "--steps", "--hz", "--set", "--record", "--cpp", "--box2d",
                             "--svg", "--import-scale", "--import-tolerance", "--import-body",
                             "--import-closed", "--profile", "--energy", "--until", "--shrink", "--explain"})
        if (app.get_option(name)->count() > 0)
            return fmt::format("{} and --replay exclude each other: a recording has its own scene and steps",
                               name);
    return {};
}

// The first option that writes the scene in another form instead of stepping it; empty: none.
std::string exportOption(const RunOptions& options)
{
    if (!options.cppFile.empty()) return "--cpp";
    if (!options.box2dFile.empty()) return "--box2d";
    return options.svgFile.empty() ? "" : "--svg";
}

} // namespace

ParsedRunOptions parseRunOptions(int argc, const char* const* argv)
{
    CLI::App app(kAbout, "satbox-run");
    app.footer(kExamples);
    app.set_version_flag("--version", "satbox-run " SATBOX_VERSION);

    RunOptions options;
    float hz = 0.0f;
    std::vector<std::string> settings;
    CLI::Option* sceneOption =
        app.add_option("SCENE", options.scene, "Built-in scene or scene file")->type_name("NAME|FILE");
    app.add_option("--steps", options.steps, "Number of steps, 0 to 1000000000")
        ->type_name("N")
        ->check(wholeNumberBetween(0, 1'000'000'000))
        ->capture_default_str();
    app.add_option("--compare", options.compared,
                   "Step two to four scenes or files side by side, each with optional settings: "
                   "box_stack:solver=vertex-contact,substeps=8")
        ->type_name("A B [C [D]]")
        ->expected(2, 4);
    CLI::Option* distanceOption = app.add_option("--divergence-distance", options.divergenceDistance,
                                                 "With --compare: the distance of a body from its "
                                                 "counterpart in the other world, in m, above which the "
                                                 "worlds count as diverged");
    distanceOption->type_name("F")->check(numberBetween(1e-6, 1e6))->capture_default_str();
    CLI::Option* hzOption =
        app.add_option("--hz", hz, "Steps per simulated second, 10 to 1000; default: the scene's rate");
    hzOption->type_name("F")->check(numberBetween(10.0, 1000.0));
    app.add_option("--set", settings, "Change a world setting; may be repeated")
        ->type_name("SETTING=VALUE")
        ->check(checkSetting)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    CLI::Option* metricsOption =
        app.add_option("--metrics", options.metricsFile, "Write a CSV file with one line per step")
            ->type_name("OUT.CSV");
    CLI::Option* stateOption =
        app.add_option("--state", options.stateFile, "Write the world after the last step to a scene file")
            ->type_name("OUT.JSON");
    std::string until;
    CLI::Option* untilOption =
        app.add_option("--until", until, untilHelp())->type_name("CONDITION")->expected(1);
    CLI::Option* shrinkOption =
        app.add_option(
               "--shrink", options.shrinkFile,
               "With --until: leave out bodies, shapes, vertices and steps for as long as the condition "
               "still becomes true, and write that scene to a file. Ctrl+C writes the smallest one so far")
            ->type_name("OUT.JSON");
    uint64_t lead = 0;
    CLI::Option* leadOption =
        app.add_option("--shrink-lead", lead,
                       "With --shrink: start the scene this many steps before the condition becomes true, "
                       "1 to 1000000. Leaves fewer bodies of a pile, but not how it came about")
            ->type_name("N")
            ->check(wholeNumberBetween(1, 1'000'000));
    CLI::Option* recordOption =
        app.add_option("--record", options.recordFile, "Write a recording of the run, for --replay")
            ->type_name("OUT.SATBOX");
    CLI::Option* replayOption =
        app.add_option("--replay", options.replayFile, "Replay a recording instead of stepping a scene")
            ->type_name("FILE.SATBOX");
    app.add_flag(
        "--verify", options.verify,
        "With --replay: compare the world with the recorded hashes, and name the first step and body "
        "that differ");
    CLI::Option* cppOption =
        app.add_option("--cpp", options.cppFile,
                       "Write a C++ program that builds the scene with the library, makes "
                       "--steps steps and prints the hash; steps nothing here")
            ->type_name("OUT.CPP");
    CLI::Option* box2dOption =
        app.add_option(
               "--box2d", options.box2dFile,
               "Write a C++ program that builds the scene with Box2D 2.4 and makes --steps steps; says on "
               "standard error what Box2D lacks; steps nothing here")
            ->type_name("OUT.CPP");
    CLI::Option* svgOption =
        app.add_option("--svg", options.svgFile,
                       "Write the outlines of all bodies to an SVG drawing, in metres; steps nothing here")
            ->type_name("OUT.SVG");
    addImportOptions(app, options.import);
    std::vector<std::string> explained;
    app.add_option("--explain", explained, kExplainHelp)
        ->type_name("WHAT")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    CLI::Option* explainOption =
        app.add_option("--explain-json", options.explainFile, "Write the explanations to a JSON file too")
            ->type_name("OUT.JSON");
    std::string isa;
    app.add_option("--isa", isa, kInstructionSetHelp)->type_name("NAME");
    const CLI::Option* threadsOption =
        app.add_option("--threads", options.threads,
                       "Number of threads for stepping, 1 to 64; default: one per processor, at most 8. With "
                       "--sweep: number of runs at a time; default: one per processor. Does not change the "
                       "results")
            ->type_name("N")
            ->check(wholeNumberBetween(1, kMaxThreads));
    addSweepOptions(app, options.sweep);
    app.add_flag("--profile", options.profile, "Print the time of each stage of the step");
    app.add_flag(
        "--energy", options.energy,
        "Print the energy ledger: what added energy to the bodies and what removed it. With --metrics, add "
        "its columns. Uses one thread and is several times slower. Does not change the results");
    app.add_flag("--hash", options.hash, "Print the world's hash as the last line");
    app.add_flag("--list", options.list, "List the built-in scenes and exit");
    CLI::Option* writeOption = app.add_option("--write-scenes", options.writeScenes)
                                   ->group(""); // hidden: for developers who change the built-in scenes

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) { // --help, --version
        return {std::nullopt, app.exit(success)};
    } catch (const CLI::ParseError& error) {
        return usageError(printable(error.what(), kMaxPathLength)); // the message quotes arguments
    }
    const auto wrongName = [](const char* what, const CLI::Option* option, const std::string& value) {
        if (option->count() == 0) return std::string();
        if (value.empty()) return fmt::format("{}: an empty string, expected a name", what);
        if (!value.starts_with('-')) return std::string();
        return fmt::format(
            "{}: {} looks like an option, expected a name; write ./{} for a file with that name", what,
            quotedText(value), printable(value));
    };
    for (const std::string& sentence :
         {wrongName("SCENE", sceneOption, options.scene),
          wrongName("--metrics", metricsOption, options.metricsFile),
          wrongName("--state", stateOption, options.stateFile),
          wrongName("--shrink", shrinkOption, options.shrinkFile),
          wrongName("--record", recordOption, options.recordFile),
          wrongName("--replay", replayOption, options.replayFile),
          wrongName("--cpp", cppOption, options.cppFile),
          wrongName("--box2d", box2dOption, options.box2dFile),
          wrongName("--svg", svgOption, options.svgFile),
          wrongName("--explain-json", explainOption, options.explainFile),
          wrongName("--sweep", app.get_option("--sweep"), options.sweep.file),
          wrongName("--results", app.get_option("--results"), options.sweep.resultsFile),
          wrongName("--regress", app.get_option("--regress"), options.sweep.regressFile),
          wrongName("--hosts", app.get_option("--hosts"), options.sweep.hostsFile),
          wrongName("--program", app.get_option("--program"), options.sweep.program),
          wrongName("--write-scenes", writeOption, options.writeScenes)})
        if (!sentence.empty()) return usageError(sentence);
    for (const char* name : {"--import-scale", "--import-tolerance", "--import-body", "--import-closed"})
        if (app.get_option(name)->count() > 0) options.importOption = name;
    const bool compares = !options.compared.empty();
    if (const std::string sentence = wrongReplay(app, options); !sentence.empty())
        return usageError(sentence);
    if (const std::string sentence = checkSweepOptions(app, options.sweep); !sentence.empty())
        return usageError(sentence);
    if (compares && !options.scene.empty())
        return usageError("SCENE and --compare exclude each other; remove one of them");
    if (compares && (!options.stateFile.empty() || options.profile || options.energy))
        return usageError("--state, --profile and --energy are for one world; leave them out with --compare");
    const std::string exports = exportOption(options);
    if (compares && !(options.recordFile.empty() && exports.empty()))
        return usageError(
            "--record, --cpp, --box2d and --svg are for one world; leave them out with --compare");
    if (compares && !explained.empty())
        return usageError("--explain is for one world; leave it out with --compare");
    if (explainOption->count() > 0 && explained.empty()) return usageError("--explain-json needs --explain");
    if (const std::string sentence = readExplained(explained, options.explained); !sentence.empty())
        return usageError(sentence);
    if (!compares && distanceOption->count() > 0) return usageError("--divergence-distance needs --compare");
    if (options.scene.empty() && options.replayFile.empty() && !compares && !options.list &&
        options.writeScenes.empty() && !options.sweep.isGiven()) {
        return usageError("no scene is given; name a built-in scene (see --list) or a scene file");
    }
    if (untilOption->count() > 0)
        if (const std::string sentence = readUntil(until, compares, options.until); !sentence.empty())
            return usageError(sentence);
    const bool shrinks = shrinkOption->count() > 0;
    if (shrinks && !options.until)
        return usageError("--shrink needs --until, which says what must still happen");
    if (!shrinks && leadOption->count() > 0) return usageError("--shrink-lead needs --shrink");
    if (shrinks && (compares || options.profile || options.energy || options.hash ||
                    !options.stateFile.empty() || !options.metricsFile.empty() ||
                    !options.recordFile.empty() || !exports.empty() || !explained.empty()))
        return usageError("--shrink only writes its file; leave out --compare, --state, --metrics, --record, "
                          "--cpp, --box2d, "
                          "--svg, --profile, --energy, --explain and --hash");
    if (!exports.empty() &&
        (options.until || !explained.empty() || options.profile || options.energy || options.hash ||
         !options.stateFile.empty() || !options.metricsFile.empty() || !options.recordFile.empty()))
        return usageError(exports +
                          " steps nothing; leave out --until, --explain, --state, --metrics, --record, "
                          "--profile, --energy and --hash");
    if (!options.recordFile.empty() && options.steps > static_cast<int64_t>(kMaxRecordedSteps))
        return usageError(fmt::format("--record: a recording has at most {} steps", kMaxRecordedSteps));
    if (leadOption->count() > 0) options.shrinkLead = lead;
    const InstructionSetChoice choice = chooseInstructionSet(isa, std::getenv("SATBOX_ISA"));
    if (!choice.ok()) return usageError(choice.error);
    options.instructionSet = choice.set;
    if (threadsOption->count() > 0)
        options.sweep.threads = options.threads;
    else if (options.sweep.taskFile.empty()) // a task has one processor unless it says otherwise
        options.sweep.threads =
            std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMaxThreads);
    if (hzOption->count() > 0) options.hz = hz;
    for (const std::string& setting : settings) {
        const size_t equals = setting.find('=');
        options.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    return {options, kExitOk};
}

} // namespace satbox::app
