#include "engine/step/build_graph.h"

#include "engine/step/integrate.h"
#include "engine/step/mouse_joints.h"

namespace satbox {

namespace {

// If nearly all bodies are one island, groups are searched again only after this many steps.
constexpr int kRegroupInterval = 15;

} // namespace

bool wantsSingleGroup(const StepWorkspace& work, bool observed)
{
    return observed || work.regroupCountdown > 0;
}

void gatherSolver(WorldState& world, StepReport& report, StepWorkspace& work, SolverStep& solver,
                  bool observed)
{
    updateGraph(work.graph, world.contacts, work.graphChanges, world.bodies, wantsSingleGroup(work, observed),
                work.arena, solver.executor);
    solver.graph = work.graph.graph;
    if (work.regroupCountdown > 0)
        --work.regroupCountdown;
    else if (!observed && hasDominantGroup(solver.graph))
        work.regroupCountdown = kRegroupInterval;
    report.coloursUsed = solver.graph.coloursUsed;
    report.overflowContacts = solver.graph.overflowContacts;
    solver.bodies = makeRows(solver.graph, work.solverArena);
    solver.store = &world.bodies;
    solver.fastRows = work.arena.makeUninitialized<uint8_t>(solver.graph.slotOf.size());
    solver.fastRows[0] = 0; // no body
    // Gathered later by each group's thread, unless an observer needs them now or there are no groups.
    solver.gatherDeferred = !observed && !isReferenceSolver(world.settings.solver);
    if (!solver.gatherDeferred)
        gatherBodies(solver.bodies, solver.graph, 1, solver.graph.slotOf.size(), world.bodies, solver.context,
                     solver.executor);
    solver.contacts = world.contacts.awake;
    solver.edges = work.graphChanges.edges;
    solver.shapes = &world.shapes;
    solver.eventFlags = work.arena.make<uint8_t>(world.contacts.awake.size());
    solver.lanes = work.lanes;
    solver.hitThreshold = tolerancesOf(world.settings).hitThreshold;
    prepareMouseJoints(world, work.arena, solver);
}

} // namespace satbox
