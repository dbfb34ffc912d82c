#pragma once

#include "engine/step/stage.h"
#include <satbox/observe.h>

#include <numeric>
#include <utility>

namespace satbox {

// Accumulates the time that each stage takes, in ms.
class StageTimer : public StageListener {
  public:
    explicit StageTimer(StageTimes& ms) : ms_(ms) {}

    void done(Stage stage, int) override
    {
        const StepClock::time_point begun = std::exchange(last_, now());
        ms_[static_cast<size_t>(stage)] += inMs(last_ - begun);
    }
    void doneCombined(const StageTimes& shares, float rest) override
    {
        const StepClock::duration passed = now() - last_;
        const float all = std::accumulate(shares.begin(), shares.end(), rest);
        if (all <= 0.0f) return;
        for (size_t i = 0; i < shares.size(); ++i) ms_[i] += inMs(passed) * (shares[i] / all);
        last_ += std::chrono::duration_cast<StepClock::duration>(passed * (1.0f - rest / all));
    }

  protected:
    static float inMs(StepClock::duration time)
    {
        return std::chrono::duration<float, std::milli>(time).count();
    }
    void skipTo(StepClock::time_point time) { last_ = time; } // no stage is charged for the time until then
    StepClock::time_point last() const { return last_; }

  private:
    StageTimes& ms_;
    StepClock::time_point last_ = StepClock::now();
};

} // namespace satbox
