#include "engine/step/update_islands.h"

#include "engine/model/settings.h"
#include "engine/step/waking.h"
#include <satbox/settings.h>

namespace satbox {

void updateIslands(WorldState& world, StepWorkspace& work, float dt)
{
    wakeTouched(world.islands, world.bodies, world.shapes, world.contacts, work.jointEdges, world.broadPhase,
                work.allAwakeRevision);
    if (world.settings.solver == SolverType::VertexContact) wakeInReach(world, work, world.bodies.awake, dt);
    if (!hasContinuousCollision(world.settings)) return;
    // Sleepers take no part in continuous collision: a fast kinematic body would pass through them.
    std::vector<uint32_t> driven;
    for (const uint32_t slot : world.bodies.kinematic) {
        const BodyMotion& m = world.bodies.motions[slot];
        if (world.bodies.slots.at(slot).awake && dt * surfaceSpeed(m) > 0.25f * m.minExtent)
            driven.push_back(slot);
    }
    wakeInReach(world, work, driven, dt);
}

} // namespace satbox
