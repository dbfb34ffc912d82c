#include "app/options.h"

#include "app/editor/broad_phase_state.h"
#include "app/editor/compare_state.h"
#include "app/view/view_settings.h"
#include "engine/core/isa.h"
#include "engine/core/quoted.h"
#include <satbox/instruction_set.h>
#include <satbox/scene/builders.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace satbox::app {

namespace {

constexpr int kMinSide = 64;
constexpr int kMaxSide = 8192;

// Parses "1280x720". Returns an empty string or an error message.
std::string parseSize(const std::string& text, IntSize& size)
{
    const char* end = text.data() + text.size();
    IntSize read;
    const auto width = std::from_chars(text.data(), end, read.width);
    const bool hasX = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
    const auto height = hasX ? std::from_chars(width.ptr + 1, end, read.height) : width;
    if (!hasX || height.ec != std::errc() || height.ptr != end)
        return fmt::format("{} is not a size; write WIDTHxHEIGHT in pixels, such as 1280x720",
                           quotedText(text));
    const auto inRange = [](int side) { return side >= kMinSide && side <= kMaxSide; };
    if (!inRange(read.width) || !inRange(read.height))
        return fmt::format("{} is out of range; each side is {} to {} pixels", text, kMinSide, kMaxSide);
    size = read;
    return {};
}

std::string checkOverlays(const std::string& list)
{
    ViewSettings probe;
    std::string sentence = setOverlays(probe, list);
    // CLI11 writes the option's name before the message.
    if (constexpr std::string_view kPrefix = "overlays: "; sentence.starts_with(kPrefix))
        sentence.erase(0, kPrefix.size());
    return sentence;
}

// A CLI11 check: accepts `word` or two body numbers such as "3,7".
auto bodyPairOr(std::string_view word)
{
    return [word](const std::string& text) {
        if (text == word || parseBodyPair(text)) return std::string();
        return fmt::format("{} is not a pair; write {}, or the numbers of two bodies, such as 0,1",
                           quotedText(text), word);
    };
}

std::string checkCompare(const std::string& list)
{
    std::vector<SettingsOverrides> probe;
    return parseComparedWorlds(list, probe);
}

std::string checkPlotQuantity(const std::string& text)
{
    CompareState probe;
    return probe.setPlotQuantity(text);
}

std::string checkQuery(const std::string& text)
{
    std::string error;
    parseQuery(text, error);
    return error;
}

// A CLI11 check: accepts numbers from `minimum` to `maximum`.
auto numberBetween(double minimum, double maximum)
{
    return [minimum, maximum](const std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (end == text.c_str() || *end != '\0') return fmt::format("{} is not a number", quotedText(text));
        if (value >= minimum && value <= maximum) return std::string();
        return fmt::format("{} is out of range; expected {} to {}", text, minimum, maximum);
    };
}

} // namespace

std::optional<std::pair<uint32_t, uint32_t>> parseBodyPair(const std::string& text)
{
    const char* end = text.data() + text.size();
    uint32_t a = 0, b = 0;
    const auto first = std::from_chars(text.data(), end, a);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != ',') return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, b);
    if (second.ec != std::errc() || second.ptr != end || a == b) return std::nullopt;
    return std::pair(a, b);
}

