// Forces, impulses, velocities and mouse joints, which the user applies to bodies between steps.

#include "engine/model/definition_fields.h"
#include "engine/step/proxies.h"
#include "engine/step/waking.h"
#include "engine/world/refusals.h"
#include "engine/world/world_access.h"
#include <satbox/limits.h>
#include <satbox/validate.h>
#include <satbox/world.h>

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

bool canBePushed(const WorldState& w, BodyId id)
{
    return w.bodies.slots.contains(id) && w.bodies.canBePushed(id.index);
}

bool isWithinReach(Position p) { return std::fabs(p.x) <= kMaxReach && std::fabs(p.y) <= kMaxReach; }

// Why a body cannot be pushed; empty if it can.
std::string pushRefusal(const WorldState& w, BodyId id)
{
    if (!w.bodies.slots.contains(id)) return staleId("body").refusal;
    return canBePushed(w, id) ? "" : "only dynamic bodies that are not frozen can be pushed";
}

constexpr const char* kOutOfReach = "farther than 4,000 km from the origin in x or y";
constexpr const char* kTooLarge = "the sum exceeds the range of single precision";

// Refuses a sum that overflows: non-finite forces can neither be solved nor saved.
OpResult addForce(WorldState& world, BodyId id, Vec2 force, float torque)
{
    BodyMotion& m = world.bodies.motions[id.index];
    const Vec2 sum = m.force + force;
    const float turn = m.torque + torque;
    if (!isFinite(sum) || !std::isfinite(turn)) return {.refusal = kTooLarge};
    wake(world, id.index);
    m.force = sum;
    m.torque = turn;
    return {};
}

// The same for velocities. A finite sum is clamped to kMaxVelocity.
OpResult addVelocity(WorldState& world, BodyId id, Vec2 v, float w)
{
    BodyMotion& m = world.bodies.motions[id.index];
    const Vec2 sum = m.v + v;
    const float spin = m.w + w;
    if (!isFinite(sum) || !std::isfinite(spin)) return {.refusal = kTooLarge};
    wake(world, id.index);
    m.v = sum;
    m.w = spin;
    limitVelocity(m);
    reachAtVelocity(world, id.index);
    return {};
}

} // namespace

OpResult World::Data::perform(const op::WakeBody& op)
{
    if (!isValid(op.body)) return staleId("body");
    satbox::wake(state, op.body.index);
    return {};
}

OpResult World::Data::perform(const op::SetVelocity& op)
{
    if (!isValid(op.body)) return staleId("body");
    // The same bounds as in a definition, so that bodyDef() returns a valid one.
    if (std::string wrong = validateVelocity(op.linear, op.angular); !wrong.empty())
        return {.refusal = std::move(wrong)};
    const Body& body = state.bodies.slots.at(op.body.index);
    if (body.type == BodyType::Static) return {.refusal = "a static body has no velocity"};
    satbox::wake(state, op.body.index);
    BodyMotion& m = state.bodies.motions[op.body.index];
    m.v = op.linear;
    m.w = body.fixedRotation ? 0.0f : op.angular;
    reachAtVelocity(state, op.body.index);
    return {};
}

OpResult World::Data::perform(const op::SetTargetTransform& op)
{
    if (!isValid(op.body)) return staleId("body");
    if (!isFinite(op.target)) return {.refusal = kNotFinite};
    if (std::string refusal = stepRefusal(op.dt); !refusal.empty()) return {.refusal = std::move(refusal)};
    const BodyMotion& m = state.bodies.motions[op.body.index];
    const Rot q = normalize(op.target.q);
    const Position center = op.target.p + rotate(q, m.localCenter);
    const float rate = 1.0f / op.dt;
    return perform(op::SetVelocity{op.body, rate * (center - m.center), rate * angleOf(invMul(m.q, q))});
}

OpResult World::Data::perform(const op::ApplyForce& op)
{
    if (std::string refusal = pushRefusal(state, op.body); !refusal.empty())
        return {.refusal = std::move(refusal)};
    if (!isFinite(op.force) || !isFinite(op.point)) return {.refusal = kNotFinite};
    const Position center = state.bodies.motions[op.body.index].center;
    return addForce(state, op.body, op.force, cross(op.point - center, op.force));
}

OpResult World::Data::perform(const op::ApplyTorque& op)
{
    if (std::string refusal = pushRefusal(state, op.body); !refusal.empty())
        return {.refusal = std::move(refusal)};
    if (!std::isfinite(op.torque)) return {.refusal = kNotFinite};
    return addForce(state, op.body, {0.0f, 0.0f}, op.torque);
}

OpResult World::Data::perform(const op::ApplyImpulse& op)
{
    if (std::string refusal = pushRefusal(state, op.body); !refusal.empty())
        return {.refusal = std::move(refusal)};
    if (!isFinite(op.impulse) || !isFinite(op.point)) return {.refusal = kNotFinite};
    const BodyMotion& m = state.bodies.motions[op.body.index];
    return addVelocity(state, op.body, m.invMass * op.impulse,
                       m.invInertia * cross(op.point - m.center, op.impulse));
}

OpResult World::Data::perform(const op::ApplyAngularImpulse& op)
{
    if (std::string refusal = pushRefusal(state, op.body); !refusal.empty())
        return {.refusal = std::move(refusal)};
    if (!std::isfinite(op.impulse)) return {.refusal = kNotFinite};
    return addVelocity(state, op.body, {0.0f, 0.0f},
                       state.bodies.motions[op.body.index].invInertia * op.impulse);
}

Vec2 World::velocityAt(BodyId id, Position worldPoint) const
{
    if (!isValid(id)) return {0.0f, 0.0f};
    const BodyMotion& m = data().state.bodies.motions[id.index];
    return m.v + cross(m.w, worldPoint - m.center);
}

OpResult World::Data::perform(const op::CreateMouseJoint& op)
{
    if (std::string refusal = pushRefusal(state, op.body); !refusal.empty())
        return {.refusal = std::move(refusal)};
    if (!isWithinReach(op.point)) return {.refusal = kOutOfReach};
    if (state.joints.of<MouseJoint>().size() >= kMaxJoints)
        return {.refusal =
                    "the world already has " + std::to_string(kMaxJoints) + " mouse joints, the maximum"};
    satbox::wake(state, op.body.index);
    MouseJoint joint;
    joint.body = op.body.index;
    joint.localAnchor = invTransformPoint(state.bodies.motions[op.body.index].transform(), op.point);
    joint.target = state.bodies.grid.snap(op.point);
    return {.mouseJoint = state.joints.insert(joint)};
}

OpResult World::Data::perform(const op::SetMouseTarget& op)
{
    if (!isValid(op.joint)) return staleId("mouse joint");
    if (!isWithinReach(op.target)) return {.refusal = kOutOfReach};
    MouseJoint& joint = state.joints.of<MouseJoint>().at(op.joint.index);
    const Position snapped = state.bodies.grid.snap(op.target);
    if (joint.target != snapped) satbox::wake(state, joint.body);
    joint.target = snapped;
    return {};
}

OpResult World::Data::perform(const op::DestroyMouseJoint& op)
{
    if (!isValid(op.joint)) return staleId("mouse joint");
    state.joints.erase(op.joint);
    return {};
}

World::MouseJointView World::mouseJoint(MouseJointId id) const
{
    if (!isValid(id)) return {};
    const MouseJoint& joint = data().state.joints.of<MouseJoint>().at(id.index);
    return {bodyAt(joint.body),
            transformPoint(data().state.bodies.motions[joint.body].transform(), joint.localAnchor),
            joint.target, joint.force};
}

} // namespace satbox
