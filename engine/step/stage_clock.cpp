#include "engine/step/stage_clock.h"

#include "engine/step/step_report.h"
#include <satbox/observe.h>

namespace satbox {

StageClock::StageClock(const WorldState& world, StepReport& report, StepObserver* observer,
                       const SolverBodies& bodies)
    : StageTimer(report.profile.ms), world_(world), report_(report), observer_(observer), bodies_(bodies),
      start_(last())
{}

void StageClock::done(Stage stage, int substep)
{
    StageTimer::done(stage, substep);
    if (!observer_) return;
    observer_->afterStage(stage, substep, world_, bodies_.states);
    skipTo(now());
}

void StageClock::doneCombined(const StageTimes& shares, float rest)
{
    StageTimer::doneCombined(shares, rest);
    for (size_t i = 0; i < shares.size(); ++i)
        if (shares[i] > 0.0f) report_.profile.shares |= 1u << i;
}

void StageClock::finish() { report_.profile.totalMs += inMs(now() - start_); }

} // namespace satbox
