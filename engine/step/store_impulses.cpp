#include "engine/step/store_impulses.h"

#include "engine/step/contact_events.h"
#include "engine/step/joints.h"
#include "engine/step/solvers/vertex_contact_step.h"

namespace satbox {

void storeImpulses(WorldState& world, StepReport& report, StepWorkspace& work, const SolverStep& step)
{
    clearIdleJoints(work.jointPlans.active, world.joints, world.bodies, work.arena);
    storeJoints(step.joints, world.joints, step.context, step.executor);
    for (const SolverGroup& group : step.graph.groups)
        storeJoints(group.joints, world.joints, step.context, step.executor);
    breakJoints(world, report, work.jointPlans.breakable);
    if (world.settings.solver == SolverType::VertexContact)
        storeVertexContacts(world, report, work);
    else
        reportPushes(world, step.eventFlags, work.changeScratch, report.events);
}

} // namespace satbox
