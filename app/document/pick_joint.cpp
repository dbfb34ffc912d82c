#include "app/document/pick_joint.h"

#include "engine/model/joint_frames.h"
#include "engine/world/world_access.h"
#include <satbox/joints.h>
#include <satbox/queries.h>

#include <algorithm>
#include <limits>
#include <variant>

namespace satbox::app {

namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();

// Calls visit(from, to) for each line of the joint's drawing whose length does not depend on the zoom.
template<class Visit>
void forEachLine(const BodyStore& bodies, const Joint& joint, const JointFrames& frames, Visit&& visit)
{
    const auto along = [&](const JointLimit& limit) {
        if (!limit.enabled) return;
        visit(frames.anchorA + limit.lower * frames.axis, frames.anchorA + limit.upper * frames.axis);
    };
    const JointKind& kind = joint.def->kind;
    if (std::holds_alternative<FilterJoint>(kind))
        return visit(bodies.motions[joint.bodyA].center, bodies.motions[joint.bodyB].center);
    if (const auto* pulley = std::get_if<PulleyJoint>(&kind)) {
        visit(frames.anchorA, Position{} + pulley->groundA);
        visit(Position{} + pulley->groundA, Position{} + pulley->groundB);
        return visit(Position{} + pulley->groundB, frames.anchorB);
    }
    visit(frames.anchorA, frames.anchorB);
    if (const auto* slider = std::get_if<PrismaticJoint>(&kind)) along(slider->limit);
    if (const auto* wheel = std::get_if<WheelJoint>(&kind)) along(wheel->limit);
}

// Computed relative to the point, which keeps its precision far from the origin.
float distanceToLine(Position point, Position from, Position to)
{
    return length(closestPoint(Shape(Segment{from - point, to - point}), Vec2{0.0f, 0.0f}));
}

float distanceToAnchors(const Joint& joint, const JointFrames& frames, Position point)
{
    if (std::holds_alternative<FilterJoint>(joint.def->kind)) return kFar;
    float nearest = std::min(length(frames.anchorA - point), length(frames.anchorB - point));
    if (const auto* pulley = std::get_if<PulleyJoint>(&joint.def->kind))
        for (const Vec2 ground : {pulley->groundA, pulley->groundB})
            nearest = std::min(nearest, length(Position{} + ground - point));
    return nearest;
}

float distanceToLines(const BodyStore& bodies, const Joint& joint, const JointFrames& frames, Position point)
{
    float nearest = kFar;
    forEachLine(bodies, joint, frames, [&](Position from, Position to) {
        nearest = std::min(nearest, distanceToLine(point, from, to));
    });
    return nearest;
}

// The joint with the smallest distance(joint, frames), null if none is within reach. It copies no
// definitions: it runs in every frame, for all joints.
template<class Distance>
JointId nearestJoint(const World& world, float reach, Distance&& distance)
{
    JointId nearest{};
    float smallest = kFar;
    const WorldState& state = stateOf(world);
    const auto& joints = state.joints.of<Joint>();
    joints.forEach([&](uint32_t slot, const Joint& joint) {
        const float found = distance(joint, framesOf(joint, state.bodies));
        if (found > reach || found >= smallest) return;
        nearest = joints.handleAt(slot);
        smallest = found;
    });
    return nearest;
}

} // namespace

JointId pickJoint(const World& world, Position point, float reach)
{
    const BodyStore& bodies = stateOf(world).bodies;
    return nearestJoint(world, reach, [&](const Joint& joint, const JointFrames& frames) {
        return distanceToLines(bodies, joint, frames, point);
    });
}

JointId pickJointAnchor(const World& world, Position point, float reach)
{
    return nearestJoint(world, reach, [&](const Joint& joint, const JointFrames& frames) {
        return distanceToAnchors(joint, frames, point);
    });
}

} // namespace satbox::app
