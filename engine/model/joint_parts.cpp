#include "engine/model/joint_parts.h"

#include <cstddef>

namespace satbox {

namespace {

using Role = JointPart::Role;

// Spring, motor and limit of a kind on one coordinate, in this order: limits have the final word.
template<class Kind>
void addDrives(JointParts& parts, const Kind& kind, JointCoordinate springAndLimit, JointCoordinate motor)
{
    if (kind.spring.enabled)
        parts.add({.coordinate = springAndLimit,
                   .role = Role::Spring,
                   .target = kind.spring.target,
                   .frequency = kind.spring.frequency,
                   .dampingRatio = kind.spring.dampingRatio});
    if (kind.motor.enabled)
        parts.add({.coordinate = motor,
                   .role = Role::Motor,
                   .target = kind.motor.speed,
                   .maxForce = kind.motor.maxForce,
                   .maxPower = kind.motor.maxPower});
    if (kind.limit.enabled)
        parts.add({.coordinate = springAndLimit,
                   .role = Role::Limit,
                   .lower = kind.limit.lower,
                   .upper = kind.limit.upper});
}

// An equation that the kind holds, rigidly or by a spring.
template<class Kind>
JointPart held(const Kind& kind, JointPart part)
{
    if (kind.holdFrequency <= 0.0f) return part;
    part.role = Role::Spring;
    part.frequency = kind.holdFrequency;
    part.dampingRatio = kind.holdDampingRatio;
    return part;
}

JointParts parts(const DistanceJoint& kind)
{
    JointParts result;
    if (kind.rigid)
        result.add({.coordinate = JointCoordinate::Length, .role = Role::Lock, .target = kind.length});
    else
        addDrives(result, kind, JointCoordinate::Length, JointCoordinate::Length);
    return result;
}

JointParts parts(const RevoluteJoint& kind)
{
    JointParts result{
        .hasPin = true, .pinFrequency = kind.holdFrequency, .pinDampingRatio = kind.holdDampingRatio};
    addDrives(result, kind, JointCoordinate::Angle, JointCoordinate::Angle);
    return result;
}

JointParts parts(const PrismaticJoint& kind)
{
    JointParts result;
    addDrives(result, kind, JointCoordinate::Along, JointCoordinate::Along);
    result.add(held(kind, {.coordinate = JointCoordinate::Angle}));
    result.add(held(kind, {.coordinate = JointCoordinate::Across}));
    return result;
}

JointParts parts(const WeldJoint& kind)
{
    JointParts result{
        .hasPin = true, .pinFrequency = kind.linearFrequency, .pinDampingRatio = kind.linearDampingRatio};
    const Role role = kind.angularFrequency > 0.0f ? Role::Spring : Role::Lock;
    result.add({.coordinate = JointCoordinate::Angle,
                .role = role,
                .frequency = kind.angularFrequency,
                .dampingRatio = kind.angularDampingRatio});
    return result;
}

JointParts parts(const WheelJoint& kind)
{
    JointParts result;
    addDrives(result, kind, JointCoordinate::Along, JointCoordinate::Angle);
    result.add(held(kind, {.coordinate = JointCoordinate::Across}));
    return result;
}

JointParts parts(const MotorJoint& kind)
{
    // A limit of 0 means no limit to the solver, so a joint without force has no pin, and one without torque
    // no row.
    JointParts result{.hasPin = kind.maxForce > 0.0f && kind.frequency > 0.0f,
                      .pinFrequency = kind.frequency,
                      .pinDampingRatio = kind.dampingRatio,
                      .pinMaxForce = kind.maxForce};
    if (kind.maxTorque > 0.0f)
        result.add({.coordinate = JointCoordinate::Angle,
                    .role = Role::Spring,
                    .frequency = kind.frequency,
                    .dampingRatio = kind.dampingRatio,
                    .maxForce = kind.maxTorque});
    return result;
}

JointParts parts(const PulleyJoint& kind)
{
    JointParts result;
    result.add(held(kind, {.coordinate = JointCoordinate::Rope, .target = kind.length, .ratio = kind.ratio}));
    return result;
}

JointParts parts(const FilterJoint&) { return {}; }

JointParts parts(const GearJoint& kind)
{
    JointParts result;
    result.add(held(kind, {.coordinate = JointCoordinate::Mesh}));
    return result;
}

} // namespace

JointParts partsOf(const JointKind& kind)
{
    return std::visit([](const auto& k) { return parts(k); }, kind);
}

static_assert(offsetof(Joint, pinRelax) == 64, "what steps read of a hinge is one cache line");

void Joint::define(uint32_t slotA, uint32_t slotB, const JointDef& definition)
{
    auto copy = std::make_shared<JointDef>(definition);
    copy->bodyA = copy->bodyB = {};
    bodyA = slotA;
    bodyB = slotB;
    anchorA = copy->anchorA;
    anchorB = copy->anchorB;
    angleA = copy->angleA;
    angleB = copy->angleB;
    const JointParts parts = partsOf(copy->kind);
    hasPin = parts.hasPin;
    rowCount = static_cast<uint8_t>(parts.count);
    isPlainPin = parts.hasPin && parts.pinFrequency <= 0.0f && parts.pinMaxForce <= 0.0f && parts.count == 0;
    connects = !std::holds_alternative<FilterJoint>(copy->kind);
    canBreak = copy->breakForce > 0.0f || copy->breakTorque > 0.0f;
    def = std::move(copy);
}

} // namespace satbox
