#include "app/broad_phase_options.h"

#include "app/editor/broad_phase_tool.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace satbox::app {

namespace {

void showLevel(AppState& state, int level)
{
    const int height = state.world().state().broadPhase.height();
    if (level > height)
        throw std::runtime_error(
            fmt::format("--tree-level {}: the deepest level of this world's trees is {}", level, height));
    state.broad.level = level;
    state.view.tree = true;
    openBroad(state, BroadPhaseView::Tree);
}

void search(AppState& state, const Options& options)
{
    std::string ignored; // checked by the command line
    state.broad.query = parseQuery(options.query, ignored);
    openBroad(state, BroadPhaseView::Query);
    updateBroad(state, 0.0);
    if (options.queryVisit == 0) return;
    const size_t visits = state.queryTrace->steps.size();
    if (static_cast<size_t>(options.queryVisit) > visits)
        throw std::runtime_error(
            fmt::format("--query-visit {}: this search visits {} nodes", options.queryVisit, visits));
    state.broad.visit = static_cast<size_t>(options.queryVisit - 1);
}

} // namespace

void applyBroadPhaseOptions(AppState& state, const Options& options)
{
    if (options.treeLevel >= 0) showLevel(state, options.treeLevel);
    if (options.queryVisit > 0 && options.query.empty())
        throw std::runtime_error("--query-visit needs --query");
    if (!options.query.empty()) search(state, options);
    constexpr std::array<std::string_view, 4> kParts{"tree", "query", "moved", "islands"};
    for (size_t i = 0; i < kParts.size(); ++i)
        if (options.broad == kParts[i]) openBroad(state, static_cast<BroadPhaseView>(i));
    updateBroad(state, 0.0);
}

} // namespace satbox::app
