#pragma once

#include "app/lenses/lens.h"
#include "app/lenses/step/step_analysis.h"
#include "app/lenses/step/step_state.h"

#include <optional>
#include <string>

namespace satbox::app {

// What the solver did with one contact in one step.
class StepLens final : public Lens {
  public:
    static constexpr std::string_view kName = "Step";

    struct Options {
        std::string watch{};     // --watch: "hardest", or two body numbers; empty: none
        int stage = 0;           // --watch-stage, from 1; 0: the first
        bool iterations = false; // --watch-iterations
        bool energy = false;     // --watch-energy
    };
    Options options;
    StepState state;
    std::optional<StepAnalysis> analysis; // of `state`

    void watch(LensContext& context, const ContactKey& contact); // also opens the panel
    void watchHardest(LensContext& context);
    void watchContactUnderPointer(LensContext& context); // else the selected one, else the hardest

    std::string_view name() const override { return kName; }
    int tabRank() const override { return 40; }
    std::string_view help() const override { return "What the last step did at a contact, stage by stage."; }
    std::span<const LensAction> actions() const override;
    void addOptions(CLI::App& cli) override;
    std::string checkOptions() const override;
    void begin(LensContext& context) override;
    void applyOptions(LensContext& context, bool renders) override;
    // Moves `by` stages through the step. The open panel takes the keys even if no step is analysed.
    bool stepItem(LensContext& context, int by) override;
    // Analyses the last step if the panel is open and the step, the contact or the document has changed.
    void update(LensContext& context, double seconds) override;
    bool isAnimating() const override;
    void drawPanel(const UiContext& ui, LensContext& context) override;
    void prepare(const ViewContext& context, ViewHints& hints) const override;
    void draw(const ViewContext& context, DrawList& out) const override;
    void legend(const ViewContext& context, LegendRows& rows) const override;
    void keepOut(const ViewContext& context, KeepOut& out) const override;

  private:
    struct AnalysedStep;
    void adoptSelection(LensContext& context);
    AnalysedStep stepToAnalyse(const LensContext& context) const;
    bool isCurrent(const LensContext& context, const AnalysedStep& step) const;
    void updateAnalysis(LensContext& context, double seconds);
    void advanceSweep(LensContext& context);
};

} // namespace satbox::app
