#include "app/lenses/what_if/what_if_lens.h"

#include "app/lenses/what_if/panel/what_if_panel.h"
#include "app/text/format.h"
#include "app/view/overlay_colors.h"

#include <array>

namespace satbox::app {

namespace {

constexpr double kSecondsPerFrame = 0.012; // of computing
constexpr float kEndPx = 4.0f;             // radius of the disc at the end of a path
constexpr float kOthersAlpha = 0.25f;      // while the row of one path is hovered

constexpr std::array kActions{
    LensAction{.label = "What if",
               .chord = {Key::F6},
               .help = "Opens the panel that simulates the next seconds with several values of a number.",
               .perform = [](Lens&, LensContext& context) { context.panels.show(WhatIfLens::kName); }}};

Color colorOf(const Palette& palette, const WhatIfRun& run, size_t path)
{
    const size_t last = run.paths().size() - 1;
    return heatColor(palette, last == 0 ? 1.0f : static_cast<float>(path) / static_cast<float>(last));
}

std::string valueText(const VariedNumber& number, float value)
{
    return number.isInteger ? std::to_string(static_cast<int>(value))
                            : formatQuantity(static_cast<double>(value), number.unit);
}

} // namespace

std::span<const LensAction> WhatIfLens::actions() const { return kActions; }

// Esc ends a run, or removes its paths.
bool WhatIfLens::cancel(LensContext&)
{
    if (!state.run) return false;
    state.run.reset();
    return true;
}

void WhatIfLens::update(LensContext& context, double)
{
    if (!state.run || state.run->isDone()) return;
    state.run->advance(kSecondsPerFrame);
    if (!state.run->refusal().empty()) context.status.show(Severity::Warning, state.run->refusal());
}

void WhatIfLens::drawPanel(const UiContext& ui, LensContext& context)
{
    drawWhatIfPanel(ui, context.world(), context.selection, state);
}

void WhatIfLens::draw(const ViewContext& context, DrawList& out) const
{
    if (!state.run || !context.isFirstView) return;
    for (size_t i = 0; i < state.run->paths().size(); ++i) {
        const WhatIfPath& path = state.run->paths()[i];
        Color color = colorOf(context.palette, *state.run, i);
        if (state.hovered && *state.hovered != i) color = color.withAlpha(kOthersAlpha);
        for (const std::vector<Position>& centers : path.centers) {
            if (centers.size() < 2) continue;
            out.addPolyline(centers, context.line(color, state.hovered == i ? 3.0f : 1.5f));
            out.addDisc(centers.back(), kEndPx, color);
        }
    }
}

void WhatIfLens::legend(const ViewContext& context, LegendRows& rows) const
{
    if (!state.run || state.run->paths().empty()) return;
    const VariedNumber& number = state.run->number();
    const float from = state.run->paths().front().value, to = state.run->paths().back().value;
    rows.push_back(
        {.mark = LegendMark::ColorBar,
         .color = {},
         .secondColor = {},
         .text = "path with this " + withLowerFirst(number.label),
         .stops = heatStops(context.palette),
         .numbers = {valueText(number, from), valueText(number, 0.5f * (from + to)), valueText(number, to)}});
}

} // namespace satbox::app
