#include "app/view/overlay_colors.h"

#include <array>

namespace satbox::app {

namespace {

// Okabe and Ito's, without black.
constexpr std::array kCategories{Color::fromHex(0xE69F00), Color::fromHex(0x56B4E9), Color::fromHex(0x1FB58A),
                                 Color::fromHex(0xF0E442), Color::fromHex(0x3F93D2), Color::fromHex(0xE8702A),
                                 Color::fromHex(0xCC79A7), Color::fromHex(0xAEB6C2)};

} // namespace

Color categoryColor(const Palette& palette, uint32_t n)
{
    const Color color = kCategories[n % kCategories.size()];
    return palette.kind == ThemeKind::Dark ? color : color.darkened(0.30f);
}

Color treeColor(const Palette& palette, float t) { return palette.penetration.mixed(palette.accent, t); }

Color tightBoxColor(const Palette& palette) { return palette.muted.withAlpha(0.60f); }
Color fatBoxColor(const Palette& palette) { return palette.accent.withAlpha(0.50f); }

Color hovered(const Palette& palette, const Color& outline)
{
    return palette.kind == ThemeKind::Dark ? outline.lightened(kHoverLight) : outline.darkened(kHoverLight);
}

} // namespace satbox::app
