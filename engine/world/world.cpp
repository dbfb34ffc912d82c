#include "engine/world/world.h"

#include "engine/core/assert.h"
#include "engine/core/number_text.h"
#include "engine/solver/solvers.h"
#include "engine/world/stages.h"
#include "engine/world/step_observer.h"
#include "engine/world/validate.h"

#include <cmath>

namespace satbox {

int stepSliceCount(float dt)
{
    return dt <= kMaxSolvedStep ? 1 : static_cast<int>(std::ceil(dt * kLongStepRate));
}

World::World(const WorldSettings& settings)
{
    const bool accepted = setSettings(settings);
    SATBOX_ASSERT(accepted, "settings out of range: check them with validate() first");
    static_cast<void>(accepted);
}

OpResult World::perform(const op::Step& op, StepObserver* observer, TaskExecutor* executor)
{
    if (!(op.dt >= kMinStep) || !(op.dt <= kMaxStep))
        return {.refusal = "dt must be " + numberText(kMinStep) + " to " + numberText(kMaxStep) + " s"};
    clearReports(state_);
    const int slices = stepSliceCount(op.dt);
    const SavedForces forces = slices > 1 ? saveForces(state_) : SavedForces{};
    for (int slice = 0; slice < slices; ++slice) {
        if (slice > 0) reapplyForces(state_, forces);
        solveStep(op.dt / static_cast<float>(slices), observer, executor);
    }
    return {};
}

void World::solveStep(float dt, StepObserver* observer, TaskExecutor* executor)
{
    WorldState& w = state_;
    ContactRecorder* const recorder = observer ? observer->contactRecorder() : nullptr;
    if (recorder) executor = nullptr;
    beginStep(w, executor);

    SolverStep solver;
    solver.context = makeStepContext(w.settings, dt);
    solver.executor = executor;
    solver.recorder = recorder;
    StageClock clock(w, observer, solver);
    solver.listener = &clock;

    updatePairs(w, executor); // overlapping fat boxes get contacts
    clock.done(Stage::UpdatePairs);
    // Manifolds by SAT and clipping, impulses matched by feature id, ended contacts removed. Contacts in the
    // graph may be updated later by their group, see solveGroups.
    ContactUpdate update = makeContactUpdate(w, 1, dt);
    updateContacts(w, update, solver, observer != nullptr);
    clock.done(Stage::UpdateContacts);
    updateIslands(w, dt); // moving bodies wake the sleepers that they touch
    clock.done(Stage::UpdateIslands);
    gatherSolver(w, solver, observer != nullptr); // solver bodies, groups of islands, graph colours
    clock.done(Stage::BuildGraph);
    switch (w.settings.solver) { // per group: prepare, substeps, restitution, store
    case SolverType::SoftStep:
        solveGroups(solver, solveSoftStep, w.solverArena);
        break;
    case SolverType::SequentialImpulse:
        solveGroups(solver, solveSequentialImpulse, w.solverArena);
        break;
    case SolverType::ManifoldImpulse:
        solveManifoldImpulse(solver, w.solverArena);
        break;
    case SolverType::VertexContact:
        solveVertexContacts(w, solver);
        break;
    }
    storeSolver(w, solver); // mouse forces; begin, end and hit events
    clock.done(Stage::StoreImpulses);
    stopFastBodies(w, solver); // continuous collision
    clock.done(Stage::Continuous);
    finalizeBodies(w, w.events, executor); // finite check, boxes
    clock.done(Stage::FinalizeBodies);
    putToSleep(w, dt); // islands at rest
    clock.done(Stage::UpdateSleep);

    w.time += static_cast<double>(dt);
    ++w.stepCount;
    clock.finish();
}

OpResult World::perform(const op::RefreshContacts&)
{
    WorldState& w = state_;
    w.arena.reset(); // data of the last step is no longer in use
    finalizeBodies(w, w.pendingEvents);
    updatePairs(w);
    ContactUpdate update = makeContactUpdate(w, 0, 0.0f);
    update.updateAll(nullptr);
    finishContacts(w, update, w.pendingEvents, Poses::Now, nullptr);
    if (w.settings.solver == SolverType::VertexContact) refreshVertexContacts(w);
    return {};
}

} // namespace satbox
