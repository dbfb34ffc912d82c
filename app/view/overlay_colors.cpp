#include "app/view/overlay_colors.h"

#include "engine/step/schedule/constraint_graph.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace satbox::app {

namespace {

constexpr size_t kHues = kNamedHues.size();

// Positive: towards white, negative: towards black. Each shade serves eight contact colours. The last shade
// is for kFixedColours: contacts with immovable bodies.
constexpr std::array kShades{0.0f, -0.35f, 0.25f, 0.55f};
static_assert(kShades.size() * kHues >= static_cast<std::size_t>(kOverflowColour));

static_assert(kCategoryCount + 1 == kHues);

// Rows 64, 96 ... 224 of the 256 of "magma" and "viridis", by S. van der Walt and N. Smith for matplotlib
// (2015, CC0): perceptually uniform, with a luminance that only rises, so that they can be read with any
// colour vision. The rows left out are as dark as the dark background, or as pale as a selected outline.
using Ramp = std::array<Color, 6>;
constexpr Ramp kHeatStops{Color::fromHex(0x51127C), Color::fromHex(0x832681), Color::fromHex(0xB73779),
                          Color::fromHex(0xE75263), Color::fromHex(0xFC8961), Color::fromHex(0xFEC488)};
constexpr Ramp kSpeedStops{Color::fromHex(0x3B528B), Color::fromHex(0x2C728E), Color::fromHex(0x21918C),
                           Color::fromHex(0x28AE80), Color::fromHex(0x5EC962), Color::fromHex(0xADDC30)};

// The brighter a ramp's colour, the larger the value; in the light theme, the darker.
std::vector<Color> stopsOf(const Ramp& ramp, const Palette& palette)
{
    if (palette.theme == Theme::Dark) return {ramp.begin(), ramp.end()};
    return {ramp.rbegin(), ramp.rend()};
}

Color colorOf(const Ramp& ramp, const Palette& palette, float t)
{
    if (palette.theme == Theme::Light) t = 1.0f - t;
    const float at = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(ramp.size() - 1);
    const std::size_t stop = std::min(static_cast<std::size_t>(at), ramp.size() - 2);
    return ramp[stop].mixed(ramp[stop + 1], at - static_cast<float>(stop));
}

// `n` < kHues
Color hue(const Palette& palette, size_t n) { return ownColor(palette, kNamedHues[n].rgb); }

} // namespace

Color ownColor(const Palette& palette, uint32_t rgb)
{
    const Color color = Color::fromHex(rgb);
    return palette.theme == Theme::Dark ? color : color.darkened(0.30f);
}

Color categoryColor(const Palette& palette, uint32_t n) { return hue(palette, n % kCategoryCount); }

Color displayColor(const Palette& palette, int colour)
{
    if (colour < 0 || colour >= kOverflowColour) return palette.muted;
    const auto n = static_cast<size_t>(colour);
    const Color base = hue(palette, n % kHues);
    const float shade = kShades[n / kHues];
    return shade < 0.0f ? base.darkened(-shade) : base.lightened(shade);
}

Color treeColor(const Palette& palette, float t) { return palette.penetration.mixed(palette.accent, t); }

std::vector<Color> heatStops(const Palette& palette) { return stopsOf(kHeatStops, palette); }
std::vector<Color> speedStops(const Palette& palette) { return stopsOf(kSpeedStops, palette); }
Color heatColor(const Palette& palette, float t) { return colorOf(kHeatStops, palette, t); }
Color speedColor(const Palette& palette, float t) { return colorOf(kSpeedStops, palette, t); }

Color tightBoxColor(const Palette& palette) { return palette.muted.withAlpha(0.60f); }
Color fatBoxColor(const Palette& palette) { return palette.accent.withAlpha(0.50f); }

Color hoverColor(const Palette& palette, const Color& outline)
{
    return palette.theme == Theme::Dark ? outline.lightened(kHoverBlend) : outline.darkened(kHoverBlend);
}

} // namespace satbox::app
