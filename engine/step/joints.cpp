#include "engine/step/joints.h"

#include "engine/model/joint_frames.h"
#include "engine/step/proxies.h"
#include "engine/step/waking.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace satbox {

void keepApart(WorldState& world, StepReport& report, uint32_t bodyA, uint32_t bodyB)
{
    if (!world.bodies.apart.insert(PairSet::key(bodyA, bodyB))) return;
    const auto haveContact = [&](const std::vector<Contact>& contacts) {
        return std::any_of(contacts.begin(), contacts.end(),
                           [&](const Contact& c) { return isBetween(c, bodyA, bodyB); });
    };
    const bool any = haveContact(world.contacts.awake) ||
                     std::any_of(world.islands.asleep.begin(), world.islands.asleep.end(),
                                 [&](const SleepingIsland& island) { return haveContact(island.contacts); });
    if (!any) return;
    wakeWithNeighbours(world, bodyA); // one may have rested on the other
    wakeWithNeighbours(world, bodyB);
    removeContactsBetween(world, report, bodyA, bodyB, report.pendingEvents);
}

void letCollide(WorldState& world, uint32_t bodyA, uint32_t bodyB)
{
    if (world.joints.keepsApart(bodyA, bodyB) || !world.bodies.apart.erase(PairSet::key(bodyA, bodyB)))
        return;
    // The broad phase looks for pairs of shapes that moved: let it look at these.
    for (const uint32_t body : {bodyA, bodyB})
        forEachShapeOf(world.bodies, body, [&](uint32_t shape) {
            const int32_t proxy = world.shapes.at(shape).proxy;
            if (proxy >= 0) world.broadPhase.markDirty(proxy);
        });
}

void destroyJoint(WorldState& world, JointId id)
{
    const Joint& joint = world.joints.of<Joint>().at(id.index);
    const uint32_t bodyA = joint.bodyA, bodyB = joint.bodyB;
    wake(world, bodyA);
    wake(world, bodyB);
    world.joints.erase(id);
    letCollide(world, bodyA, bodyB);
}

void breakJoints(WorldState& world, StepReport& report, std::span<const uint32_t> breakable)
{
    const auto& joints = world.joints.of<Joint>();
    std::vector<JointId> broken;
    for (const uint32_t slot : breakable) {
        const Joint& joint = joints.at(slot);
        const float force = length(joint.force), torque = std::fabs(joint.torque);
        const float breakForce = joint.def->breakForce, breakTorque = joint.def->breakTorque;
        if ((breakForce <= 0.0f || force <= breakForce) && (breakTorque <= 0.0f || torque <= breakTorque))
            continue;
        broken.push_back(joints.handleAt(slot));
        report.events.brokenJoints.push_back({broken.back(), world.bodies.slots.handleAt(joint.bodyA),
                                              world.bodies.slots.handleAt(joint.bodyB),
                                              framesOf(joint, world.bodies).anchorB, force, torque});
    }
    for (const JointId id : broken) destroyJoint(world, id);
}

} // namespace satbox
