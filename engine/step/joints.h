#pragma once

#include "engine/model/world_state.h"
#include "engine/step/step_report.h"

#include <cstdint>

namespace satbox {

// Joints keep their two bodies from colliding, unless JointDef::collideConnected is set.

// From now on the bodies (slots) do not collide: their contacts end.
void keepApart(WorldState& world, StepReport& report, uint32_t bodyA, uint32_t bodyB);
// The bodies collide again, if no joint keeps them apart.
void letCollide(WorldState& world, uint32_t bodyA, uint32_t bodyB);

// Erases a joint and wakes its bodies. Precondition: the id is valid.
void destroyJoint(WorldState& world, JointId id);
// Destroys the joints whose force or torque exceeded their limits in the last step, and reports them.
void breakJoints(WorldState& world, StepReport& report, std::span<const uint32_t> breakable);

} // namespace satbox
