#include "engine/step/update_contacts.h"

#include "engine/step/step_settings.h"

namespace satbox {

ContactUpdate makeContactUpdate(WorldState& world, StepWorkspace& work, uint32_t steps, float dt)
{
    ContactSettings settings = contactSettings(world);
    if (!isReferenceSolver(world.settings.solver)) settings.predictionTime = dt;
    return {world.contacts, work.graphChanges, world.bodies, world.shapes, settings,
            steps,          work.lanes,        work.arena};
}

Granularity updateContacts(WorldState& world, StepReport& report, StepWorkspace& work, ContactUpdate& update,
                           bool singleGroup, TaskExecutor* executor)
{
    update.predictMotions(executor);
    const ConstraintGraph& graph = work.graph.graph;
    // Callbacks are called for all contacts in order.
    const bool mayStayValid = !isReferenceSolver(world.settings.solver) && !update.hasChanged() &&
                              !world.contacts.callbacks && work.allAwakeRevision == world.bodies.revision &&
                              isGraphValid(work.graph, world.contacts, work.graphChanges, world.bodies,
                                           work.jointEdges, singleGroup);
    if (mayStayValid && graph.groups.size() > 1) {
        update.update(graph.unsolved, executor);
        if (!update.hasChanged()) return Granularity::PerGroup;
        update.update(graph.order, executor);
    } else {
        update.updateAll(executor);
    }
    finishContacts(world, work, update, report.events, Poses::Now, executor);
    return Granularity::Whole;
}

void finishContacts(WorldState& world, StepWorkspace& work, ContactUpdate& update, WorldEvents& events,
                    Poses poses, TaskExecutor* executor)
{
    work.changeScratch.clear();
    update.finish(work.changeScratch, executor);
    reportChanges(world, work.changeScratch, events, poses);
}

} // namespace satbox
