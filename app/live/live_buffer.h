#pragma once

#include "app/live/live_frame.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace satbox::app {

// The scenes and steps of a connection that wait to be shown: at most the last minute, while the picture is
// paused, and less of large worlds. When full, the oldest frames are merged or dropped; the rest still
// produces the present state: steps before a later scene are dropped, and a step is merged into the one after
// it.
class LiveBuffer {
  public:
    static constexpr double kMaxSeconds = 60.0;
    static constexpr size_t kMaxBytes = 128u << 20;

    explicit LiveBuffer(double maxSeconds = kMaxSeconds, size_t maxBytes = kMaxBytes)
        : maxSeconds_(maxSeconds), maxBytes_(maxBytes)
    {}

    void push(LiveFrame frame);
    // The oldest one; nothing if there is none.
    std::optional<LiveFrame> pop();
    bool isEmpty() const { return frames_.empty(); }

    double seconds() const { return seconds_; } // of the steps that wait
    // Steps that were dropped or merged, or that the program skipped because the connection was full.
    uint64_t missingSteps() const { return missing_; }

  private:
    bool shorten();
    void forget(size_t index);

    double maxSeconds_;
    size_t maxBytes_;
    std::deque<LiveFrame> frames_;
    double seconds_ = 0.0;
    size_t bytes_ = 0;
    uint64_t missing_ = 0;
};

} // namespace satbox::app
