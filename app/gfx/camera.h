#pragma once

#include <satbox/math.h>

namespace satbox::app {

// A rectangle of the window in window points, y down.
struct ScreenRect {
    float x = 0.0f;
    float y = 0.0f;
    float width = 0.0f;
    float height = 0.0f;

    bool contains(Vec2 p) const { return p.x >= x && p.y >= y && p.x < x + width && p.y < y + height; }
    bool overlaps(const ScreenRect& other) const
    {
        return x < other.x + other.width && other.x < x + width && y < other.y + other.height &&
               other.y < y + height;
    }
    Vec2 center() const { return {x + 0.5f * width, y + 0.5f * height}; }
    friend bool operator==(const ScreenRect&, const ScreenRect&) = default;
};

// From 0 to 1, slow at both ends.
inline float easeInOut(float t) { return t * t * (3.0f - 2.0f * t); }

// Maps the visible part of the world to a viewport of the window. World: metres, y up. Screen: window points,
// y down. A value type; an animated move advances only in `update`.
class Camera {
  public:
    static constexpr float kMinPixelsPerMeter = 0.05f;
    static constexpr float kMaxPixelsPerMeter = 50000.0f;
    static constexpr float kMoveSeconds = 0.15f;

    Position center() const { return center_; }              // world point in the middle of the viewport
    float pixelsPerMeter() const { return pixelsPerMeter_; } // window points per metre
    const ScreenRect& viewport() const { return viewport_; }

    void setViewport(const ScreenRect& viewport) { viewport_ = viewport; }
    // Moves at once and cancels an animated move. The zoom is clamped to the limits above.
    void set(Position center, float pixelsPerMeter);

    Vec2 worldToScreen(Position world) const;
    Position screenToWorld(Vec2 screen) const;
    float metersPerPixel() const { return 1.0f / pixelsPerMeter_; }
    WorldBox visibleWorld() const;

    // The world point under `screen` stays there. factor > 1 zooms in. Cancels an animated move.
    void zoomAt(Vec2 screen, float factor);
    // Moves the world with the pointer by `delta` window points. Cancels an animated move.
    void panBy(Vec2 delta);

    // Shows the whole box with a margin of `marginPoints` on each side and keeps a strip of `bottomPoints` at
    // the bottom free, which other content covers. Takes kMoveSeconds if `animated`. A box without extent is
    // centred at the same zoom; a non-finite box is ignored.
    void fit(const WorldBox& box, bool animated, float marginPoints = 48.0f, float bottomPoints = 0.0f);
    // Advances an animated move by real time, s; true while it is under way.
    bool update(float seconds);
    bool isMoving() const { return moveLeft_ > 0.0f; }

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
