#include "app/gfx/camera.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

float clampZoom(float pixelsPerMeter)
{
    return std::clamp(pixelsPerMeter, Camera::kMinPixelsPerMeter, Camera::kMaxPixelsPerMeter);
}

} // namespace

void Camera::set(Position center, float pixelsPerMeter)
{
    moveLeft_ = 0.0f;
    if (isFinite(center)) center_ = center;
    if (isFinite(pixelsPerMeter)) pixelsPerMeter_ = clampZoom(pixelsPerMeter);
}

Vec2 Camera::worldToScreen(Position world) const
{
    const Vec2 middle = viewport_.center();
    const Vec2 d = (world - center_) * pixelsPerMeter_;
    return {middle.x + d.x, middle.y - d.y};
}

Position Camera::screenToWorld(Vec2 screen) const
{
    const Vec2 d = (screen - viewport_.center()) / pixelsPerMeter_;
    return center_ + Vec2{d.x, -d.y};
}

WorldBox Camera::visibleWorld() const
{
    const Vec2 half = Vec2(viewport_.width, viewport_.height) * (0.5f / pixelsPerMeter_);
    return {center_ - half, center_ + half};
}

void Camera::zoomAt(Vec2 screen, float factor)
{
    moveLeft_ = 0.0f;
    const Position fixed = screenToWorld(screen);
    pixelsPerMeter_ = clampZoom(pixelsPerMeter_ * factor);
    center_ += fixed - screenToWorld(screen);
}

void Camera::panBy(Vec2 delta)
{
    moveLeft_ = 0.0f;
    center_ += Vec2(-delta.x, delta.y) / pixelsPerMeter_;
}

void Camera::fit(const WorldBox& box, bool animated, float marginPoints, float bottomPoints)
{
    if (!isFinite(box)) return;
    const Vec2 size = box.upper - box.lower;
    if (size.x < 0.0f || size.y < 0.0f) return;
    const Vec2 room(std::max(viewport_.width - 2.0f * marginPoints, 16.0f),
                    std::max(viewport_.height - 2.0f * marginPoints - bottomPoints, 16.0f));
    float zoom = pixelsPerMeter_;
    if (size.x > 0.0f && size.y > 0.0f)
        zoom = std::min(room.x / size.x, room.y / size.y);
    else if (size.x > 0.0f)
        zoom = room.x / size.x;
    else if (size.y > 0.0f)
        zoom = room.y / size.y;
    zoom = clampZoom(zoom);
    // Centred in the view if that leaves the strip free, otherwise just above the strip.
    Position center = satbox::center(box);
    const float below = 0.5f * (viewport_.height - size.y * zoom);
    center.y -= static_cast<double>(
        std::max(std::min(marginPoints + bottomPoints - below, bottomPoints), 0.0f) / zoom);

    if (!animated) {
        set(center, zoom);
        return;
    }
    fromCenter_ = center_;
    fromPixelsPerMeter_ = pixelsPerMeter_;
    toCenter_ = center;
    toPixelsPerMeter_ = zoom;
    moveLeft_ = kMoveSeconds;
}

bool Camera::update(float seconds)
{
    if (moveLeft_ <= 0.0f) return false;
    moveLeft_ = std::max(moveLeft_ - seconds, 0.0f);
    if (moveLeft_ == 0.0f) {
        center_ = toCenter_;
        pixelsPerMeter_ = toPixelsPerMeter_;
        return false;
    }
    const float t = 1.0f - moveLeft_ / kMoveSeconds;
    const float eased = easeInOut(t);
    // The logarithm of the zoom is interpolated. The centre is interpolated in proportion to the change of
    // metres per point, not to time: one world point then stays fixed on the screen during the move.
    pixelsPerMeter_ = fromPixelsPerMeter_ * std::pow(toPixelsPerMeter_ / fromPixelsPerMeter_, eased);
    const float from = 1.0f / fromPixelsPerMeter_;
    const float to = 1.0f / toPixelsPerMeter_;
    const float share =
        std::abs(to - from) > 1e-3f * from ? (1.0f / pixelsPerMeter_ - from) / (to - from) : eased;
    center_ = fromCenter_ + (toCenter_ - fromCenter_) * share;
    return true;
}

} // namespace satbox::app
