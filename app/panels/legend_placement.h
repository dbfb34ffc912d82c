#pragma once

#include "app/gfx/camera.h"
#include <satbox/world.h>

#include <array>
#include <cstdint>
#include <span>

namespace satbox::app {

// Where the legend is: in the corner of the view in which it covers least.

enum class LegendCorner : uint8_t { BottomLeft, TopLeft, TopRight, BottomRight };
inline constexpr size_t kLegendCorners = 4;

inline bool isAtTop(LegendCorner corner)
{
    return corner == LegendCorner::TopLeft || corner == LegendCorner::TopRight;
}
inline bool isAtRight(LegendCorner corner)
{
    return corner == LegendCorner::TopRight || corner == LegendCorner::BottomRight;
}

// A rectangle of `size` in a corner of `view`, above the scale bar if it would cover it. `scaleBar`: size of
// the area at the lower right that stays free, window points.
ScreenRect rectInCorner(LegendCorner corner, const ScreenRect& view, Vec2 size, float margin, Vec2 scaleBar);

// The share of a rectangle in each corner that the boxes of shapes cover, 0 to 1, and kSubjectShare more if
// it covers a subject: a corner without one is always better.
using CoveredShares = std::array<float, kLegendCorners>;
inline constexpr float kSubjectShare = 2.0f;
// `subjects`: what a lens shows, m. A subject as large as half the view is left out.
CoveredShares coveredShares(const World& world, const Camera& camera,
                            const std::array<ScreenRect, kLegendCorners>& rects,
                            std::span<const WorldBox> subjects = {});

// Cards count as subjects, whatever their size.
void addCards(CoveredShares& shares, const std::array<ScreenRect, kLegendCorners>& rects,
              std::span<const ScreenRect> cards);

// The share of a grid of points in the rectangle that are inside a shape, 0 to 1: more exact than
// coveredShares() for shapes that do not fill their boxes.
float shareOverShapes(const World& world, const Camera& camera, const ScreenRect& rect);

// The corner to be in next. It is another one only if bodies are covered and fewer are there.
LegendCorner emptierCorner(LegendCorner corner, const CoveredShares& covered);

} // namespace satbox::app
