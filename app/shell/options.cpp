#include "app/shell/options.h"

#include "app/text/number_option.h"
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
#include <utility>

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

void addChoiceOption(CLI::App& cli, const ViewChoice& row, std::string& value)
{
    std::vector<std::string> keys;
    for (const ViewChoice::Option& option : row.options) keys.emplace_back(option.key);
    cli.add_option(fmt::format("--{}", row.key), value, std::string(row.help))
        ->type_name("NAME")
        ->check(CLI::IsMember(std::move(keys)));
}

} // namespace

ParsedOptions parseOptions(int argc, const char* const* argv)
{
    ParsedOptions parsed;
    Options& o = parsed.options;
    std::string size;

    CLI::App cli("A sandbox that shows how 2D rigid-body collision works.", "satbox");
    cli.set_version_flag("--version", "satbox " SATBOX_VERSION);
    cli.add_option("scene", o.scene, "Scene file, or name of a built-in scene")->type_name("FILE|SCENE");
    const CLI::Option* link =
        cli.add_option("--link", o.link, "Open the scene or recording of a link that Copy link has made")
            ->type_name("URL");
    cli.add_option(
           "--render", o.render,
           "Write a picture after --steps steps and exit: PNG, or SVG without --panels; needs no display")
        ->type_name("OUT.PNG|OUT.SVG");
    CLI::Option* steps = cli.add_option(
        "--steps", o.steps,
        "Steps before --render writes the picture, 0 to 1000000; lab scenes take none by default");
    steps->type_name("N")->check(wholeNumberBetween(0, 1'000'000))->capture_default_str();
    cli.add_option("--size", size, "Size of the window or picture in pixels")
        ->type_name("WxH")
        ->check([&](const std::string& text) { return parseSize(text, o.size); }, "");
    cli.add_option("--overlays", o.overlays, "Overlays to draw: all, none, or names separated by commas")
        ->type_name("LIST")
        ->check(checkOverlays);
    o.choices.resize(viewChoices().size());
    for (size_t i = 0; i < o.choices.size(); ++i) addChoiceOption(cli, viewChoices()[i], o.choices[i]);
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
    for (Lens* lens : lensesOf(o.lenses)) lens->addOptions(cli);
    cli.add_flag("--panels", o.panels, "With --render: draw the whole window, not only the world");
    cli.add_flag("--paused", o.paused, "Start paused");
    cli.add_option("--listen", o.listen,
                   "Show the world of a program on this machine while it runs; the program sends it to this "
                   "port, 1024 to "
                   "65535, with a capture header")
        ->type_name("PORT")
        ->check(wholeNumberBetween(1024, 65535));
    cli.add_option("--record-ui", o.recordUi,
                   "Write the label and position of every widget whenever they change (for tests)")
        ->type_name("OUT.JSON");
    cli.add_option("--state-on-exit", o.stateOnExit, "Write the scene to this file when the window closes")
        ->type_name("OUT.JSON");
    cli.footer(
        "Press F1 in the window for keys and mouse. Exit code: 0 success, 1 failure, 2 bad command line, "
        "3 no display to open a window on.");

    const auto refuse = [&parsed](std::string_view reason) { // only the first reason is shown
        if (parsed.exitCode >= 0) return;
        parsed.exitCode = 2;
        parsed.message = fmt::format("satbox: {}\nsatbox --help lists the options.\n", reason);
    };
    try {
        cli.parse(argc, argv);
    } catch (const CLI::Success& asked) { // --help, --version
        parsed.exitCode = 0;
        parsed.message = asked.get_name() == "CallForVersion" ? std::string(asked.what()) + "\n" : cli.help();
    } catch (const CLI::ParseError& error) {
        refuse(printable(error.what(), kMaxPathLength)); // the message quotes arguments
    }
    o.hasSteps = steps->count() > 0;
    if (o.listen != 0 && o.renders()) refuse("--listen needs a window: leave --render away");
    if (link->count() > 0 && o.link.empty()) refuse("--link: an empty string, expected a link");
    if (!o.link.empty() && !o.scene.empty())
        refuse("--link opens a scene, so that no other one can be named");
    if (o.renders() && o.render.extension() != ".png" && !o.rendersSvg())
        refuse(fmt::format("--render: {} ends neither in .png nor in .svg", printablePath(o.render)));
    if (o.panels && o.rendersSvg()) refuse("--panels: an SVG shows the world only; write a PNG instead");
    if (o.panels && !o.renders()) refuse("--panels needs --render: a window always has its panels");
    for (const Lens* lens : lensesOf(std::as_const(o.lenses)))
        if (const std::string refusal = lens->checkOptions(); !refusal.empty()) refuse(refusal);
    const InstructionSetChoice choice = chooseInstructionSet(isa, std::getenv("SATBOX_ISA"));
    o.instructionSet = choice.set;
    if (!choice.ok()) refuse(choice.error);
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
