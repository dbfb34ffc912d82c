#pragma once

#include "app/lenses/lens.h"
#include "app/lenses/what_if/what_if_run.h"

#include <optional>

namespace satbox::app {

// The choice in the panel.
struct WhatIfState {
    std::string key = "restitution"; // of the number
    float from = 0.0f, to = 1.0f;    // the range; set to the usual one when another number is chosen
    int count = 10;
    float seconds = 3.0f;
    std::optional<WhatIfRun> run;
    std::optional<size_t> hovered; // a path, by its row in the panel
};

// Colour of a path in the world and in the panel: the larger its value, the more it stands out.
Color pathColor(const Palette& palette, const WhatIfRun& run, size_t path);

// Varies a number, and draws what would happen for each value over the world.
class WhatIfLens final : public Lens {
  public:
    static constexpr std::string_view kName = "What if";

    WhatIfState state;

    std::string_view name() const override { return kName; }
    int tabRank() const override { return 78; }
    std::string_view help() const override
    {
        return "Simulates the next seconds with several values of a number, and draws the paths.";
    }
    std::span<const LensAction> actions() const override;
    bool cancel(LensContext& context) override;
    void documentOpened() override { state.run.reset(); }
    void update(LensContext& context, double seconds) override;
    bool isAnimating() const override { return state.run && !state.run->isDone(); }
    void drawPanel(const UiContext& ui, LensContext& context) override;
    void draw(const ViewContext& context, DrawList& out) const override;
    void legend(const ViewContext& context, LegendRows& rows) const override;
};

} // namespace satbox::app
