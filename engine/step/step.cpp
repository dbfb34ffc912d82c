#include "engine/step/step.h"

#include "engine/step/begin_step.h"
#include "engine/step/build_graph.h"
#include "engine/step/continuous.h"
#include "engine/step/finalize_bodies.h"
#include "engine/step/solvers/solvers.h"
#include "engine/step/solvers/vertex_contact_step.h"
#include "engine/step/stage_clock.h"
#include "engine/step/step_observer.h"
#include "engine/step/step_settings.h"
#include "engine/step/store_impulses.h"
#include "engine/step/update_contacts.h"
#include "engine/step/update_islands.h"
#include "engine/step/update_pairs.h"
#include "engine/step/update_sleep.h"

namespace satbox {

void solveStep(WorldState& w, StepReport& report, StepWorkspace& work, float dt, StepObserver* observer,
               TaskExecutor* executor)
{
    ContactRecorder* const recorder = observer ? observer->contactRecorder() : nullptr;
    if (recorder) executor = nullptr;
    beginStep(w, report, work, executor);

    SolverStep solver;
    solver.context = makeStepContext(w.settings, dt);
    solver.executor = executor;
    solver.recorder = recorder;
    StageClock clock(w, report, observer, solver);
    solver.listener = &clock;

    updatePairs(w, report, work, executor); // overlapping fat boxes get contacts
    clock.done(Stage::UpdatePairs);
    // Manifolds by SAT and clipping, impulses matched by feature id, ended contacts removed. Contacts in the
    // graph may be updated later by their group, see solveGroups.
    ContactUpdate update = makeContactUpdate(w, work, 1, dt);
    updateContacts(w, report, work, update, solver, observer != nullptr);
    clock.done(Stage::UpdateContacts);
    updateIslands(w, work, dt); // moving bodies wake the sleepers that they touch
    clock.done(Stage::UpdateIslands);
    gatherSolver(w, report, work, solver,
                 observer != nullptr); // solver bodies, groups of islands, graph colours
    clock.done(Stage::BuildGraph);
    switch (w.settings.solver) { // per group: prepare, substeps, restitution, store
    case SolverType::SoftStep:
        solveGroups(solver, solveSoftStep, work.solverArena);
        break;
    case SolverType::SequentialImpulse:
        solveGroups(solver, solveSequentialImpulse, work.solverArena);
        break;
    case SolverType::ManifoldImpulse:
        solveManifoldImpulse(solver, work.solverArena);
        break;
    case SolverType::VertexContact:
        solveVertexContacts(w, report, work, solver);
        break;
    }
    storeSolver(w, report, work, solver); // mouse forces; begin, end and hit events
    clock.done(Stage::StoreImpulses);
    stopFastBodies(w, solver); // continuous collision
    clock.done(Stage::Continuous);
    finalizeBodies(w, report, report.events, work, executor); // finite check, boxes
    clock.done(Stage::FinalizeBodies);
    updateSleep(w, report, work, dt); // islands at rest
    clock.done(Stage::UpdateSleep);

    w.time += static_cast<double>(dt);
    ++w.stepCount;
    clock.finish();
}

} // namespace satbox
