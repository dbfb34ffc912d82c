#pragma once

#include "app/gfx/palette.h"

#include <array>
#include <cstdint>
#include <vector>

namespace satbox::app {

// Colours that overlays derive from the palette.

// The hues of bodies, islands and trails: the set of Okabe and Ito, three of them brighter, with grey instead
// of black as the last.
struct NamedHue {
    uint32_t rgb; // 0xRRGGBB, in the dark theme
    const char* name;
};
inline constexpr auto kNamedHues = std::to_array<NamedHue>({{0xE69F00, "Orange"},
                                                            {0x56B4E9, "Sky blue"},
                                                            {0x1FB58A, "Green"},
                                                            {0xF0E442, "Yellow"},
                                                            {0x3F93D2, "Blue"},
                                                            {0xE8702A, "Vermilion"},
                                                            {0xCC79A7, "Purple"},
                                                            {0xAEB6C2, "Grey"}});
// A body's own colour (BodyDef::color) in the theme: darker in the light one.
Color ownColor(const Palette& palette, uint32_t rgb);

// Colour number `n` of a cycle of seven, without grey: distinguishes neighbouring bodies, islands or trails.
inline constexpr uint32_t kCategoryCount = 7;
Color categoryColor(const Palette& palette, uint32_t n);

// Screen colour for a contact colour of the solver (Contact::colour); each has its own. Palette::muted for
// the overflow colour and for contacts without a colour.
Color displayColor(const Palette& palette, int colour);

// Colour of a tree level: `t` is 0 at the root and 1 at the deepest leaf.
Color treeColor(const Palette& palette, float t);

// The ramps of the heat map and of speeds, six stops at equal distances: the larger the value, the more it
// stands out from the background. heatColor, speedColor: between them, `t` is limited to 0..1.
std::vector<Color> heatStops(const Palette& palette);
std::vector<Color> speedStops(const Palette& palette);
Color heatColor(const Palette& palette, float t);
Color speedColor(const Palette& palette, float t);

Color tightBoxColor(const Palette& palette);
Color fatBoxColor(const Palette& palette);

// A hovered outline: 30 % nearer to white, or to black in the light theme.
Color hoverColor(const Palette& palette, const Color& outline);

} // namespace satbox::app
