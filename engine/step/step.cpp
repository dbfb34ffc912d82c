#include "engine/step/step.h"

#include "engine/core/assert.h"
#include "engine/step/begin_step.h"
#include "engine/step/build_graph.h"
#include "engine/step/continuous.h"
#include "engine/step/finalize_bodies.h"
#include "engine/step/solvers/solvers.h"
#include "engine/step/solvers/vertex_contact_step.h"
#include "engine/step/stage_clock.h"
#include "engine/step/step_settings.h"
#include "engine/step/store_impulses.h"
#include "engine/step/update_contacts.h"
#include "engine/step/update_islands.h"
#include "engine/step/update_pairs.h"
#include "engine/step/update_sleep.h"
#include <satbox/observe.h>

namespace satbox {

namespace {

// Runs the stages from prepare constraints to relax, then stores contact impulses and body motions.
void solveConstraints(WorldState& world, StepReport& report, StepWorkspace& work, const SolverStep& step,
                      ContactUpdate& contacts)
{
    switch (world.settings.solver) {
    case SolverType::SoftStep:
        return solveGroups(step, contacts, solveSoftStep, work.solverArena);
    case SolverType::SequentialImpulse:
        return solveGroups(step, contacts, solveSequentialImpulse, work.solverArena);
    case SolverType::ManifoldImpulse:
        return solveManifoldImpulse(step, work.solverArena);
    case SolverType::VertexContact:
        return solveVertexContacts(world, report, work, step);
    }
}

} // namespace

void solveStep(WorldState& world, StepReport& report, StepWorkspace& work, float dt, StepObserver* observer,
               TaskExecutor* executor)
{
    SolverStep step;
    step.recorder = observer ? observer->contactRecorder() : nullptr;
    step.executor = step.recorder ? nullptr : executor;
    step.context = makeStepContext(world.settings, dt);
    step.lanes = work.lanes;
    beginStep(world, report, work, step.executor);
    StageClock clock(world, report, observer, step.bodies);
    step.listener = &clock;

    updatePairs(world, report, work, step.executor); // overlapping fat boxes get contacts
    clock.done(Stage::UpdatePairs);

    // Manifolds by SAT and clipping; impulses are matched by feature id. Contacts in the graph may be left to
    // their groups.
    const bool isObserved = observer != nullptr;
    const bool singleGroup = needsSingleGroup(isObserved, work);
    ContactUpdate contacts = makeContactUpdate(world, work, 1, dt);
    const Granularity contactUpdate =
        updateContacts(world, report, work, contacts, singleGroup, step.executor);
    clock.done(Stage::UpdateContacts);

    updateIslands(world, work, dt); // moving bodies wake the sleepers that they touch
    clock.done(Stage::UpdateIslands);

    step.plan = makeStepPlan(world.settings.solver, isObserved, singleGroup, contactUpdate);
    buildGraph(world, report, work, step); // groups and colours; rows, unless groups fill their own
    clock.done(Stage::BuildGraph);

    solveConstraints(world, report, work, step, contacts);  // reports its stages itself
    if (step.plan.contactUpdate == Granularity::PerGroup) { // now all contacts are updated
        // Contacts in the graph keep their colour for the whole step, so none can be removed here.
        SATBOX_ASSERT(!contacts.hasChanged(), "contacts updated by their groups must not change the graph");
        finishContacts(world, work, contacts, report.events, Poses::BeforeStep, step.executor);
    }
    storeImpulses(world, report, work, step); // forces of joints; begin and hit events
    clock.done(Stage::StoreImpulses);

    stopFastBodies(world, collectFastBodies(step, work.arena), step.executor); // continuous collision
    clock.done(Stage::Continuous);
    finalizeBodies(world, report, report.events, work, step.executor); // finite check, boxes
    clock.done(Stage::FinalizeBodies);
    updateSleep(world, report, work, dt); // islands at rest
    clock.done(Stage::UpdateSleep);

    world.time += static_cast<double>(dt);
    ++world.stepCount;
    clock.finish();
}

} // namespace satbox
