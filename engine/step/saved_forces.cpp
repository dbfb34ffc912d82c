#include "engine/step/saved_forces.h"

#include "engine/step/waking.h"

namespace satbox {

SavedForces saveForces(const WorldState& world)
{
    SavedForces saved;
    for (const uint32_t slot : world.bodies.awake) {
        const BodyMotion& m = world.bodies.motions[slot];
        if (m.force != Vec2{0.0f, 0.0f} || m.torque != 0.0f) saved.push_back({slot, m.force, m.torque});
    }
    return saved;
}

void reapplyForces(WorldState& world, std::span<const SavedForce> forces)
{
    for (const SavedForce& saved : forces) {
        if (world.bodies.slots.at(saved.body).quarantined) continue;
        wake(world, saved.body);
        world.bodies.motions[saved.body].force = saved.force;
        world.bodies.motions[saved.body].torque = saved.torque;
    }
}

} // namespace satbox
