#pragma once

#include "engine/step/solver_bodies.h"
#include "engine/step/stage.h"
#include "engine/step/stage_timer.h"
#include <satbox/observe.h>

namespace satbox {

struct StepReport;
struct WorldState;
class StepObserver;

// Times each stage and calls the observer, if there is one.
class StageClock final : public StageTimer {
  public:
    // Keeps references to its arguments. `bodies`: their rows are shown to the observer, once there are any.
    StageClock(const WorldState& world, StepReport& report, StepObserver* observer,
               const SolverBodies& bodies);
    void done(Stage stage, int substep = -1) override;
    void doneCombined(const StageTimes& shares, float rest) override;
    void finish(); // adds the total time

  private:
    const WorldState& world_;
    StepReport& report_;
    StepObserver* observer_;
    const SolverBodies& bodies_;
    StepClock::time_point start_;
};

} // namespace satbox
