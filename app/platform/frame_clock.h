#pragma once

#include <chrono>

namespace satbox::app {

// Keeps the frame loop at a steady rate by sleeping (a screen's own rhythm is not always to be had) and
// measures it.
class FrameClock {
  public:
    // framesPerSecond <= 0: no limit.
    explicit FrameClock(double framesPerSecond = 60.0);

    void setLimit(double framesPerSecond);

    // Sleeps until the next frame is due; real seconds since the last call, 0 at the first.
    double tick();

    // After a rest of the loop, which is no frame's time: the next one is due at once, and a usual one.
    void resume();

    double seconds() const { return seconds_; }          // of the last frame, start to start
    double smoothedSeconds() const { return smoothed_; } // over about half a second
    double framesPerSecond() const { return smoothed_ > 0.0 ? 1.0 / smoothed_ : 0.0; }
    double workSeconds() const { return work_; } // of the last frame without the sleep, smoothed likewise

  private:
    using Clock = std::chrono::steady_clock;
    Clock::duration period_{};
    Clock::time_point last_{};
    Clock::time_point due_{};
    bool started_ = false;
    double seconds_ = 0.0;
    double smoothed_ = 0.0;
    double work_ = 0.0;
};

} // namespace satbox::app
