#include "app/document/joint_measure.h"

#include "engine/model/gear_mesh.h"
#include "engine/model/joint_frames.h"
#include "engine/model/joint_parts.h"
#include "engine/world/world_access.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

std::optional<float> jointError(const World& world, JointId id)
{
    const WorldState& state = stateOf(world);
    const Joint& joint = state.joints.of<Joint>().at(id.index);
    const JointFrames frames = framesOf(joint, state.bodies);
    const JointParts parts = partsOf(joint.def->kind);
    std::optional<float> error;
    const auto add = [&](float distance) { error = std::max(error.value_or(0.0f), std::abs(distance)); };
    if (parts.hasPin && parts.pinFrequency == 0.0f && parts.pinMaxForce == 0.0f) add(length(frames.d));
    for (size_t i = 0; i < parts.count; ++i) {
        const JointPart& part = parts.rows[i];
        if (part.role != JointPart::Role::Lock) continue;
        if (part.coordinate == JointCoordinate::Along) add(dot(frames.d, frames.axis) - part.target);
        if (part.coordinate == JointCoordinate::Across) add(cross(frames.axis, frames.d) - part.target);
        if (part.coordinate == JointCoordinate::Length) add(length(frames.d) - part.target);
        if (const auto* gear = std::get_if<GearJoint>(&joint.def->kind);
            gear && part.coordinate == JointCoordinate::Mesh)
            add(meshOf(*gear, frames.d, frames.axis, frames.angle).error);
        if (const auto* pulley = std::get_if<PulleyJoint>(&joint.def->kind);
            pulley && part.coordinate == JointCoordinate::Rope)
            add(ropeLength(*pulley, frames.anchorA, frames.anchorB) - part.target);
    }
    return error;
}

float ropeLength(const PulleyJoint& pulley, Position anchorA, Position anchorB)
{
    return length(anchorA - (Position{} + pulley.groundA)) +
           pulley.ratio * length(anchorB - (Position{} + pulley.groundB));
}

} // namespace satbox::app
