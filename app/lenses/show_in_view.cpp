#include "app/lenses/show_in_view.h"

#include <algorithm>

namespace satbox::app {

void showInView(LensContext& context, const WorldBox& box, bool animated)
{
    constexpr float kMinSize = 60.0f, kMargin = 160.0f; // window points
    Camera& camera = context.camera;
    const WorldBox visible = camera.visibleWorld();
    const Vec2 size = box.upper - box.lower;
    const bool isWhole = contains(visible, box.lower) && contains(visible, box.upper);
    if (isWhole && std::max(size.x, size.y) * camera.pixelsPerMeter() >= kMinSize) return;
    camera.fit(box, animated, kMargin, context.legendHeight);
}

} // namespace satbox::app