ParsedOptions parseOptions(int argc, const char* const* argv)
{
    ParsedOptions parsed;
    Options& o = parsed.options;
    std::string size;

    CLI::App cli("A sandbox that shows how 2D rigid-body collision works.", "satbox");
    cli.set_version_flag("--version", "satbox " SATBOX_VERSION);
    cli.add_option("scene", o.scene, "Scene file, or name of a built-in scene")->type_name("FILE|SCENE");
    cli.add_option("--render", o.render,
                   "Write a picture (PNG) after --steps steps and exit; needs no display")
        ->type_name("OUT.PNG");
    CLI::Option* steps = cli.add_option(
        "--steps", o.steps,
        "Steps before --render writes the picture, 0 to 1000000; lab scenes take none by default");
    steps->type_name("N")->check(numberBetween(0.0, 1e6))->capture_default_str();
    cli.add_option("--size", size, "Size of the window or picture in pixels")
        ->type_name("WxH")
        ->check([&](const std::string& text) { return parseSize(text, o.size); }, "");
    cli.add_option("--overlays", o.overlays, "Overlays to draw: all, none, or names separated by commas")
        ->type_name("LIST")
        ->check(checkOverlays);
    cli.add_option("--ui-scale", o.uiScale,
                   "Scale of text, icons and lines, 0.5 to 3; default: the display's scale")
        ->type_name("S")
        ->check(numberBetween(0.5, 3.0));
    cli.add_option("--theme", o.theme, "Colour theme")
        ->type_name("NAME")
        ->check(CLI::IsMember({"dark", "light"}));
    std::string isa;
    cli.add_option("--isa", isa, kInstructionSetHelp)->type_name("NAME");
    bool list = false;
    cli.add_flag("--list", list, "List the built-in scenes and exit");
    cli.add_option(
           "--pair", o.pair,
           "Open the Pair panel: deepest for the deepest overlap, or the numbers of two bodies, such as 0,1")
        ->type_name("A,B|deepest")
        ->check(bodyPairOr("deepest"));
    cli.add_option("--pair-stage", o.pairStage, "Stage of the Pair panel to show")
        ->type_name("NAME")
        ->check(CLI::IsMember({"axes", "contact", "difference", "tests"}));
    cli.add_option("--pair-test", o.pairTest,
                   "Published overlap test to show in the Pair panel; implies --pair-stage tests")
        ->type_name("NAME")
        ->check(CLI::IsMember(std::vector<std::string>(kPairTestWords.begin(), kPairTestWords.end())));
    cli.add_option("--pair-axis", o.pairAxis,
                   "Axis of the pair, or of its test, counted from 1; default: the axis of least overlap")
        ->type_name("N")
        ->check(numberBetween(1.0, 16.0));
    cli.add_option("--broad", o.broad, "Open the Broad phase panel at one of its views")
        ->type_name("NAME")
        ->check(CLI::IsMember({"tree", "query", "moved", "islands"}));
    cli.add_option("--query", o.query, "Run a box or ray query on the broad phase: two points in m")
        ->type_name("box|ray:X0,Y0,X1,Y1")
        ->check(checkQuery);
    cli.add_option("--query-visit", o.queryVisit,
                   "With --query: show it up to this node visit, counted from 1; default: all of it")
        ->type_name("N")
        ->check(numberBetween(1.0, 1e6));
    cli.add_option("--tree-level", o.treeLevel,
                   "Draw only this level of the broad phase's trees, 0 for the root")
        ->type_name("N")
        ->check(numberBetween(0.0, DynamicTree::kMaxHeight));
    cli.add_option("--watch", o.watch,
                   "Open the Step panel for a contact: hardest for the largest impulse, or the numbers of "
                   "two bodies, such as 0,1")
        ->type_name("A,B|hardest")
        ->check(bodyPairOr("hardest"));
    cli.add_option("--watch-stage", o.watchStage, "With --watch: stage of the step to show, counted from 1")
        ->type_name("N")
        ->check(numberBetween(1.0, 1000.0));
    cli.add_flag("--watch-iterations", o.watchIterations,
                 "With --watch: solve the step again with 1 to 50 iterations and plot the results");
    cli.add_flag("--watch-energy", o.watchEnergy,
                 "With --watch: show the energy ledger of the step: what added energy and what removed it");
    cli.add_option("--compare", o.compare,
                   "Show two to four copies of the scene side by side, each with its own solver and optional "
                   "settings: soft-step,sequential-impulse:velocityIterations=20")
        ->type_name("LIST")
        ->check(checkCompare);
    cli.add_option("--compare-plot", o.comparePlot,
                   "With --compare: quantity to plot over time, such as energy or greatest_speed,log")
        ->type_name("NAME")
        ->check(checkPlotQuantity);
    cli.add_flag("--panels", o.panels, "With --render: draw the whole window, not only the world");
    cli.add_flag("--paused", o.paused, "Start paused");
    cli.add_option("--record-ui", o.recordUi,
                   "Write the label and position of every widget whenever they change (for tests)")
        ->type_name("OUT.JSON");
    cli.add_option("--state-on-exit", o.stateOnExit, "Write the scene to this file when the window closes")
        ->type_name("OUT.JSON");
    cli.footer(
        "Press F1 in the window for keys and mouse. Exit code: 0 success, 1 failure, 2 bad command line, "
        "3 no display to open a window on.");

    try {
        cli.parse(argc, argv);
    } catch (const CLI::Success& asked) { // --help, --version
        parsed.exitCode = 0;
        parsed.message = asked.get_name() == "CallForVersion" ? std::string(asked.what()) + "\n" : cli.help();
    } catch (const CLI::ParseError& error) {
        parsed.exitCode = 2;
        parsed.message = fmt::format("satbox: {}\nsatbox --help lists the options.\n",
                                     printable(error.what(), kMaxPathLength)); // the message quotes arguments
    }
    o.hasSteps = steps->count() > 0;
    if (parsed.exitCode < 0 && o.watch.empty() && (o.watchStage > 0 || o.watchIterations || o.watchEnergy)) {
        parsed.exitCode = 2;
        parsed.message = "satbox: --watch-stage, --watch-iterations and --watch-energy need --watch\n"
                         "satbox --help lists the options.\n";
    }
    if (parsed.exitCode < 0 && !o.pairTest.empty() && !o.pairStage.empty() && o.pairStage != "tests") {
        parsed.exitCode = 2;
        parsed.message = fmt::format("satbox: --pair-test needs --pair-stage tests, not {}\n"
                                     "satbox --help lists the options.\n",
                                     o.pairStage);
    }
    if (parsed.exitCode < 0 && o.panels && !o.renders()) {
        parsed.exitCode = 2;
        parsed.message = "satbox: --panels needs --render: a window always has its panels\nsatbox --help "
                         "lists the options.\n";
    }
    if (parsed.exitCode < 0 && !o.comparePlot.empty() && o.compare.empty()) {
        parsed.exitCode = 2;
        parsed.message = "satbox: --compare-plot needs --compare: it selects what the comparison plots\n"
                         "satbox --help lists the options.\n";
    }
    const InstructionSetChoice choice = chooseInstructionSet(isa, std::getenv("SATBOX_ISA"));
    o.instructionSet = choice.set;
    if (parsed.exitCode < 0 && !choice.ok()) {
        parsed.exitCode = 2;
        parsed.message = fmt::format("satbox: {}\nsatbox --help lists the options.\n", choice.error);
    }
    if (parsed.exitCode < 0 && list) {
        parsed.exitCode = 0;
        for (const BuiltinScene& scene : builtinScenes())
            if (scene.shipped) parsed.message += fmt::format("{:<24}{}\n", scene.name, scene.title);
        for (const BuiltinScene& scene : labScenes())
            parsed.message += fmt::format("{:<24}{}\n", scene.name, scene.title);
    }
    return parsed;
}

} // namespace satbox::app
