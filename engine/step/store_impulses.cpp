#include "engine/step/store_impulses.h"

#include "engine/core/assert.h"
#include "engine/core/nonzero_bytes.h"
#include "engine/step/mouse_joints.h"
#include "engine/step/solvers/vertex_contact_step.h"
#include "engine/step/update_contacts.h"

#include <algorithm>

namespace satbox {

void storeSolver(WorldState& world, StepReport& report, StepWorkspace& work, SolverStep& solver)
{
    if (solver.update) { // now all contacts are updated
        // Contacts in the graph keep their colour for the whole step, so none can be removed here.
        SATBOX_ASSERT(!solver.update->hasChanged(), "deferred contact updates must not remove contacts");
        finishContacts(world, work, *solver.update, report.events, Poses::BeforeStep, solver.executor);
    }
    const std::span<uint32_t> slots = work.arena.makeUninitialized<uint32_t>(solver.fastRows.size());
    size_t count = 0;
    forEachNonZero(solver.fastRows, [&](size_t row) { slots[count++] = solver.graph.slotOf[row]; });
    std::sort(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(count)); // rows are in group order
    solver.fastBodies = slots.first(count);

    storeMouseJoints(world, solver);
    if (world.settings.solver == SolverType::VertexContact)
        storeVertexContacts(world, report, work);
    else
        reportPushes(world, solver.eventFlags, work.changeScratch, report.events);
}

} // namespace satbox
