#pragma once

#include "app/lenses/broad_phase/broad_phase_state.h"
#include "app/lenses/lens.h"

#include <optional>
#include <string>

namespace satbox::app {

// The trees of the broad phase, queries of them, and islands.
class BroadPhaseLens final : public Lens {
  public:
    static constexpr std::string_view kName = "Broad phase";

    struct Options {
        std::string tab{};   // --broad: "tree", "query", "moved", "islands"; empty: none
        std::string query{}; // --query, see parseQuery; empty: none
        int visit = 0;       // --query-visit, from 1; 0: the whole query
        int treeLevel = -1;  // --tree-level; below 0: all
    };
    Options options;
    BroadPhaseState broad;
    std::optional<QueryTrace> trace; // of broad.query, updated once per frame

    // Opens the panel on one of its tabs.
    void openPanel(LensContext& context, BroadPhaseTab tab);
    // Selects the tool that draws a query box or ray; deselects it if it is selected already.
    void toggleTool(LensContext& context, QueryKind kind);

    std::string_view name() const override { return kName; }
    int tabRank() const override { return 30; }
    std::string_view help() const override { return "The trees of boxes that find pairs, and the islands."; }
    std::span<const LensAction> actions() const override;
    void addOptions(CLI::App& cli) override;
    std::string checkOptions() const override;
    void applyOptions(LensContext& context, bool renders) override;
    bool press(LensContext& context, Vec2 screen) override;
    void drag(LensContext& context) override;
    void release(LensContext& context) override;
    // Deselects the tool and removes the query. False if there is neither.
    bool cancel(LensContext& context) override;
    // Moves `by` node visits through the query. False, without effect, if there is no query.
    bool stepItem(LensContext& context, int by) override;
    void documentOpened() override
    {
        broad.removeQuery();
        broad.level = BroadPhaseState::kAllLevels; // its trees may be lower
    }
    void update(LensContext& context, double seconds) override; // repeats the query
    bool isAnimating() const override { return broad.visit.playing; }
    void drawPanel(const UiContext& ui, LensContext& context) override;
    void prepare(const ViewContext& context, ViewHints& hints) const override;
    void draw(const ViewContext& context, DrawList& out) const override;
    void legend(const ViewContext& context, LegendRows& rows) const override;

  private:
    std::optional<QueryTrace> traceIn(const ViewContext& context) const;
    void showTreeLevel(LensContext& context);
    void showQuery(LensContext& context);
};

} // namespace satbox::app
