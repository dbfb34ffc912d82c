#include "app/platform/frame_clock.h"

#include <algorithm>
#include <cmath>
#include <thread>

namespace satbox::app {

namespace {

double secondsOf(std::chrono::steady_clock::duration d) { return std::chrono::duration<double>(d).count(); }

// Exponential moving average with a time constant of 0.5 s, independent of the frame rate.
double smooth(double mean, double value, double elapsed)
{
    if (mean <= 0.0) return value;
    return mean + (value - mean) * (1.0 - std::exp(-elapsed / 0.5));
}

} // namespace

FrameClock::FrameClock(double framesPerSecond)
{
    period_ = framesPerSecond > 0.0 ? std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(1.0 / framesPerSecond))
                                    : Clock::duration::zero();
}

double FrameClock::tick()
{
    Clock::time_point now = Clock::now();
    if (!started_) {
        started_ = true;
        last_ = due_ = now;
        return 0.0;
    }
    const double work = secondsOf(now - last_);
    // After a late frame the schedule restarts from now instead of catching up.
    due_ = std::max(due_ + period_, now);
    if (due_ > now) {
        // The system may oversleep by some tenths of a millisecond, so sleep less and yield until the due
        // time.
        constexpr auto kSlack = std::chrono::microseconds(300);
        if (due_ - now > kSlack) std::this_thread::sleep_for(due_ - now - kSlack);
        while ((now = Clock::now()) < due_) std::this_thread::yield();
    }
    seconds_ = secondsOf(now - last_);
    last_ = now;
    smoothed_ = smooth(smoothed_, seconds_, seconds_);
    work_ = smooth(work_, work, seconds_);
    return seconds_;
}

void FrameClock::resume()
{
    if (started_) last_ = due_ = Clock::now() - period_;
}

} // namespace satbox::app
