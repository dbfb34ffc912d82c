#include "app/view/overlay_colors.h"

#include "engine/step/schedule/constraint_graph.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace satbox::app {

namespace {

// The set of Okabe and Ito, three of them brighter, with grey instead of black.
constexpr std::array kCategories{Color::fromHex(0xE69F00), Color::fromHex(0x56B4E9), Color::fromHex(0x1FB58A),
                                 Color::fromHex(0xF0E442), Color::fromHex(0x3F93D2), Color::fromHex(0xE8702A),
                                 Color::fromHex(0xCC79A7), Color::fromHex(0xAEB6C2)};

// Positive: towards white, negative: towards black. Each shade serves eight contact colours. The last shade
// is for kFixedColours: contacts with immovable bodies.
constexpr std::array kShades{0.0f, -0.35f, 0.25f, 0.55f};
static_assert(kShades.size() * kCategories.size() >= static_cast<std::size_t>(kOverflowColour));

// Rows 64, 96 ... 224 of the 256 of "magma", by S. van der Walt and N. Smith for matplotlib (2015, CC0):
// perceptually uniform, with a luminance that only rises, so that it can be read with any colour vision. The
// rows left out are as dark as the dark background, or as pale as a selected outline.
constexpr std::array kHeatStops{Color::fromHex(0x51127C), Color::fromHex(0x832681), Color::fromHex(0xB73779),
                                Color::fromHex(0xE75263), Color::fromHex(0xFC8961), Color::fromHex(0xFEC488)};

} // namespace

Color categoryColor(const Palette& palette, uint32_t n)
{
    const Color color = kCategories[n % kCategories.size()];
    return palette.theme == Theme::Dark ? color : color.darkened(0.30f);
}

Color displayColor(const Palette& palette, int colour)
{
    if (colour < 0 || colour >= kOverflowColour) return palette.muted;
    const Color hue = categoryColor(palette, static_cast<uint32_t>(colour));
    const float shade = kShades[static_cast<std::size_t>(colour) / kCategories.size()];
    return shade < 0.0f ? hue.darkened(-shade) : hue.lightened(shade);
}

Color treeColor(const Palette& palette, float t) { return palette.penetration.mixed(palette.accent, t); }

std::vector<Color> heatStops(const Palette& palette)
{
    if (palette.theme == Theme::Dark) return {kHeatStops.begin(), kHeatStops.end()};
    return {kHeatStops.rbegin(), kHeatStops.rend()};
}

Color heatColor(const Palette& palette, float t)
{
    if (palette.theme == Theme::Light) t = 1.0f - t;
    const float at = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(kHeatStops.size() - 1);
    const std::size_t stop = std::min(static_cast<std::size_t>(at), kHeatStops.size() - 2);
    return kHeatStops[stop].mixed(kHeatStops[stop + 1], at - static_cast<float>(stop));
}

Color tightBoxColor(const Palette& palette) { return palette.muted.withAlpha(0.60f); }
Color fatBoxColor(const Palette& palette) { return palette.accent.withAlpha(0.50f); }

Color hoverColor(const Palette& palette, const Color& outline)
{
    return palette.theme == Theme::Dark ? outline.lightened(kHoverBlend) : outline.darkened(kHoverBlend);
}

} // namespace satbox::app
