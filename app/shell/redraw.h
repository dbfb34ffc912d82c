#pragma once

#include "app/platform/input.h"
#include "app/shell/app_state.h"

namespace satbox::app {

// Decides how long the frame loop may sleep. It draws while something is animated or a mouse button is held,
// and for half a second after each event, so that the interface's layout and fades can finish.
class RedrawPolicy {
  public:
    void noteEvent() { framesLeft_ = kFramesAfterEvent; }
    void noteFrame()
    {
        if (framesLeft_ > 0) --framesLeft_;
    }

    // Seconds for which the picture will not change unless an event arrives; 0: draw the next frame now.
    // `typing`: true if a text field has the keyboard, whose caret blinks.
    double secondsUntilNextFrame(const AppState& state, const Input& input, bool typing) const;

  private:
    static constexpr int kFramesAfterEvent = 30; // 0.5 s; panels and camera move for 0.15 s
    int framesLeft_ = kFramesAfterEvent;
};

// True if the next frame differs without any event: time runs, a view moves, an animation plays.
bool isAnimating(const AppState& state);

} // namespace satbox::app
