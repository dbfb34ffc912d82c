#include "app/lenses/compare/compare_lens.h"
#include <satbox/lab/compared_worlds.h>

#include <CLI/CLI.hpp>

#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox::app {

namespace {

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

} // namespace

void CompareLens::addOptions(CLI::App& cli)
{
    cli.add_option("--compare", options.compare,
                   "Show two to four copies of the scene side by side, each with its own solver and optional "
                   "settings: soft-step,sequential-impulse:velocityIterations=20. Also box2d, box2d3 and "
                   "chipmunk, after the first one, if this build has them")
        ->type_name("LIST")
        ->check(checkCompare);
    cli.add_option("--compare-plot", options.plot,
                   "With --compare: quantity to plot over time, such as energy or greatest_speed,log")
        ->type_name("NAME")
        ->check(checkPlotQuantity);
}

std::string CompareLens::checkOptions() const
{
    if (options.plot.empty() || !options.compare.empty()) return {};
    return "--compare-plot needs --compare: it selects what the comparison plots";
}

void CompareLens::begin(LensContext& context)
{
    if (options.compare.empty()) return;
    // The command line has checked both options.
    const WorldSettings scene = context.world().settings();
    std::vector<SettingsOverrides> worlds;
    parseComparedWorlds(options.compare, worlds, scene);
    if (!options.plot.empty()) compare.setPlotQuantity(options.plot);
    // The settings of the first world go into the document. The other worlds keep the scene's values of these
    // settings, unless they override them.
    for (size_t i = 1; i < worlds.size(); ++i)
        for (const std::string_view key : worlds.front().overriddenKeys)
            if (!worlds[i].hasOverride(key)) worlds[i].setOverride(scene, key);
    context.history.play(op::SetSettings{worlds.front().appliedTo(scene)});
    worlds.erase(worlds.begin());
    context.history.play(SetComparedSettings{std::move(worlds)});
    start(context);
    if (!compare.on) throw std::runtime_error("--compare: " + context.status.message.text);
    context.panels.open = kName;
}

} // namespace satbox::app
