#include "app/lenses/plot/panel/plot_marks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace satbox::app {

namespace {

constexpr float kBandAlpha = 0.75f;

std::vector<float> scaled(const UiContext& ui, std::span<const float> designPixels)
{
    std::vector<float> points;
    for (const float one : designPixels) points.push_back(ui.px(one));
    return points;
}

Color hueOf(const Palette& p, size_t hue)
{
    const std::array hues{p.pairA, p.pairB, p.pairSeparating, p.penetration};
    return hues[hue % hues.size()];
}

// By the meaning that the colours have in the world: friction, normal impulse, normal, overlap.
Color ledgerColor(const Palette& p, size_t band)
{
    const std::array colors{p.frictionImpulse, p.normalImpulse, p.normal, p.penetration,
                            p.pairB,           p.pairA,         p.muted,  p.text};
    return colors[band % colors.size()].withAlpha(kBandAlpha);
}

// Neighbours in the stack differ in lightness too.
Color stageColor(const Palette& p, size_t band)
{
    const std::array colors{p.frictionImpulse, p.pairA, p.muted,       p.text,
                            p.normalImpulse,   p.pairB, p.penetration, p.normal};
    return colors[band % colors.size()].withAlpha(kBandAlpha);
}

Color colorOf(const Palette& palette, const PlotCurve& curve, const PlotQuantity& quantity)
{
    if (!quantity.isStacked) return hueOf(palette, curve.hue);
    if (!curve.isBand) return palette.text;
    return quantity.source == PlotSource::Ledger ? ledgerColor(palette, curve.hue)
                                                 : stageColor(palette, curve.hue);
}

std::vector<float> dashesOfBody(const UiContext& ui, size_t body)
{
    constexpr static std::array kLong{14.0f, 3.0f};
    constexpr static std::array kDashDot{10.0f, 3.0f, 2.0f, 3.0f};
    constexpr static std::array kDashDotDot{10.0f, 3.0f, 2.0f, 3.0f, 2.0f, 3.0f};
    const std::array<std::span<const float>, PlotState::kMaxBodies> all{std::span<const float>{}, kLong,
                                                                        kDashDot, kDashDotDot};
    return scaled(ui, all[body % all.size()]);
}

// Of equal values, such as the potential and the total energy at rest, all curves are seen: the lowest one is
// solid, and through the gaps of the others those below show.
std::vector<float> dashesOfPart(const UiContext& ui, size_t part, size_t parts)
{
    constexpr static std::array kShort{6.0f, 6.0f};
    constexpr static std::array kLong{12.0f, 5.0f};
    const std::array<std::span<const float>, 3> all{std::span<const float>{}, kShort, kLong};
    return scaled(ui, all[std::min(parts - 1 - part, all.size() - 1)]);
}

void include(ValueRange& range, double value)
{
    if (!std::isfinite(value)) return;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
}

void includeBands(ValueRange& range, std::span<const PlotCurve> curves)
{
    for (size_t i = 0; !curves.empty() && i < curves.front().values.size(); ++i) {
        double above = 0.0, below = 0.0;
        bool isKnown = false;
        for (const PlotCurve& curve : curves) {
            if (!curve.isBand || !std::isfinite(curve.values[i])) continue;
            (curve.values[i] > 0.0 ? above : below) += curve.values[i];
            isKnown = true;
        }
        if (!isKnown) continue;
        include(range, above);
        include(range, below);
    }
}

} // namespace

std::vector<float> dashesOfLine(const UiContext& ui, size_t line)
{
    constexpr static std::array kDashed{6.0f, 4.0f};
    constexpr static std::array kDotted{2.0f, 3.0f};
    constexpr static std::array kDashDotted{6.0f, 3.0f, 2.0f, 3.0f};
    const std::array<std::span<const float>, PlotState::kMaxLines + 1> all{std::span<const float>{}, kDashed,
                                                                           kDotted, kDashDotted};
    return scaled(ui, all[line % all.size()]);
}

CurveStyle styleOf(const UiContext& ui, const PlotCurve& curve, const PlotQuantity& quantity)
{
    CurveStyle style{.color = colorOf(ui.palette, curve, quantity),
                     .width = std::max(ui.px(curve.line > 0 ? 1.0f : 2.0f), 1.0f)};
    if (curve.line > 0)
        style.dashes = dashesOfLine(ui, curve.line);
    else if (quantity.source == PlotSource::Body)
        style.dashes = dashesOfBody(ui, curve.hue);
    else if (!quantity.isStacked)
        style.dashes = dashesOfPart(ui, curve.hue, quantity.parts.size());
    return style;
}

ValueRange valueRangeOf(std::span<const PlotCurve> curves)
{
    ValueRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const PlotCurve& curve : curves)
        if (!curve.isBand)
            for (const double value : curve.values) include(range, value);
    if (std::ranges::any_of(curves, &PlotCurve::isBand)) includeBands(range, curves);
    if (!range.isKnown()) return range;
    if (range.low > 0.0 && range.low < 0.5 * range.high) range.low = 0.0;
    if (range.high < 0.0 && range.high > 0.5 * range.low) range.high = 0.0;
    return range;
}

} // namespace satbox::app
