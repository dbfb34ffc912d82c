#pragma once

#include "app/lenses/joint/joint_analysis.h"
#include "app/lenses/joint/joint_state.h"
#include "app/lenses/lens.h"

#include <optional>
#include <string>

namespace satbox::app {

// What the solver did with one joint in one step.
class JointLens final : public Lens {
  public:
    static constexpr std::string_view kName = "Joint";

    struct Options {
        std::string joint{}; // --joint: "hardest", or its number; empty: none
        int stage = 0;       // --joint-stage, from 1; 0: the last push
    };
    Options options;
    JointState state;
    std::optional<JointAnalysis> analysis; // of `state`

    void open(LensContext& context, JointId joint); // also opens the panel
    void openHardest(LensContext& context);
    void openJointUnderPointer(LensContext& context); // else the selected one, else the hardest

    // Copies what the panel shows, of all stages, to the clipboard.
    void copyAsText(LensContext& context) const;

    std::string_view name() const override { return kName; }
    int tabRank() const override { return 45; }
    std::string_view help() const override
    {
        return "What the last step did at a joint, substep by substep.";
    }
    std::span<const LensAction> actions() const override;
    void addOptions(CLI::App& cli) override;
    std::string checkOptions() const override;
    void begin(LensContext& context) override;
    void applyOptions(LensContext& context, bool renders) override;
    void showOpened(LensContext& context) const override;
    // Moves `by` stages through the step. The open panel takes the keys even if no step is analysed.
    bool stepItem(LensContext& context, int by) override;
    // Analyses the last step if the panel is open and the step, the joint or the document has changed.
    void update(LensContext& context, double seconds) override;
    bool isAnimating() const override { return state.stage.playing; }
    void drawPanel(const UiContext& ui, LensContext& context) override;
    void prepare(const ViewContext& context, ViewHints& hints) const override;
    void draw(const ViewContext& context, DrawList& out) const override;
    void legend(const ViewContext& context, LegendRows& rows) const override;
    void keepOut(const ViewContext& context, KeepOut& out) const override;

  private:
    void adoptSelection(LensContext& context);
    void updateAnalysis(LensContext& context, double seconds);
};

} // namespace satbox::app
