#pragma once

#include "engine/core/uncopied_pointer.h"
#include "engine/model/world_state.h"
#include "engine/step/step_report.h"
#include "engine/step/step_workspace.h"
#include "engine/world/contact_index.h"
#include <satbox/world.h>

#include <utility>

namespace satbox {

// What a World owns, and the operations on it.
struct World::Data {
    WorldState state;
    StepReport report;
    UncopiedWorkspace work;
    UncopiedPointer<OpSink> sink;
    mutable ContactIndex contactIndex;
    uint64_t userValue = 0;

    bool isValid(BodyId id) const { return state.bodies.slots.contains(id); }
    bool isValid(ShapeId id) const { return state.shapes.contains(id); }
    bool isValid(JointId id) const { return state.joints.of<Joint>().contains(id); }
    bool isValid(MouseJointId id) const { return state.joints.of<MouseJoint>().contains(id); }
    BodyDef bodyDef(BodyId id) const;
    ContactView viewOf(const Contact& contact) const;
    // Recomputes the points of SolverType::VertexContact for the current poses; other solvers have none.
    void refreshVertexContactPoints();

    OpResult perform(const op::CreateBody& op);
    OpResult perform(const op::DestroyBody& op);
    OpResult perform(const op::SetBody& op);
    OpResult perform(const op::AddShape& op);
    OpResult perform(const op::RemoveShape& op);
    OpResult perform(const op::SetShape& op);
    OpResult perform(const op::SetTransform& op);
    OpResult perform(const op::SetVelocity& op);
    OpResult perform(const op::ApplyForce& op);
    OpResult perform(const op::ApplyTorque& op);
    OpResult perform(const op::ApplyImpulse& op);
    OpResult perform(const op::ApplyAngularImpulse& op);
    OpResult perform(const op::SetTargetTransform& op);
    OpResult perform(const op::Explode& op);
    OpResult perform(const op::ApplyWind& op);
    OpResult perform(const op::WakeBody& op);
    OpResult perform(const op::CreateMouseJoint& op);
    OpResult perform(const op::SetMouseTarget& op);
    OpResult perform(const op::DestroyMouseJoint& op);
    OpResult perform(const op::CreateJoint& op);
    OpResult perform(const op::SetJoint& op);
    OpResult perform(const op::DestroyJoint& op);
    OpResult perform(const op::SetSettings& op);
    OpResult perform(const op::RefreshContacts& op);
    OpResult perform(const op::Step& op, StepObserver* observer, TaskExecutor* executor);
};

// The way into a World for code of satbox itself. Users of the library have World's functions only.
struct WorldAccess {
    using Data = World::Data;
    static Data& data(World& world) { return world.data(); }
    static const Data& data(const World& world) { return world.data(); }
};

// The value of a world, for the snapshot reader and writer, the lab and debug drawing.
inline const WorldState& stateOf(const World& world) { return WorldAccess::data(world).state; }
// What the last step found, beside World::events(), profile() and counters().
inline const StepReport& reportOf(const World& world) { return WorldAccess::data(world).report; }
inline const StepWorkspace& workspaceOf(const World& world) { return *WorldAccess::data(world).work; }

// edit(WorldState&) changes the state itself; then everything that is cached about it is dropped. For
// snapshots, experiments on copies and tests: it checks no invariants.
template<class Edit>
void editState(World& world, Edit&& edit)
{
    WorldAccess::Data& data = WorldAccess::data(world);
    edit(data.state);
    data.work->clear();
    data.contactIndex.clear();
}

inline void refreshVertexContactPoints(World& world)
{
    WorldAccess::data(world).refreshVertexContactPoints();
}

} // namespace satbox
