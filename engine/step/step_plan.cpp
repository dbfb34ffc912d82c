#include "engine/step/step_plan.h"

#include "engine/core/assert.h"

namespace satbox {

bool needsSingleGroup(bool isObserved, const StepWorkspace& work)
{
    return isObserved || work.regroupCountdown > 0;
}

StepPlan makeStepPlan(SolverType solver, bool isObserved, bool singleGroup, Granularity contactUpdate)
{
    SATBOX_ASSERT(singleGroup || !isObserved, "an observer sees all bodies in one order");
    if (isObserved || isReferenceSolver(solver)) {
        SATBOX_ASSERT(contactUpdate == Granularity::Whole,
                      "observers and reference solvers need all contacts updated");
        return {.singleGroup = singleGroup};
    }
    return {.singleGroup = singleGroup,
            .contactUpdate = contactUpdate,
            .gathering = Granularity::PerGroup,
            .solving = Granularity::PerPartition};
}

} // namespace satbox
