#pragma once

#include <chrono>

namespace satbox::app {

// Seconds of a clock that never jumps, from an arbitrary start: for measuring durations.
inline double secondsNow()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace satbox::app
