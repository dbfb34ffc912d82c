#pragma once

#include "app/lenses/lens.h"
#include "app/lenses/plot/plot_state.h"

#include <string>

namespace satbox::app {

// Quantities over time, under the time bar: of the world, the energy ledger, the stages of a step, and the
// selected bodies.
class PlotLens final : public Lens {
  public:
    static constexpr std::string_view kName = "Plot";

    struct Options {
        std::string quantities{}; // --plot, see PlotState::choose; empty: the panel is not opened
    };
    Options options;
    PlotState state;

    std::string_view name() const override { return kName; }
    int tabRank() const override { return 75; }
    std::string_view help() const override
    {
        return "Energy, momentum, overlap, step time and the motion of bodies over everything that was "
               "played.";
    }
    std::span<const LensAction> actions() const override;
    void addOptions(CLI::App& cli) override;
    void applyOptions(LensContext& context, bool renders) override;
    void followCommands(LensContext& context) override;
    void beforeStep(LensContext& context) override;
    // Records the step if the panel is open.
    void afterStep(LensContext& context) override;
    // Fills what was not recorded by replaying it, for some milliseconds.
    void update(LensContext& context, double seconds) override;
    bool isAnimating() const override { return state.isOpen && state.missing > 0; }
    void drawPanel(const UiContext& ui, LensContext& context) override;

  private:
    void followContext(LensContext& context);

    bool isNewStep_ = false; // the step that is being made was not played before
};

// Writes the plots to a file in the current folder, and says so in the status bar.
void savePlots(const PlotState& state, LensContext& context);

} // namespace satbox::app
