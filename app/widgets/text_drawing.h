#pragma once

#include "app/gfx/color.h"

#include <string_view>

struct ImDrawList;

namespace satbox::app {

// Single lines of text at window points, in the current font; without `out`, in the current window. Positions
// are rounded to whole points.

// Draws text that starts at `left`, cut with an ellipsis if it would extend beyond `right`.
void drawClippedText(ImDrawList& out, const Color& color, float left, float top, float right,
                     std::string_view text);
void drawClippedText(const Color& color, float left, float top, float right, std::string_view text);
// Draws text that ends at `right`. Returns its left edge.
float drawRightAlignedText(ImDrawList& out, const Color& color, float right, float top,
                           std::string_view text);
float drawRightAlignedText(const Color& color, float right, float top, std::string_view text);

} // namespace satbox::app
