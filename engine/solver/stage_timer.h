#pragma once

#include "engine/solver/step_profile.h"

#include <chrono>
#include <numeric>

namespace satbox {

// Adds up how long each stage takes, in ms.
class StageTimer : public StageListener {
  public:
    explicit StageTimer(StageTimes& ms) : ms_(ms) {}

    void done(Stage stage, int) override
    {
        const Clock::time_point now = Clock::now();
        ms_[static_cast<size_t>(stage)] += inMs(now - last_);
        last_ = now;
    }
    void doneTogether(const StageTimes& shares, float rest) override
    {
        const Clock::duration passed = Clock::now() - last_;
        const float all = std::accumulate(shares.begin(), shares.end(), rest);
        if (all <= 0.0f) return;
        for (size_t i = 0; i < shares.size(); ++i) ms_[i] += inMs(passed) * (shares[i] / all);
        last_ += std::chrono::duration_cast<Clock::duration>(passed * (1.0f - rest / all));
    }

  protected:
    using Clock = std::chrono::steady_clock;
    static float inMs(Clock::duration time) { return std::chrono::duration<float, std::milli>(time).count(); }
    void skipTo(Clock::time_point now) { last_ = now; } // what passed until then counts for no stage
    Clock::time_point last() const { return last_; }

  private:
    StageTimes& ms_;
    Clock::time_point last_ = Clock::now();
};

} // namespace satbox
