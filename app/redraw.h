#pragma once

#include "app/app_state.h"
#include "app/platform/input.h"

namespace satbox::app {

// When the frame loop may sleep: while nothing moves by itself and no hand is at work. After anything that
// happened frames are drawn for a while, since the interface needs some to settle and fades some to end.
class Redraw {
  public:
    void happened() { framesLeft_ = kFramesAfterEvent; }
    void drawn()
    {
        if (framesLeft_ > 0) --framesLeft_;
    }

    // For how many seconds nothing will change unless something happens; 0: the next frame is due.
    // `typing`: a text field has the keyboard, and its caret blinks.
    double restSeconds(const AppState& state, const Input& input, bool typing) const;

  private:
    static constexpr int kFramesAfterEvent = 30; // half a second; panel and camera move for 0.15 s
    int framesLeft_ = kFramesAfterEvent;
};

// Whether the next frame differs from this one though nothing happens: time runs, a view moves, a lens plays.
bool movesByItself(const AppState& state);

} // namespace satbox::app
