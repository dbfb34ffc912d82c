#pragma once

#include "app/lenses/compare/compare_state.h"
#include "app/lenses/lens.h"

#include <string>

namespace satbox::app {

// Copies of the world with other solvers, side by side. The shell draws their views and steps them.
class CompareLens final : public Lens {
  public:
    static constexpr std::string_view kName = "Compare";

    struct Options {
        std::string compare{}; // --compare, see parseComparedWorlds; empty: no comparison
        std::string plot{};    // --compare-plot: key of a quantity, optionally with ",log"; empty: energy
    };
    Options options;
    CompareState compare;

    // Starts a comparison from the current world, or ends the running one.
    void toggle(LensContext& context);
    // Starts from the document's current world; a running comparison starts again. Refused with a message in
    // the lab, which does not simulate.
    void start(LensContext& context);
    void end(LensContext& context);

    std::string_view name() const override { return kName; }
    int tabRank() const override { return 80; }
    std::string_view help() const override
    {
        return "The same scene with other solvers or settings, side by side.";
    }
    std::span<const LensAction> actions() const override;
    std::string_view actionLabel(const LensAction& action) const override;
    void addOptions(CLI::App& cli) override;
    std::string checkOptions() const override;
    void begin(LensContext& context) override;
    // Copies the worlds again if the document was edited, applies changed settings, and ends the comparison
    // if the lab was opened.
    void followCommands(LensContext& context) override;
    void drawPanel(const UiContext& ui, LensContext& context) override;

  private:
    void startAndShow(LensContext& context);
    void compareDifferentSolvers(LensContext& context);
};

} // namespace satbox::app
