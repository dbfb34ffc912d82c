#include "app/options.h"

#include "app/editor/broad_phase_state.h"
#include "app/editor/compare_state.h"
#include "app/view/view_settings.h"
#include "engine/core/quoted.h"
#include "engine/scene/builders.h"

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

// "1280x720". Empty when fine, else a sentence.
std::string parseSize(const std::string& text, IntSize& size)
{
    const char* end = text.data() + text.size();
    IntSize read;
    const auto width = std::from_chars(text.data(), end, read.width);
    const bool hasX = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
    const auto height = hasX ? std::from_chars(width.ptr + 1, end, read.height) : width;
    if (!hasX || height.ec != std::errc() || height.ptr != end)
        return fmt::format("{} is no size; write WIDTHxHEIGHT in pixels, such as 1280x720", quotedText(text));
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
    // The option's name stands before it already.
    if (constexpr std::string_view kPlace = "overlays: "; sentence.starts_with(kPlace))
        sentence.erase(0, kPlace.size());
    return sentence;
}

// A check that refuses with a sentence what is neither the word nor "3,7".
auto pairOr(std::string_view word)
{
    return [word](const std::string& text) {
        if (text == word || bodyNumbers(text)) return std::string();
        return fmt::format("{} is no pair; write {}, or the numbers of two bodies, such as 0,1",
                           quotedText(text), word);
    };
}

std::string checkCompared(const std::string& list)
{
    std::vector<ComparedSettings> probe;
    return parseCompared(list, probe);
}

std::string checkPlotted(const std::string& text)
{
    CompareState probe;
    return probe.plotQuantity(text);
}

std::string checkQuery(const std::string& text)
{
    std::string error;
    parseQuery(text, error);
    return error;
}

// A check that refuses with a sentence what is no number from `lowest` to `highest`.
auto between(double lowest, double highest)
{
    return [lowest, highest](const std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (end == text.c_str() || *end != '\0') return fmt::format("{} is no number", quotedText(text));
        if (value >= lowest && value <= highest) return std::string();
        return fmt::format("{} is out of range; it goes from {} to {}", text, lowest, highest);
    };
}

} // namespace

