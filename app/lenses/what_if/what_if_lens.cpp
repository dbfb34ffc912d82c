#include "app/lenses/what_if/what_if_lens.h"

#include "app/lenses/what_if/panel/what_if_panel.h"
#include "app/text/format.h"
#include "app/view/overlay_colors.h"

#include <array>
#include <span>
#include <vector>

namespace satbox::app {

namespace {

constexpr double kSecondsPerFrame = 0.012; // of computing
constexpr float kEndPx = 4.0f;             // radius of the disc at the end of a path
constexpr float kOthersAlpha = 0.25f;      // while the row of one path is hovered
constexpr size_t kLegendStops = 6;

constexpr std::array kActions{
    LensAction{.label = "What if",
               .chord = {Key::F6},
               .help = "Opens the panel that simulates the next seconds with several values of a number.",
               .perform = [](Lens&, LensContext& context) { context.panels.show(WhatIfLens::kName); }}};

// `share`: 0 for the first value, 1 for the last one. The ramp of speeds has neither the hue of normals nor
// that of depths; its end that is nearest to the background is left out, since paths are thin.
Color rampColor(const Palette& palette, float share)
{
    const float start = palette.theme == Theme::Dark ? 0.2f : 0.4f;
    return speedColor(palette, start + (1.0f - start) * share);
}

std::vector<Color> rampStops(const Palette& palette)
{
    std::vector<Color> stops;
    for (size_t i = 0; i < kLegendStops; ++i)
        stops.push_back(rampColor(palette, static_cast<float>(i) / static_cast<float>(kLegendStops - 1)));
    return stops;
}

// Draws a path without the points that are less than a pixel from the one before, so that bodies at rest
// cost nothing.
void addPath(const ViewContext& context, std::span<const Position> centers, const LineStyle& style,
             DrawList& out)
{
    Position from = centers.front();
    for (size_t i = 1; i < centers.size(); ++i) {
        const bool isLast = i + 1 == centers.size();
        if (length(centers[i] - from) < context.pixel && !isLast) continue;
        if (centers[i] != from) out.addLine(from, centers[i], style);
        from = centers[i];
    }
    out.addDisc(centers.back(), kEndPx, style.color);
}

std::string valueText(const VariedNumber& number, float value)
{
    return number.isInteger ? std::to_string(static_cast<int>(value))
                            : formatQuantity(static_cast<double>(value), number.unit);
}

} // namespace

Color pathColor(const Palette& palette, const WhatIfRun& run, size_t path)
{
    const size_t last = run.paths().size() - 1;
    return rampColor(palette, last == 0 ? 1.0f : static_cast<float>(path) / static_cast<float>(last));
}

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
    const auto add = [&](size_t path, float alpha, float widthPx) {
        const Color color = pathColor(context.palette, *state.run, path).withAlpha(alpha);
        for (const std::vector<Position>& centers : state.run->paths()[path].centers)
            if (centers.size() > 1) addPath(context, centers, context.line(color, widthPx), out);
    };
    for (size_t i = 0; i < state.run->paths().size(); ++i)
        if (state.hovered != i) add(i, state.hovered ? kOthersAlpha : 1.0f, 1.5f);
    if (state.hovered) add(*state.hovered, 1.0f, 3.0f);
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
         .stops = rampStops(context.palette),
         .numbers = {valueText(number, from), valueText(number, 0.5f * (from + to)), valueText(number, to)}});
}

} // namespace satbox::app
