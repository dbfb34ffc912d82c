#include "app/document/pick_joint.h"

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
void forEachLine(const World& world, const JointDef& def, const JointView& view, Visit&& visit)
{
    const auto along = [&](const JointLimit& limit) {
        if (!limit.enabled) return;
        const Vec2 axis = rotate(world.motion(def.bodyA).q, rotate(makeRot(def.angleA), Vec2{1.0f, 0.0f}));
        visit(view.anchorA + limit.lower * axis, view.anchorA + limit.upper * axis);
    };
    if (std::holds_alternative<FilterJoint>(def.kind))
        return visit(world.motion(def.bodyA).center, world.motion(def.bodyB).center);
    if (const auto* pulley = std::get_if<PulleyJoint>(&def.kind)) {
        visit(view.anchorA, Position{} + pulley->groundA);
        visit(Position{} + pulley->groundA, Position{} + pulley->groundB);
        return visit(Position{} + pulley->groundB, view.anchorB);
    }
    visit(view.anchorA, view.anchorB);
    if (const auto* slider = std::get_if<PrismaticJoint>(&def.kind)) along(slider->limit);
    if (const auto* wheel = std::get_if<WheelJoint>(&def.kind)) along(wheel->limit);
}

// Computed relative to the point, which keeps its precision far from the origin.
float distanceToLine(Position point, Position from, Position to)
{
    return length(closestPoint(Shape(Segment{from - point, to - point}), Vec2{0.0f, 0.0f}));
}

float distanceToAnchors(const World& world, JointId joint, Position point)
{
    const JointDef def = world.jointDef(joint);
    if (std::holds_alternative<FilterJoint>(def.kind)) return kFar;
    const JointView view = world.jointView(joint);
    float nearest = std::min(length(view.anchorA - point), length(view.anchorB - point));
    if (const auto* pulley = std::get_if<PulleyJoint>(&def.kind))
        for (const Vec2 ground : {pulley->groundA, pulley->groundB})
            nearest = std::min(nearest, length(Position{} + ground - point));
    return nearest;
}

float distanceToLines(const World& world, JointId joint, Position point)
{
    float nearest = kFar;
    forEachLine(world, world.jointDef(joint), world.jointView(joint), [&](Position from, Position to) {
        nearest = std::min(nearest, distanceToLine(point, from, to));
    });
    return nearest;
}

// The joint with the smallest distance(joint), null if none is within reach.
template<class Distance>
JointId nearestJoint(const World& world, float reach, Distance&& distance)
{
    JointId nearest{};
    float smallest = kFar;
    for (const JointId joint : world.joints()) {
        const float found = distance(joint);
        if (found > reach || found >= smallest) continue;
        nearest = joint;
        smallest = found;
    }
    return nearest;
}

} // namespace

JointId pickJoint(const World& world, Position point, float reach)
{
    return nearestJoint(world, reach, [&](JointId joint) { return distanceToLines(world, joint, point); });
}

JointId pickJointAnchor(const World& world, Position point, float reach)
{
    return nearestJoint(world, reach, [&](JointId joint) { return distanceToAnchors(world, joint, point); });
}

} // namespace satbox::app
