#pragma once

#include "app/gfx/palette.h"

#include <cstdint>

namespace satbox::app {

// Colours that overlays make from the palette's.

// For the n-th of something that only has to differ from its neighbours: islands, trails.
Color categoryColor(const Palette& palette, uint32_t n);

// Of contacts that are solved side by side (Contact::colour): no two solving colours look the same. Muted for
// the overflow colour and for contacts that have none.
Color solvingColor(const Palette& palette, int colour);

// Of a level of the tree: `t` from 0 at the root to 1 at the deepest leaf.
Color treeColor(const Palette& palette, float t);

Color tightBoxColor(const Palette& palette);
Color fatBoxColor(const Palette& palette);

// An outline under the pointer: 30 % nearer to white, on a light ground to black.
Color hovered(const Palette& palette, const Color& outline);

} // namespace satbox::app
