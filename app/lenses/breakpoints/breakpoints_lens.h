#pragma once

#include "app/lenses/breakpoints/breakpoints_state.h"
#include "app/lenses/lens.h"

namespace satbox::app {

// Stops time when a condition on the physics becomes true, and shows where: the bodies are selected, and the
// panel opens that explains it.
class BreakpointsLens final : public Lens {
  public:
    static constexpr std::string_view kName = "Break";

    struct Options {
        std::vector<std::string> conditions{}; // --break, as in docs/conditions.md
    };
    Options options;
    BreakpointsState state;

    // Finds the first step of the past after which the condition was true, over the next frames.
    void searchPast(LensContext& context, uint64_t breakpoint);

    // Searches for the smallest case of what was played in which the condition still becomes true, and then
    // asks the shell to open it.
    void shrink(LensContext& context, uint64_t breakpoint);

    std::string_view name() const override { return kName; }
    int tabRank() const override { return 70; }
    std::string_view help() const override
    {
        return "Stops time when something happens that you describe, or finds when it first did.";
    }
    std::span<const LensAction> actions() const override;
    void addOptions(CLI::App& cli) override;
    std::string checkOptions() const override;
    void begin(LensContext& context) override;
    void documentOpened() override;
    void beforeStep(LensContext& context) override;
    void afterStep(LensContext& context) override;
    void update(LensContext& context, double seconds) override;
    bool isAnimating() const override { return state.search || state.shrink; }
    void drawPanel(const UiContext& ui, LensContext& context) override;

  private:
    bool continues(const LensContext& context) const;
    void updateSearch(LensContext& context);
    void showFound(LensContext& context);
    void showHit(LensContext& context, ConditionKind kind, const ConditionHit& hit, std::string sentence);
    void updateShrink(LensContext& context);
    void stopAt(LensContext& context, Breakpoint& breakpoint, const ConditionHit& hit);

    // The step and the state of the document after which the watches continue.
    uint64_t watchedStep_ = 0;
    uint64_t watchedRevision_ = 0;
    uint64_t stoppedHash_ = 0; // of the world at which a breakpoint stopped time
};

} // namespace satbox::app