std::optional<std::pair<uint32_t, uint32_t>> bodyNumbers(const std::string& text)
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

    CLI::App cli("A sandbox in which 2D rigid-body collision can be seen.", "satbox");
    cli.set_version_flag("--version", "satbox " SATBOX_VERSION);
    cli.add_option("scene", o.scene, "Scene file, or name of a scene that comes with satbox")
        ->type_name("FILE|SCENE");
    cli.add_option("--render", o.render,
                   "Write a picture (PNG) after --steps steps and end; needs no display")
        ->type_name("OUT.PNG");
    CLI::Option* steps = cli.add_option(
        "--steps", o.steps, "Steps before the picture is taken, 0 to 1000000; the lab takes none");
    steps->type_name("N")->check(between(0.0, 1e6))->capture_default_str();
    cli.add_option("--size", size, "Size of the window or picture")
        ->type_name("WxH")
        ->check([&](const std::string& text) { return parseSize(text, o.size); }, "");
    cli.add_option("--overlays", o.overlays,
                   "What is drawn of the collisions: all, none, or names with commas between")
        ->type_name("LIST")
        ->check(checkOverlays);
    cli.add_option("--ui-scale", o.uiScale,
                   "Scale of texts, icons and lines, 0.5 to 3; without it the display's own")
        ->type_name("S")
        ->check(between(0.5, 3.0));
    cli.add_option("--theme", o.theme, "Colours")->type_name("NAME")->check(CLI::IsMember({"dark", "light"}));
    std::string isa;
    cli.add_option("--isa", isa, kInstructionSetHelp)->type_name("NAME");
    bool list = false;
    cli.add_flag("--list", list, "List the scenes that come with satbox");
    cli.add_option("--pair", o.pair, "Look into a pair: deepest, or the numbers of two bodies, such as 0,1")
        ->type_name("A,B|deepest")
        ->check(pairOr("deepest"));
    cli.add_option("--pair-stage", o.pairStage, "What of the pair is shown")
        ->type_name("NAME")
        ->check(CLI::IsMember({"axes", "contact", "difference", "tests"}));
    cli.add_option("--pair-test", o.pairTest, "Which published test of the pair is shown; opens the tests")
        ->type_name("NAME")
        ->check(CLI::IsMember(std::vector<std::string>(kPairTestWords.begin(), kPairTestWords.end())));
    cli.add_option("--pair-axis", o.pairAxis,
                   "Which axis of the pair, or of its test, from 1 on; without it the winner")
        ->type_name("N")
        ->check(between(1.0, 16.0));
    cli.add_option("--broad", o.broad, "Open the Broad panel with one of its parts")
        ->type_name("NAME")
        ->check(CLI::IsMember({"tree", "query", "moved", "islands"}));
    cli.add_option("--query", o.query,
                   "Search the broad phase for a box, or shoot a ray through it: two points in m")
        ->type_name("box|ray:X0,Y0,X1,Y1")
        ->check(checkQuery);
    cli.add_option("--query-visit", o.queryVisit,
                   "Up to which visit the search is shown, from 1 on; without it all of it")
        ->type_name("N")
        ->check(between(1.0, 1e6));
    cli.add_option("--tree-level", o.treeLevel,
                   "Draw this level of the broad phase's trees alone, 0 for the root")
        ->type_name("N")
        ->check(between(0.0, DynamicTree::kMaxHeight));
    cli.add_option("--watch", o.watch,
                   "Take steps apart for a contact: hardest, or the numbers of two bodies, such as 0,1")
        ->type_name("A,B|hardest")
        ->check(pairOr("hardest"));
    cli.add_option("--watch-stage", o.watchStage, "Which stage of the step is shown, from 1 on")
        ->type_name("N")
        ->check(between(1.0, 1000.0));
    cli.add_flag("--watch-iterations", o.watchIterations,
                 "With --watch: what 1 to 50 iterations would have made of the step");
    cli.add_flag("--watch-energy", o.watchEnergy,
                 "With --watch: what put energy into the bodies in the step and what took it out");
    cli.add_option("--compare", o.compare,
                   "Two to four worlds of this scene beside each other, a solver for each, perhaps with "
                   "settings: soft-step,sequential-impulse:velocityIterations=20")
        ->type_name("LIST")
        ->check(checkCompared);
    cli.add_option("--compare-plot", o.comparePlot,
                   "What of them is plotted over time, such as energy or greatest_speed,log")
        ->type_name("NAME")
        ->check(checkPlotted);
    cli.add_flag("--panels", o.panels, "With --render: the whole window, not the world alone");
    cli.add_flag("--paused", o.paused, "Start with time stopped");
    cli.add_option("--record-ui", o.recordUi,
                   "Write label and place of every widget whenever they change (for tests)")
        ->type_name("OUT.JSON");
    cli.add_option("--state-on-exit", o.stateOnExit, "Write the scene as it is when the window closes")
        ->type_name("OUT.JSON");
    cli.footer("Keys and mouse: F1 in the window. Exit code 0; 1 when something failed, with a sentence; 2 "
               "for usage; 3 when there is no display to open a window on.");

    try {
        cli.parse(argc, argv);
    } catch (const CLI::Success& asked) { // --help, --version
        parsed.exitCode = 0;
        parsed.message = asked.get_name() == "CallForVersion" ? std::string(asked.what()) + "\n" : cli.help();
    } catch (const CLI::ParseError& error) {
        parsed.exitCode = 2;
        parsed.message = fmt::format("satbox: {}\nsatbox --help lists the options.\n",
                                     printable(error.what(), kMaxPathShown)); // it repeats arguments;
    }
    o.hasSteps = steps->count() > 0;
    if (parsed.exitCode < 0 && o.watch.empty() && (o.watchStage > 0 || o.watchIterations || o.watchEnergy)) {
        parsed.exitCode = 2;
        parsed.message = "satbox: --watch-stage, --watch-iterations and --watch-energy need --watch\n"
                         "satbox --help lists the options.\n";
    }
    if (parsed.exitCode < 0 && !o.pairTest.empty() && !o.pairStage.empty() && o.pairStage != "tests") {
        parsed.exitCode = 2;
        parsed.message = fmt::format("satbox: --pair-test is shown with --pair-stage tests, not {}\n"
                                     "satbox --help lists the options.\n",
                                     o.pairStage);
    }
    if (parsed.exitCode < 0 && o.panels && !o.renders()) {
        parsed.exitCode = 2;
        parsed.message = "satbox: --panels needs --render: a window has its panels anyway\nsatbox --help "
                         "lists the options.\n";
    }
    if (parsed.exitCode < 0 && !o.comparePlot.empty() && o.compare.empty()) {
        parsed.exitCode = 2;
        parsed.message = "satbox: --compare-plot needs --compare: it says what is plotted of the worlds\n"
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
