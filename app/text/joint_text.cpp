#include "app/text/joint_text.h"

#include "app/text/format.h"
#include "app/text/names.h"
#include "engine/model/joint_frames.h"
#include "engine/model/joint_parts.h"
#include "engine/world/world_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

std::string bodiesOf(const World& world, BodyId a, BodyId b)
{
    const auto isStatic = [&](BodyId body) {
        return world.isValid(body) && world.body(body).type == BodyType::Static;
    };
    if (isStatic(a) && !isStatic(b)) return describeBody(world, b);
    if (isStatic(b) && !isStatic(a)) return describeBody(world, a);
    return fmt::format("{} and {}", describeBody(world, a), describeBody(world, b));
}

} // namespace

std::string describeJoint(const World& world, const JointDef& def)
{
    if (!def.name.empty()) return def.name;
    return fmt::format("{} joint of {}", toString(def.kind), bodiesOf(world, def.bodyA, def.bodyB));
}

std::string describeJoint(const World& world, JointId joint)
{
    return world.isValid(joint) ? describeJoint(world, world.jointDef(joint)) : "joint";
}

std::string brokenJointSentence(const World& world, const World& start, const JointBrokenEvent& event)
{
    const JointDef def = start.jointDef(event.joint);
    const bool isKnown = start.isValid(event.joint) && def.bodyA == event.bodyA && def.bodyB == event.bodyB;
    const std::string name =
        isKnown ? describeJoint(world, def) : "joint of " + bodiesOf(world, event.bodyA, event.bodyB);
    const bool byForce = !isKnown || (def.breakForce > 0.0f && event.force > def.breakForce);
    return fmt::format("{} broke at {}.", withUpperFirst(name),
                       byForce ? formatQuantity(static_cast<double>(event.force), "N")
                               : formatQuantity(std::abs(static_cast<double>(event.torque)), "N m"));
}

std::optional<float> jointError(const World& world, JointId id)
{
    const WorldState& state = stateOf(world);
    const Joint& joint = state.joints.of<Joint>().at(id.index);
    const JointFrames frames = framesOf(joint, state.bodies);
    const JointParts parts = partsOf(joint.def.kind);
    std::optional<float> error;
    const auto add = [&](float distance) { error = std::max(error.value_or(0.0f), std::abs(distance)); };
    if (parts.hasPin && parts.pinFrequency == 0.0f && parts.pinMaxForce == 0.0f) add(length(frames.d));
    for (size_t i = 0; i < parts.count; ++i) {
        const JointPart& part = parts.rows[i];
        if (part.role != JointPart::Role::Lock) continue;
        if (part.coordinate == JointCoordinate::Along) add(dot(frames.d, frames.axis) - part.target);
        if (part.coordinate == JointCoordinate::Across) add(cross(frames.axis, frames.d) - part.target);
        if (part.coordinate == JointCoordinate::Length) add(length(frames.d) - part.target);
        if (const auto* pulley = std::get_if<PulleyJoint>(&joint.def.kind);
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
