#pragma once

#include "engine/math/position.h"

namespace satbox::app {

// A rectangle of the window in window points, y down.
struct ScreenRect {
    float x = 0.0f;
    float y = 0.0f;
    float width = 0.0f;
    float height = 0.0f;

    bool contains(Vec2 p) const { return p.x >= x && p.y >= y && p.x < x + width && p.y < y + height; }
    Vec2 center() const { return {x + 0.5f * width, y + 0.5f * height}; }
    friend bool operator==(const ScreenRect&, const ScreenRect&) = default;
};

// Which part of the world is seen and where on the window. World: metres, y up. Screen: window points, y
// down. A value; the only thing that changes by itself is an eased movement, and only in `update`.
class Camera {
  public:
    static constexpr float kMinPixelsPerMeter = 0.05f;
    static constexpr float kMaxPixelsPerMeter = 50000.0f;
    static constexpr float kMoveSeconds = 0.15f;

    Position center() const { return center_; }              // world point in the middle of the viewport
    float pixelsPerMeter() const { return pixelsPerMeter_; } // window points per metre
    const ScreenRect& viewport() const { return viewport_; }

    void setViewport(const ScreenRect& viewport) { viewport_ = viewport; }
    // Jumps; ends an eased movement. The zoom is clamped to the limits above.
    void set(Position center, float pixelsPerMeter);

    Vec2 worldToScreen(Position world) const;
    Position screenToWorld(Vec2 screen) const;
    float metersPerPixel() const { return 1.0f / pixelsPerMeter_; }
    WorldBox visibleWorld() const;

    // The world point under `screen` stays under it. factor > 1 zooms in. Ends an eased movement.
    void zoomAt(Vec2 screen, float factor);
    // Moves the world with the pointer by `delta` window points. Ends an eased movement.
    void panBy(Vec2 delta);

    // Shows the whole box with `marginPoints` free on each side, and above a strip of `bottomPoints` in which
    // something else stands; eased over kMoveSeconds unless `animated` is false. A box without extent keeps
    // the zoom and is centred; a non-finite one is ignored.
    void fit(const WorldBox& box, bool animated, float marginPoints = 48.0f, float bottomPoints = 0.0f);
    // Advances an eased movement by real time; true while it goes on.
    bool update(float seconds);
    bool moving() const { return moveLeft_ > 0.0f; }

  private:
    Position center_{};
    float pixelsPerMeter_ = 50.0f;
    ScreenRect viewport_{0.0f, 0.0f, 1280.0f, 720.0f};

    Position fromCenter_{};
    Position toCenter_{};
    float fromPixelsPerMeter_ = 50.0f;
    float toPixelsPerMeter_ = 50.0f;
    float moveLeft_ = 0.0f; // s
};

} // namespace satbox::app
