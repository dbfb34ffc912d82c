// Joints: made, edited and destroyed between steps, and what they measure.

#include "engine/model/joint_frames.h"
#include "engine/step/joints.h"
#include "engine/step/waking.h"
#include "engine/world/refusals.h"
#include "engine/world/world_access.h"
#include <satbox/limits.h>
#include <satbox/validate.h>
#include <satbox/world.h>

#include <cmath>
#include <utility>

namespace satbox {

namespace {

// Why a joint cannot have this definition; empty if it can.
std::string refusalOf(const WorldAccess::Data& data, const JointDef& def)
{
    if (!data.isValid(def.bodyA)) return "bodyA: " + staleId("body").refusal;
    if (!data.isValid(def.bodyB)) return "bodyB: " + staleId("body").refusal;
    if (def.bodyA == def.bodyB) return "bodyB: the same body as bodyA, expected another one";
    return validate(def);
}

// Keeps the two bodies apart, if the new definition of their joint says so, and wakes them.
void join(WorldState& world, StepReport& report, const JointDef& def)
{
    const uint32_t bodyA = def.bodyA.index, bodyB = def.bodyB.index;
    if (!def.collideConnected) keepApart(world, report, bodyA, bodyB);
    const auto isAwake = [&](uint32_t body) { return world.bodies.slots.at(body).awake; };
    if (!isAwake(bodyA) && !isAwake(bodyB)) return;
    wake(world, bodyA);
    wake(world, bodyB);
}

} // namespace

OpResult World::Data::perform(const op::CreateJoint& op)
{
    if (std::string refusal = refusalOf(*this, op.def); !refusal.empty())
        return {.refusal = std::move(refusal)};
    if (state.joints.of<Joint>().size() >= kMaxJoints)
        return {.refusal = "the world already has " + std::to_string(kMaxJoints) + " joints, the maximum"};
    Joint joint;
    joint.define(op.def.bodyA.index, op.def.bodyB.index, op.def);
    const JointId id = state.joints.insert(joint);
    join(state, report, op.def);
    return {.joint = id};
}

OpResult World::Data::perform(const op::SetJoint& op)
{
    if (!isValid(op.joint)) return staleId("joint");
    if (std::string refusal = refusalOf(*this, op.def); !refusal.empty())
        return {.refusal = std::move(refusal)};
    Joint& joint = state.joints.of<Joint>().at(op.joint.index);
    const uint32_t bodyA = joint.bodyA, bodyB = joint.bodyB;
    satbox::wake(state, bodyA);
    satbox::wake(state, bodyB);
    if (joint.def->kind.index() != op.def.kind.index() || bodyA != op.def.bodyA.index ||
        bodyB != op.def.bodyB.index) {
        joint.clearImpulses();
        joint.angle = 0.0f;
    }
    state.joints.define(op.joint.index, op.def.bodyA.index, op.def.bodyB.index, op.def);
    join(state, report, op.def);
    letCollide(state, bodyA, bodyB); // unless this joint or another one still keeps them apart
    return {};
}

OpResult World::Data::perform(const op::DestroyJoint& op)
{
    if (!isValid(op.joint)) return staleId("joint");
    satbox::destroyJoint(state, op.joint);
    return {};
}

JointId World::createJoint(const JointDef& def) { return apply(op::CreateJoint{def}).joint; }
bool World::setJointDef(JointId id, const JointDef& def) { return apply(op::SetJoint{id, def}).ok(); }
bool World::destroyJoint(JointId id) { return apply(op::DestroyJoint{id}).ok(); }
bool World::isValid(JointId id) const { return data().isValid(id); }

JointDef World::jointDef(JointId id) const
{
    if (!isValid(id)) return {};
    const Joint& joint = data().state.joints.of<Joint>().at(id.index);
    JointDef def = *joint.def;
    def.bodyA = bodyAt(joint.bodyA);
    def.bodyB = bodyAt(joint.bodyB);
    return def;
}

JointView World::jointView(JointId id) const
{
    if (!isValid(id)) return {};
    const Joint& joint = data().state.joints.of<Joint>().at(id.index);
    const JointFrames frames = framesOf(joint, data().state.bodies);
    return {.anchorA = frames.anchorA,
            .anchorB = frames.anchorB,
            .translation = dot(frames.d, frames.axis),
            .length = length(frames.d),
            .angle = frames.angle,
            .force = joint.force,
            .torque = joint.torque};
}

std::vector<JointId> World::joints() const
{
    std::vector<JointId> ids;
    const auto& joints = data().state.joints.of<Joint>();
    joints.forEach([&](uint32_t slot, const Joint&) { ids.push_back(joints.handleAt(slot)); });
    return ids;
}

std::vector<JointId> World::jointsOf(BodyId id) const
{
    std::vector<JointId> ids;
    if (!isValid(id)) return ids;
    const auto& joints = data().state.joints.of<Joint>();
    joints.forEach([&](uint32_t slot, const Joint& joint) {
        if (isJointOf(joint, id.index)) ids.push_back(joints.handleAt(slot));
    });
    return ids;
}

} // namespace satbox
