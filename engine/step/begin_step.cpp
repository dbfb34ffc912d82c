#include "engine/step/begin_step.h"

#include "engine/core/parallel.h"
#include "engine/step/quarantine.h"

#include <utility>

namespace satbox {

void clearReports(StepReport& report)
{
    report.profile = {};
    report.events.clear();
    std::swap(report.events, report.pendingEvents);
}

void beginStep(WorldState& world, StepReport& report, StepWorkspace& work, TaskExecutor* executor)
{
    work.arena.reset();
    work.solverArena.reset();
    if (work.jointEdgesRevision != world.joints.revision) {
        world.joints.collectEdges(work.jointEdges);
        work.jointEdgesRevision = world.joints.revision;
    }
    if (world.settings.solver != SolverType::VertexContact) report.vertexContacts.clear();
    if (!std::exchange(work.needsFiniteCheck, false)) return; // finalizeBodies checks what steps move
    constexpr size_t kRun = 1024;
    const std::vector<uint32_t>& awake = world.bodies.awake;
    const auto isLost = [&](size_t i) { return !isInWorld(world.bodies.motions[awake[i]]); };
    for (const uint32_t slot : parallelSelect(executor, awake, kRun, work.arena, isLost))
        quarantine(world, report, slot, report.events);
}

} // namespace satbox
