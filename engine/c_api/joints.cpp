// Functions of satbox/satbox.h for joints and mouse joints.

#include "engine/c_api/world_handle.h"
#include "engine/world/world_access.h"

using namespace satbox;
using namespace satbox::c_api;

SatboxJointId satbox_world_create_joint(SatboxWorld* world, const SatboxJointDef* def)
{
    const OpResult result =
        apply(world, [&](ReadError& e) { return op::CreateJoint{asCpp<JointDef>(*def, e)}; });
    return asC<SatboxJointId>(result.joint);
}
bool satbox_world_set_joint_def(SatboxWorld* world, SatboxJointId joint, const SatboxJointDef* def)
{
    return accepts(world, [&](ReadError& e) {
        return op::SetJoint{asCpp<JointId>(joint), asCpp<JointDef>(*def, e)};
    });
}
bool satbox_world_destroy_joint(SatboxWorld* world, SatboxJointId joint)
{
    return accepts(world, [&](ReadError&) { return op::DestroyJoint{asCpp<JointId>(joint)}; });
}
bool satbox_world_is_joint_valid(const SatboxWorld* world, SatboxJointId joint)
{
    return world->world.isValid(asCpp<JointId>(joint));
}
bool satbox_world_joint_def(const SatboxWorld* world, SatboxJointId joint, SatboxJointDef* def)
{
    const auto id = asCpp<JointId>(joint);
    return world->world.isValid(id) && guarded(false, [&] {
               toC(world->world.jointDef(id), *def);
               // The world's own texts, which stay.
               const JointDef& stored = *stateOf(world->world).joints.of<Joint>().at(id.index).def;
               toC(stored.name, def->name);
               toC(stored.forwardKey, def->forwardKey);
               toC(stored.backwardKey, def->backwardKey);
               return true;
           });
}
bool satbox_world_joint_view(const SatboxWorld* world, SatboxJointId joint, SatboxJointView* view)
{
    const auto id = asCpp<JointId>(joint);
    if (!world->world.isValid(id)) return false;
    toC(world->world.jointView(id), *view);
    return true;
}
size_t satbox_world_joints(const SatboxWorld* world, SatboxJointId* joints, size_t capacity)
{
    return guarded(size_t{0},
                   [&] { return list(std::span<const JointId>(world->world.joints()), joints, capacity); });
}
size_t satbox_world_joints_of(const SatboxWorld* world, SatboxBodyId body, SatboxJointId* joints,
                              size_t capacity)
{
    return guarded(size_t{0}, [&] {
        return list(std::span<const JointId>(world->world.jointsOf(asCpp<BodyId>(body))), joints, capacity);
    });
}

SatboxMouseJointId satbox_world_create_mouse_joint(SatboxWorld* world, SatboxBodyId body,
                                                   SatboxPosition point)
{
    const OpResult result = apply(world, [&](ReadError&) {
        return op::CreateMouseJoint{asCpp<BodyId>(body), asCpp<Position>(point)};
    });
    return asC<SatboxMouseJointId>(result.mouseJoint);
}
bool satbox_world_set_mouse_target(SatboxWorld* world, SatboxMouseJointId joint, SatboxPosition target)
{
    return accepts(world, [&](ReadError&) {
        return op::SetMouseTarget{asCpp<MouseJointId>(joint), asCpp<Position>(target)};
    });
}
bool satbox_world_destroy_mouse_joint(SatboxWorld* world, SatboxMouseJointId joint)
{
    return accepts(world, [&](ReadError&) { return op::DestroyMouseJoint{asCpp<MouseJointId>(joint)}; });
}
bool satbox_world_is_mouse_joint_valid(const SatboxWorld* world, SatboxMouseJointId joint)
{
    return world->world.isValid(asCpp<MouseJointId>(joint));
}
bool satbox_world_mouse_joint(const SatboxWorld* world, SatboxMouseJointId joint, SatboxMouseJointView* view)
{
    const auto id = asCpp<MouseJointId>(joint);
    if (!world->world.isValid(id)) return false;
    toC(world->world.mouseJoint(id), *view);
    return true;
}
