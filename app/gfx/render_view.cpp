#include "app/gfx/render_view.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

RenderView makeRenderView(const Camera& camera, IntSize framebuffer, float pixelsPerPoint,
                          float interfaceScale)
{
    const ScreenRect& points = camera.viewport();
    const auto toPixels = [pixelsPerPoint](float p) {
        return static_cast<int>(std::lround(p * pixelsPerPoint));
    };
    const int left = toPixels(points.x);
    const int top = toPixels(points.y);
    const int right = toPixels(points.x + points.width);
    const int bottom = toPixels(points.y + points.height);

    RenderView view;
    view.pixelsPerMeter = camera.pixelsPerMeter() * pixelsPerPoint;
    view.pixelScale = pixelsPerPoint * interfaceScale;
    view.x = left;
    view.y = framebuffer.height - bottom;
    view.width = std::max(right - left, 1);
    view.height = std::max(bottom - top, 1);
    // Rounding may move the viewport's middle by up to half a pixel. The centre compensates for that, so that
    // the picture agrees with Camera::worldToScreen.
    const Vec2 middle = Vec2(static_cast<float>(left + right), static_cast<float>(top + bottom)) * 0.5f;
    view.center = camera.screenToWorld(middle / pixelsPerPoint);
    return view;
}

} // namespace satbox::app
