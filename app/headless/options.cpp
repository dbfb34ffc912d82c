#include "app/headless/options.h"

#include "engine/core/isa.h"
#include "engine/core/quoted.h"
#include <satbox/instruction_set.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>

namespace satbox::app {
namespace {

constexpr const char* kAbout =
    "satbox-run steps a scene without a window and prints the result.\n"
    "SCENE is the name of a built-in scene (see --list) or the path of a scene file.";

constexpr const char* kExamples = "Examples:\n"
                                  "  satbox-run pyramid --steps 3600 --metrics pyramid.csv\n"
                                  "  satbox-run box_stack --set substeps=2 --set gravity.y=-3.7 --hash\n"
                                  "  satbox-run --compare box_stack box_stack:solver=vertex-contact\n"
                                  "  satbox-run tumbler --energy --metrics energy.csv\n"
                                  "  satbox-run my_scene.json --steps 60 --state after.json --profile\n"
                                  "Exit status: 0 success, 1 bad scene, setting or file, 2 bad command line.";

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
        ->check(CLI::Range(int64_t{0}, int64_t{1'000'000'000}).description(""))
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
    distanceOption->type_name("F")->check(CLI::Range(1e-6, 1e6).description(""))->capture_default_str();
    CLI::Option* hzOption =
        app.add_option("--hz", hz, "Steps per simulated second, 10 to 1000; default: the scene's rate");
    hzOption->type_name("F")->check(CLI::Range(10.0, 1000.0).description(""));
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
    std::string isa;
    app.add_option("--isa", isa, kInstructionSetHelp)->type_name("NAME");
    app.add_option("--threads", options.threads,
                   "Number of threads for stepping, 1 to 64; default: one per processor, at most 8. Does not "
                   "change the results")
        ->type_name("N")
        ->check(CLI::Range(1, kMaxThreads).description(""));
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
    for (const std::string& sentence : {wrongName("SCENE", sceneOption, options.scene),
                                        wrongName("--metrics", metricsOption, options.metricsFile),
                                        wrongName("--state", stateOption, options.stateFile),
                                        wrongName("--write-scenes", writeOption, options.writeScenes)})
        if (!sentence.empty()) return usageError(sentence);
    const bool compares = !options.compared.empty();
    if (compares && !options.scene.empty())
        return usageError("SCENE and --compare exclude each other; remove one of them");
    if (compares && (!options.stateFile.empty() || options.profile || options.energy))
        return usageError("--state, --profile and --energy are for one world; leave them out with --compare");
    if (!compares && distanceOption->count() > 0) return usageError("--divergence-distance needs --compare");
    if (options.scene.empty() && !compares && !options.list && options.writeScenes.empty()) {
        return usageError("no scene is given; name a built-in scene (see --list) or a scene file");
    }
    const InstructionSetChoice choice = chooseInstructionSet(isa, std::getenv("SATBOX_ISA"));
    if (!choice.ok()) return usageError(choice.error);
    options.instructionSet = choice.set;
    if (hzOption->count() > 0) options.hz = hz;
    for (const std::string& setting : settings) {
        const size_t equals = setting.find('=');
        options.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    return {options, kExitOk};
}

} // namespace satbox::app
