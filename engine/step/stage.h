#pragma once

#include <satbox/observe.h>

#include <chrono>

namespace satbox {

using StepClock = std::chrono::steady_clock;

// Is notified when a stage is done. The world's implementation times the stages and notifies an observer.
class StageListener {
  public:
    virtual ~StageListener() = default;
    virtual void done(Stage stage, int substep = -1) = 0; // substep -1: outside the substeps
    // Several stages, which ran interleaved or in parallel, are done. The time since the last report is
    // divided among them in proportion to `shares`; a stage that is still under way gets `rest`. See
    // StepProfile.
    virtual void doneCombined(const StageTimes& shares, float rest) = 0;
    // The clock that separates the stages; tests override it.
    virtual StepClock::time_point now() const { return StepClock::now(); }
};

} // namespace satbox
