// Forces, impulses, velocities and mouse joints: what the user applies to bodies between steps.

#include "engine/world/stages.h"
#include "engine/world/validate.h"
#include "engine/world/world.h"

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

bool canBePushed(const WorldState& w, BodyId id)
{
    return w.bodies.slots.contains(id) && w.bodies.motions[id.index].invMass > 0.0f;
}

bool isWithinReach(Position p) { return std::fabs(p.x) <= kMaxReach && std::fabs(p.y) <= kMaxReach; }

// Returns false if a sum overflows: non-finite forces can neither be solved nor saved.
bool addForce(World& world, BodyMotion& m, BodyId id, Vec2 force, float torque)
{
    const Vec2 sum = m.force + force;
    const float turn = m.torque + torque;
    if (!isFinite(sum) || !std::isfinite(turn)) return false;
    world.wake(id);
    m.force = sum;
    m.torque = turn;
    return true;
}

// The same for velocities, which are clamped to the bounds of definitions.
bool addVelocity(World& world, BodyMotion& m, BodyId id, Vec2 v, float w)
{
    const Vec2 sum = m.v + v;
    const float spin = m.w + w;
    if (!isFinite(sum) || !std::isfinite(spin)) return false;
    world.wake(id);
    m.v = sum;
    m.w = spin;
    limitVelocity(m);
    return true;
}

} // namespace

void limitVelocity(BodyMotion& m)
{
    m.v.x = std::clamp(m.v.x, -kMaxVelocity, kMaxVelocity);
    m.v.y = std::clamp(m.v.y, -kMaxVelocity, kMaxVelocity);
    m.w = std::clamp(m.w, -kMaxVelocity, kMaxVelocity);
}

bool World::wake(BodyId id)
{
    if (!isValid(id)) return false;
    wakeBody(state_.islands, id.index, state_.bodies, state_.shapes, state_.contacts, state_.broadPhase);
    return true;
}

bool World::setTransform(BodyId id, const WorldTransform& transform)
{
    if (!isValid(id) || !isFinite(transform)) return false;
    BodyDef def = bodyDef(id);
    def.position = transform.p;
    def.rotation = transform.q;
    def.awake = true;
    return setBodyDef(id, def);
}

bool World::setVelocity(BodyId id, Vec2 linear, float angular)
{
    // The same bounds as in a definition, so that bodyDef() returns a valid one.
    if (!isValid(id) || !validate(BodyDef{.linearVelocity = linear, .angularVelocity = angular}).empty())
        return false;
    if (state_.bodies.slots.at(id.index).type == BodyType::Static) return false;
    wake(id);
    BodyMotion& m = state_.bodies.motions[id.index];
    m.v = linear;
    m.w = state_.bodies.slots.at(id.index).fixedRotation ? 0.0f : angular;
    return true;
}

bool World::applyForce(BodyId id, Vec2 force, Position worldPoint)
{
    if (!canBePushed(state_, id) || !isFinite(force) || !isFinite(worldPoint)) return false;
    BodyMotion& m = state_.bodies.motions[id.index];
    return addForce(*this, m, id, force, cross(worldPoint - m.center, force));
}

bool World::applyTorque(BodyId id, float torque)
{
    if (!canBePushed(state_, id) || !std::isfinite(torque)) return false;
    return addForce(*this, state_.bodies.motions[id.index], id, {0.0f, 0.0f}, torque);
}

bool World::applyImpulse(BodyId id, Vec2 impulse, Position worldPoint)
{
    if (!canBePushed(state_, id) || !isFinite(impulse) || !isFinite(worldPoint)) return false;
    BodyMotion& m = state_.bodies.motions[id.index];
    return addVelocity(*this, m, id, m.invMass * impulse,
                       m.invInertia * cross(worldPoint - m.center, impulse));
}

bool World::applyAngularImpulse(BodyId id, float impulse)
{
    if (!canBePushed(state_, id) || !std::isfinite(impulse)) return false;
    BodyMotion& m = state_.bodies.motions[id.index];
    return addVelocity(*this, m, id, {0.0f, 0.0f}, m.invInertia * impulse);
}

Vec2 World::velocityAt(BodyId id, Position worldPoint) const
{
    if (!isValid(id)) return {0.0f, 0.0f};
    const BodyMotion& m = state_.bodies.motions[id.index];
    return m.v + cross(m.w, worldPoint - m.center);
}

MouseJointId World::createMouseJoint(BodyId id, Position worldPoint)
{
    if (!canBePushed(state_, id) || !isWithinReach(worldPoint)) return {};
    wake(id);
    MouseJoint joint;
    joint.body = id.index;
    joint.localAnchor = invTransformPoint(state_.bodies.motions[id.index].transform(), worldPoint);
    joint.target = state_.bodies.grid.snap(worldPoint);
    return state_.mouseJoints.insert(joint);
}

bool World::setMouseTarget(MouseJointId id, Position target)
{
    if (!isValid(id) || !isWithinReach(target)) return false;
    MouseJoint& joint = state_.mouseJoints.at(id.index);
    const Position snapped = state_.bodies.grid.snap(target);
    if (joint.target != snapped) wake(bodyAt(joint.body));
    joint.target = snapped;
    return true;
}

bool World::destroyMouseJoint(MouseJointId id)
{
    if (!isValid(id)) return false;
    return state_.mouseJoints.erase(id);
}

World::MouseJointView World::mouseJoint(MouseJointId id) const
{
    if (!isValid(id)) return {};
    const MouseJoint& joint = state_.mouseJoints.at(id.index);
    return {bodyAt(joint.body),
            transformPoint(state_.bodies.motions[joint.body].transform(), joint.localAnchor), joint.target,
            joint.force};
}

} // namespace satbox
