#include "engine/world/world.h"

#include "engine/core/assert.h"
#include "engine/solver/solvers.h"
#include "engine/world/stages.h"
#include "engine/world/step_observer.h"
#include "engine/world/validate.h"

#include <cmath>

namespace satbox {

int partsOfStep(float dt)
{
    return dt <= kMaxSolvedStep ? 1 : static_cast<int>(std::ceil(dt * kLongStepRate));
}

World::World(const WorldSettings& settings)
{
    const bool accepted = setSettings(settings);
    SATBOX_ASSERT(accepted, "settings out of range: check them with validate() first");
    static_cast<void>(accepted);
}

void World::step(float dt, StepObserver* observer, TaskExecutor* executor)
{
    if (!(dt >= kMinStep) || !(dt <= kMaxStep)) return;
    clearReports(state_);
    const int parts = partsOfStep(dt);
    const HeldForces forces = parts > 1 ? heldForces(state_) : HeldForces{};
    for (int part = 0; part < parts; ++part) {
        if (part > 0) applyAgain(state_, forces);
        solveStep(dt / static_cast<float>(parts), observer, executor);
    }
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

    updatePairs(w, executor); // fat boxes -> contacts created
    clock.done(Stage::UpdatePairs);
    // SAT -> clip -> manifold; impulses follow feature ids; parted contacts destroyed. Some may wait for
    // their group, see solveGroups.
    ContactUpdate update = makeContactUpdate(w, 1, dt);
    updateContacts(w, update, solver, observer != nullptr);
    clock.done(Stage::UpdateContacts);
    updateIslands(w, dt); // what moves wakes what it touches
    clock.done(Stage::UpdateIslands);
    gatherSolver(w, solver, observer != nullptr); // awake and touching -> rows, groups of islands, colours
    clock.done(Stage::BuildGraph);
    switch (w.settings.solver) { // each group: rows, masses and springs, substeps, restitution, stored
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
    storeSolver(w, solver); // begin, end and hit events
    clock.done(Stage::StoreImpulses);
    stopFastBodies(w, solver); // nothing passes through static and kinematic geometry
    clock.done(Stage::Continuous);
    finalizeBodies(w, w.events, executor); // non-finite check, boxes
    clock.done(Stage::FinalizeBodies);
    putToSleep(w, dt); // islands at rest leave the simulation
    clock.done(Stage::UpdateSleep);

    w.time += static_cast<double>(dt);
    ++w.stepCount;
    clock.finish();
}

void World::refreshContacts()
{
    WorldState& w = state_;
    w.arena.reset(); // nothing of the last step's is in use
    finalizeBodies(w, w.pendingEvents);
    updatePairs(w);
    ContactUpdate update = makeContactUpdate(w, 0, 0.0f);
    update.updateAll(nullptr);
    finishContacts(w, update, w.pendingEvents, Poses::Now, nullptr);
    if (w.settings.solver == SolverType::VertexContact) refreshVertexContacts(w);
}

} // namespace satbox
