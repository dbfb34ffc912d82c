#pragma once

#include <chrono>

namespace satbox::app {

// Limits the frame rate by sleeping, since vertical sync is not available everywhere, and measures it.
class FrameClock {
  public:
    // framesPerSecond <= 0: no limit.
    explicit FrameClock(double framesPerSecond = 60.0);

    // Sleeps until the next frame is due. Returns the wall-clock seconds since the last call; 0 for the first
    // one.
    double tick();

    // Call after the frame loop has slept for another reason. The next tick() does not sleep, and returns
    // about one period.
    void resume();

    double seconds() const { return seconds_; } // from the start of the last frame to that of this one
    double framesPerSecond() const { return smoothed_ > 0.0 ? 1.0 / smoothed_ : 0.0; } // smoothed over 0.5 s
    double workSeconds() const { return work_; } // of a frame without the sleep, smoothed over about 0.5 s

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
