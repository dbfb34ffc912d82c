#include "engine/step/stage_clock.h"

#include "engine/step/step_observer.h"
#include "engine/step/step_report.h"

namespace satbox {

StageClock::StageClock(const WorldState& world, StepReport& report, StepObserver* observer,
                       const SolverStep& solver)
    : StageTimer(report.profile.ms), world_(world), report_(report), observer_(observer), solver_(solver),
      start_(last())
{}

void StageClock::done(Stage stage, int substep)
{
    StageTimer::done(stage, substep);
    if (!observer_) return;
    observer_->afterStage(stage, substep, world_, solver_.bodies.states);
    skipTo(now());
}

void StageClock::finish() { report_.profile.totalMs += inMs(now() - start_); }

} // namespace satbox
