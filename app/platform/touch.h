#pragma once

#include <satbox/math.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace satbox::app {

// The movement of two fingers: what is between them follows both.
struct PinchStep {
    Vec2 center{0.0f, 0.0f}; // between the fingers, window points
    Vec2 delta{0.0f, 0.0f};  // of the centre since the last step, window points
    float scale = 1.0f; // of the distance between the fingers since the last step; above 1: they move apart
};

// Follows the fingers on a touch screen. One finger is a mouse, whose left button is pressed. A second one
// begins a pinch, which lasts until all fingers have left the screen: then a finger that stays does not drag
// anything. A short pinch of two fingers that do not move is a tap, the right button of the mouse.
class TouchTracker {
  public:
    using FingerId = std::int64_t;

    // Positions are in window points, times in seconds of any clock. Returns true if this finger begins a
    // pinch: then the drag of the first finger must be cancelled.
    bool down(FingerId finger, Vec2 position, double time = 0.0);
    // Returns a step if the two fingers of a pinch moved.
    std::optional<PinchStep> move(FingerId finger, Vec2 position);
    // Returns where the first finger was if a tap of two fingers has ended.
    std::optional<Vec2> up(FingerId finger, double time = 0.0);
    // All fingers are lost: the window has lost the focus.
    void reset();

    // True from the second finger on until the last one leaves: the mouse events of touches must be ignored.
    bool isPinching() const { return pinching_; }

  private:
    struct Finger {
        FingerId id = 0;
        Vec2 position{0.0f, 0.0f};
        Vec2 start{0.0f, 0.0f}; // where it touched the screen
    };
    std::vector<Finger> fingers_; // the first two make the pinch
    bool pinching_ = false;
    bool isTap_ = false;      // the pinch may still be a tap
    double tapBegun_ = 0.0;   // when its second finger touched the screen
    Vec2 tapped_{0.0f, 0.0f}; // where the first one did
};

} // namespace satbox::app
