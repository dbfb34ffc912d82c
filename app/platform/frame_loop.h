#pragma once

#include <chrono>
#include <functional>
#include <optional>

namespace satbox::app {

// The frame loop of the platform. On a desktop it is a loop. A page has none: the browser calls a function
// for every frame, and nothing that it calls may wait.

// The frame rate to which FrameClock must limit the loop; 0: none, since the browser calls at the display's
// rate.
#if defined(__EMSCRIPTEN__)
inline constexpr double kFrameRateLimit = 0.0;
#else
inline constexpr double kFrameRateLimit = 60.0; // frames per second
#endif

// Calls `turn` until it returns false, then `finish`. Exceptions of both pass through.
// In a browser it does not return, and the caller's frame is lost: `turn` and `finish` must own all that they
// use. The page shows what() of an exception.
void runFrameLoop(std::function<bool()> turn, std::function<void()> finish);

// Waits between two frames while nothing moves.
class EventWait {
  public:
    // Waits until an event is pending or endRequested(), but at most `seconds`. Returns the seconds waited.
    // In a browser it returns nothing while it has to wait: then leave this turn of the loop, and call again
    // in the next.
    std::optional<double> wait(double seconds);

  private:
    std::optional<std::chrono::steady_clock::time_point> begun_; // of a wait that continues in the next turn
};

} // namespace satbox::app
