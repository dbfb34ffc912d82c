#pragma once

#include "engine/step/solver_step.h"
#include "engine/step/stage_timer.h"

namespace satbox {

struct StepReport;
struct WorldState;
class StepObserver;

// Times each stage and calls the observer, if there is one.
class StageClock final : public StageTimer {
  public:
    StageClock(const WorldState& world, StepReport& report, StepObserver* observer, const SolverStep& solver);
    void done(Stage stage, int substep = -1) override;
    bool observesBodies() const override { return observer_ != nullptr; }
    void finish();

  private:
    const WorldState& world_;
    StepReport& report_;
    StepObserver* observer_;
    const SolverStep& solver_;
    StepClock::time_point start_;
};

} // namespace satbox
