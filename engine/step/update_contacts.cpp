#include "engine/step/update_contacts.h"

#include "engine/step/build_graph.h"
#include "engine/step/step_settings.h"

namespace satbox {

ContactUpdate makeContactUpdate(WorldState& world, StepWorkspace& work, uint32_t steps, float dt)
{
    ContactSettings settings = contactSettings(world.settings);
    if (!isReferenceSolver(world.settings.solver)) settings.predictionTime = dt;
    return {world.contacts, work.graphChanges, world.bodies, world.shapes, settings,
            steps,          work.lanes,        work.arena};
}

void updateContacts(WorldState& world, StepReport& report, StepWorkspace& work, ContactUpdate& update,
                    SolverStep& solver, bool observed)
{
    update.predictMotions(solver.executor);
    // If the graph stays valid, contacts in the graph can be deferred: each group's thread updates them just
    // before it solves them, while they are in its cache.
    const bool canDefer = !isReferenceSolver(world.settings.solver) && !update.hasChanged() &&
                          work.graph.graph.groups.size() > 1 &&
                          work.allAwakeRevision == world.bodies.revision &&
                          isGraphValid(work.graph, world.contacts, work.graphChanges, world.bodies,
                                       wantsSingleGroup(work, observed));
    if (canDefer) {
        update.update(work.graph.graph.unsolved, solver.executor);
        if (!update.hasChanged()) {
            solver.update = &update;
            return;
        }
        update.update(work.graph.graph.order, solver.executor);
    } else {
        update.updateAll(solver.executor);
    }
    finishContacts(world, work, update, report.events, Poses::Now, solver.executor);
}

void finishContacts(WorldState& world, StepWorkspace& work, ContactUpdate& update, WorldEvents& events,
                    Poses poses, TaskExecutor* executor)
{
    work.changeScratch.clear();
    update.finish(work.changeScratch, executor);
    reportChanges(world, work.changeScratch, events, poses);
}

} // namespace satbox
