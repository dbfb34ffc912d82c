#include "app/broad_phase_options.h"

#include "app/editor/broad_phase_tool.h"
#include "engine/world/world_access.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace satbox::app {

namespace {

void showTreeLevel(AppState& state, int level)
{
    const int height = stateOf(state.world()).broadPhase.height();
    if (level > height)
        throw std::runtime_error(
            fmt::format("--tree-level {}: this world's trees have levels 0 to {}", level, height));
    state.broadPhase.level = level;
    state.view.tree = true;
    openBroadPhasePanel(state, BroadPhaseView::Tree);
}

void showQuery(AppState& state, const Options& options)
{
    std::string ignored; // the command line has checked it
    state.broadPhase.query = parseQuery(options.query, ignored);
    openBroadPhasePanel(state, BroadPhaseView::Query);
    updateBroadPhase(state, 0.0);
    if (options.queryVisit == 0) return;
    const size_t visits = state.queryTrace->steps.size();
    if (static_cast<size_t>(options.queryVisit) > visits)
        throw std::runtime_error(
            fmt::format("--query-visit {}: this query visits {} nodes", options.queryVisit, visits));
    state.broadPhase.visit.index = static_cast<size_t>(options.queryVisit - 1);
}

} // namespace

void applyBroadPhaseOptions(AppState& state, const Options& options)
{
    if (options.treeLevel >= 0) showTreeLevel(state, options.treeLevel);
    if (options.queryVisit > 0 && options.query.empty())
        throw std::runtime_error("--query-visit needs --query: it selects a visit of that query");
    if (!options.query.empty()) showQuery(state, options);
    constexpr std::array<std::string_view, 4> kViewNames{"tree", "query", "moved", "islands"};
    for (size_t i = 0; i < kViewNames.size(); ++i)
        if (options.broad == kViewNames[i]) openBroadPhasePanel(state, static_cast<BroadPhaseView>(i));
    updateBroadPhase(state, 0.0);
}

} // namespace satbox::app
