#include "app/lenses/broad_phase/broad_phase_lens.h"
#include "app/text/number_option.h"
#include "engine/world/world_access.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

// By BroadPhaseTab.
constexpr std::array<const char*, 4> kTabNames{"tree", "query", "moved", "islands"};

std::string checkQuery(const std::string& text)
{
    std::string error;
    parseQuery(text, error);
    return error;
}

} // namespace

void BroadPhaseLens::addOptions(CLI::App& cli)
{
    cli.add_option("--broad", options.tab, "Open the Broad phase panel at one of its tabs")
        ->type_name("NAME")
        ->check(CLI::IsMember(std::vector<std::string>(kTabNames.begin(), kTabNames.end())));
    cli.add_option("--query", options.query, "Run a box or ray query on the broad phase: two points in m")
        ->type_name("box|ray:X0,Y0,X1,Y1")
        ->check(checkQuery);
    cli.add_option("--query-visit", options.visit,
                   "With --query: show it up to this node visit, counted from 1; default: all of it")
        ->type_name("N")
        ->check(wholeNumberBetween(1, 1'000'000));
    cli.add_option("--tree-level", options.treeLevel,
                   "Draw only this level of the broad phase's trees, 0 for the root")
        ->type_name("N")
        ->check(wholeNumberBetween(0, DynamicTree::kMaxHeight));
}

void BroadPhaseLens::showTreeLevel(LensContext& context)
{
    const int level = options.treeLevel;
    const int height = stateOf(context.world()).broadPhase.height();
    if (level > height)
        throw std::runtime_error(
            fmt::format("--tree-level {}: this world's trees have levels 0 to {}", level, height));
    broad.level = level;
    context.view.tree = true;
    openPanel(context, BroadPhaseTab::Tree);
}

void BroadPhaseLens::showQuery(LensContext& context)
{
    std::string ignored; // the command line has checked it
    broad.query = parseQuery(options.query, ignored);
    openPanel(context, BroadPhaseTab::Query);
    update(context, 0.0);
    if (options.visit == 0) return;
    const size_t visits = trace->steps.size();
    if (static_cast<size_t>(options.visit) > visits)
        throw std::runtime_error(
            fmt::format("--query-visit {}: this query visits {} nodes", options.visit, visits));
    broad.visit.index = static_cast<size_t>(options.visit - 1);
}

std::string BroadPhaseLens::checkOptions() const
{
    return options.visit > 0 && options.query.empty()
               ? "--query-visit needs --query: it selects a visit of that query"
               : "";
}

void BroadPhaseLens::applyOptions(LensContext& context, bool)
{
    if (options.treeLevel >= 0) showTreeLevel(context);
    if (!options.query.empty()) showQuery(context);
    for (size_t i = 0; i < kTabNames.size(); ++i)
        if (options.tab == kTabNames[i]) openPanel(context, static_cast<BroadPhaseTab>(i));
    update(context, 0.0);
}

} // namespace satbox::app
