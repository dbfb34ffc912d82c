// World::apply(), and the named functions of World that each apply one operation.

#include "engine/world/world_access.h"
#include <satbox/world.h>

#include <type_traits>
#include <utility>

namespace satbox {

OpResult World::apply(const Op& op, StepObserver* observer, TaskExecutor* executor)
{
    const uint64_t step = data().state.stepCount;
    data().contactIndex.beginChange();
    OpResult result = std::visit(
        [&](const auto& one) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(one)>, op::Step>)
                return data().perform(one, observer, executor);
            else
                return data().perform(one);
        },
        op);
    data().contactIndex.endChange();
    if (data().sink.pointer && result.ok()) data().sink.pointer->onOp(step, op, result);
    return result;
}

void World::step(float dt, StepObserver* observer, TaskExecutor* executor)
{
    apply(op::Step{dt}, observer, executor);
}

bool World::setSettings(const WorldSettings& settings) { return apply(op::SetSettings{settings}).ok(); }
void World::refreshContacts() { apply(op::RefreshContacts{}); }

BodyId World::createBody(const BodyDef& def) { return apply(op::CreateBody{def}).body; }
bool World::destroyBody(BodyId id) { return apply(op::DestroyBody{id}).ok(); }
bool World::setBodyDef(BodyId id, const BodyDef& def) { return apply(op::SetBody{id, def}).ok(); }
ShapeId World::addShape(BodyId id, const ShapeDef& def) { return apply(op::AddShape{id, def}).shape; }
bool World::removeShape(ShapeId id) { return apply(op::RemoveShape{id}).ok(); }
bool World::setShapeDef(ShapeId id, const ShapeDef& def) { return apply(op::SetShape{id, def}).ok(); }

bool World::setTransform(BodyId id, const WorldTransform& transform)
{
    return apply(op::SetTransform{id, transform}).ok();
}
bool World::setVelocity(BodyId id, Vec2 linear, float angular)
{
    return apply(op::SetVelocity{id, linear, angular}).ok();
}
bool World::applyForce(BodyId id, Vec2 force, Position worldPoint)
{
    return apply(op::ApplyForce{id, force, worldPoint}).ok();
}
bool World::applyTorque(BodyId id, float torque) { return apply(op::ApplyTorque{id, torque}).ok(); }
bool World::applyImpulse(BodyId id, Vec2 impulse, Position worldPoint)
{
    return apply(op::ApplyImpulse{id, impulse, worldPoint}).ok();
}
bool World::applyAngularImpulse(BodyId id, float impulse)
{
    return apply(op::ApplyAngularImpulse{id, impulse}).ok();
}
bool World::setTargetTransform(BodyId id, const WorldTransform& target, float dt)
{
    return apply(op::SetTargetTransform{id, target, dt}).ok();
}
bool World::wake(BodyId id) { return apply(op::WakeBody{id}).ok(); }

MouseJointId World::createMouseJoint(BodyId id, Position worldPoint)
{
    return apply(op::CreateMouseJoint{id, worldPoint}).mouseJoint;
}
bool World::setMouseTarget(MouseJointId id, Position target)
{
    return apply(op::SetMouseTarget{id, target}).ok();
}
bool World::destroyMouseJoint(MouseJointId id) { return apply(op::DestroyMouseJoint{id}).ok(); }

} // namespace satbox
