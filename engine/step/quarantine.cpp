#include "engine/step/quarantine.h"

#include "engine/model/joint_frames.h"
#include "engine/step/proxies.h"
#include "engine/step/waking.h"

namespace satbox {

namespace {

// What a step has left in the joint of a body that is frozen may be non-finite like the body.
void clearAfterStep(MouseJoint& joint, QuarantineReason, const BodyStore&) { joint.clearImpulses(); }
void clearAfterStep(Joint& joint, QuarantineReason reason, const BodyStore& bodies)
{
    joint.clearImpulses();
    if (reason != QuarantineReason::NotFinite) return;
    joint.angle = 0.0f; // without its full turns
    joint.angle = framesOf(joint, bodies).angle;
}

} // namespace

void quarantine(WorldState& world, StepReport& report, uint32_t slot, WorldEvents& events)
{
    Body& body = world.bodies.slots.at(slot);
    BodyMotion& m = world.bodies.motions[slot];
    const QuarantineReason reason = isFinite(m) ? QuarantineReason::LeftWorld : QuarantineReason::NotFinite;
    wakeWithNeighbours(world, slot);
    for (const uint32_t s : body.shapes) removeProxy(world, report, s, events);
    removeFromAwake(world.bodies, slot);
    body.quarantined = true;

    // Back to the pose at the start of the step, or to the origin if that is not finite either.
    const Position center = isFinite(m.center0()) ? m.center0() : Position{};
    m.center = center;
    m.moved = {0.0f, 0.0f};
    m.q = m.q0 = isFinite(m.q0) ? m.q0 : Rot{};
    m.v = {0.0f, 0.0f};
    m.w = 0.0f;
    m.force = {0.0f, 0.0f};
    m.torque = 0.0f;
    m.invMass = 0.0f;
    ++world.bodies.revision;
    m.invInertia = 0.0f;
    world.joints.forEach([&](uint32_t, auto& joint) {
        if (isJointOf(joint, slot)) clearAfterStep(joint, reason, world.bodies);
    });
    updateBoxes(world.bodies, world.shapes, slot);
    events.quarantines.push_back({world.bodies.slots.handleAt(slot), reason});
}

} // namespace satbox
