#include "app/widgets/tooltip_placement.h"

#include <algorithm>

namespace satbox::app {

Vec2 tooltipPosition(const ScreenRect& item, const ScreenRect& window, Vec2 display, Vec2 size,
                     float pointerX, float maxNarrow, float gap)
{
    const auto within = [](float at, float length, float limit) {
        return std::clamp(at, 0.0f, std::max(limit - length, 0.0f));
    };
    const float left = window.x - gap - size.x;
    const float right = window.x + window.width + gap;
    const bool fitsLeft = left >= 0.0f;
    const bool fitsRight = right + size.x <= display.x;
    if (window.width <= maxNarrow && (fitsLeft || fitsRight))
        return {fitsRight ? right : left, within(item.y, size.y, display.y)};
    const float below = item.y + item.height + gap;
    const bool fitsBelow = below + size.y <= display.y;
    const float wide = std::max(item.width - size.x, 0.0f); // how far the tooltip can move along the item
    const float along = std::clamp(pointerX - 0.5f * size.x, item.x, item.x + wide);
    return {within(along, size.x, display.x), fitsBelow ? below : std::max(item.y - gap - size.y, 0.0f)};
}

} // namespace satbox::app
