#include <satbox/lab/external_solver.h>

#include "engine/step/begin_step.h"
#include "engine/world/world_access.h"

namespace satbox {
namespace {

// The impulses of the world's own solver say nothing about the motion of another engine.
void clearImpulses(WorldState& state)
{
    for (Contact& contact : state.contacts.awake) {
        for (ContactPoint& point : contact.points)
            point.normalImpulse = point.tangentImpulse = point.totalImpulse = 0.0f;
        contact.rollingImpulse = 0.0f;
    }
    state.joints.forEachKind(
        [](auto& map) { map.forEach([](uint32_t, auto& joint) { joint.clearImpulses(); }); });
}

} // namespace

ExternalSolver::~ExternalSolver() = default;

void completeExternalStep(World& world, float dt, float ms, FunctionRef<void(BodyId, ExternalMotion&)> read)
{
    if (!(dt >= kMinStep && dt <= kMaxStep)) return;
    WorldAccess::Data& data = WorldAccess::data(world);
    WorldState& state = data.state;
    clearReports(data.report);
    for (const uint32_t slot : state.bodies.awake) {
        BodyMotion& motion = state.bodies.motions[slot];
        ExternalMotion external{motion.origin(), motion.q, motion.v, motion.w};
        read(world.bodyAt(slot), external);
        const Position before = motion.center;
        motion.q0 = motion.q;
        motion.q = external.rotation;
        motion.center = external.origin + rotate(motion.q, motion.localCenter);
        motion.moved = motion.center - before;
        motion.v = external.velocity;
        motion.w = external.spin;
        motion.force = {0.0f, 0.0f};
        motion.torque = 0.0f;
    }
    world.refreshContacts();
    clearImpulses(state);
    data.report.profile.totalMs = ms;
    state.time += static_cast<double>(dt);
    ++state.stepCount;
}

} // namespace satbox
