#include <satbox/world.h>

#include "engine/core/assert.h"
#include "engine/core/number_text.h"
#include "engine/step/solvers/solvers.h"
#include "engine/step/stages.h"
#include "engine/world/world_access.h"
#include <satbox/observe.h>
#include <satbox/validate.h>

#include <cmath>
#include <utility>

namespace satbox {

int stepSliceCount(float dt)
{
    return dt <= kMaxSolvedStep ? 1 : static_cast<int>(std::ceil(dt * kLongStepRate));
}

Version World::version() { return kHeaderVersion; }

World::World(const WorldSettings& settings) : data_(new Data)
{
    const bool accepted = setSettings(settings);
    SATBOX_ASSERT(accepted, "settings out of range: check them with validate() first");
    static_cast<void>(accepted);
}

World::World(const World& other) : data_(new Data(other.data())) {}

World& World::operator=(const World& other)
{
    if (this == &other) return *this;
    if (data_)
        data() = other.data();
    else
        data_ = new Data(other.data());
    return *this;
}

World::World(World&& other) noexcept : data_(std::exchange(other.data_, nullptr)) { setOpSink(nullptr); }

World& World::operator=(World&& other) noexcept
{
    if (this == &other) return *this;
    OpSink* const sink = data_ ? data().sink.pointer : nullptr;
    delete std::exchange(data_, std::exchange(other.data_, nullptr));
    setOpSink(sink);
    return *this;
}

World::~World() { delete data_; }

void World::setOpSink(OpSink* sink) { data().sink.pointer = sink; }

OpResult World::Data::perform(const op::Step& op, StepObserver* observer, TaskExecutor* executor)
{
    if (!(op.dt >= kMinStep) || !(op.dt <= kMaxStep))
        return {.refusal = "dt must be " + numberText(kMinStep) + " to " + numberText(kMaxStep) + " s"};
    clearReports(report);
    const int slices = stepSliceCount(op.dt);
    const SavedForces forces = slices > 1 ? saveForces(state) : SavedForces{};
    for (int slice = 0; slice < slices; ++slice) {
        if (slice > 0) reapplyForces(state, forces);
        solveStep(op.dt / static_cast<float>(slices), observer, executor);
    }
    return {};
}

void World::Data::solveStep(float dt, StepObserver* observer, TaskExecutor* executor)
{
    WorldState& w = state;
    ContactRecorder* const recorder = observer ? observer->contactRecorder() : nullptr;
    if (recorder) executor = nullptr;
    beginStep(w, report, *work, executor);

    SolverStep solver;
    solver.context = makeStepContext(w.settings, dt);
    solver.executor = executor;
    solver.recorder = recorder;
    StageClock clock(w, report, observer, solver);
    solver.listener = &clock;

    updatePairs(w, report, *work, executor); // overlapping fat boxes get contacts
    clock.done(Stage::UpdatePairs);
    // Manifolds by SAT and clipping, impulses matched by feature id, ended contacts removed. Contacts in the
    // graph may be updated later by their group, see solveGroups.
    ContactUpdate update = makeContactUpdate(w, *work, 1, dt);
    updateContacts(w, report, *work, update, solver, observer != nullptr);
    clock.done(Stage::UpdateContacts);
    updateIslands(w, *work, dt); // moving bodies wake the sleepers that they touch
    clock.done(Stage::UpdateIslands);
    gatherSolver(w, report, *work, solver,
                 observer != nullptr); // solver bodies, groups of islands, graph colours
    clock.done(Stage::BuildGraph);
    switch (w.settings.solver) { // per group: prepare, substeps, restitution, store
    case SolverType::SoftStep:
        solveGroups(solver, solveSoftStep, work->solverArena);
        break;
    case SolverType::SequentialImpulse:
        solveGroups(solver, solveSequentialImpulse, work->solverArena);
        break;
    case SolverType::ManifoldImpulse:
        solveManifoldImpulse(solver, work->solverArena);
        break;
    case SolverType::VertexContact:
        solveVertexContacts(w, report, *work, solver);
        break;
    }
    storeSolver(w, report, *work, solver); // mouse forces; begin, end and hit events
    clock.done(Stage::StoreImpulses);
    stopFastBodies(w, solver); // continuous collision
    clock.done(Stage::Continuous);
    finalizeBodies(w, report, report.events, *work, executor); // finite check, boxes
    clock.done(Stage::FinalizeBodies);
    putToSleep(w, report, *work, dt); // islands at rest
    clock.done(Stage::UpdateSleep);

    w.time += static_cast<double>(dt);
    ++w.stepCount;
    clock.finish();
}

OpResult World::Data::perform(const op::RefreshContacts&)
{
    WorldState& w = state;
    work->arena.reset(); // data of the last step is no longer in use
    finalizeBodies(w, report, report.pendingEvents, *work);
    updatePairs(w, report, *work);
    ContactUpdate update = makeContactUpdate(w, *work, 0, 0.0f);
    update.updateAll(nullptr);
    finishContacts(w, *work, update, report.pendingEvents, Poses::Now, nullptr);
    refreshVertexContactPoints();
    return {};
}

void World::Data::refreshVertexContactPoints()
{
    if (state.settings.solver == SolverType::VertexContact) refreshVertexContacts(state, report, *work);
}

} // namespace satbox
