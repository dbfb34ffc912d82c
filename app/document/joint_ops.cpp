#include "app/document/joint_ops.h"

#include "app/document/body_joints.h"
#include "app/document/joint_kind.h"
#include "app/text/format.h"
#include "app/text/joint_text.h"
#include "engine/collision/distance.h"
#include "engine/core/assert.h"
#include <satbox/validate.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace satbox::app {

namespace {

float wrapped(float angle) { return std::remainder(angle, 2.0f * kPi); }

// m, from a point in the body's frame to the nearest of its shapes.
float distanceTo(const World& world, BodyId body, Vec2 point)
{
    const Shape dot = Circle{.center = point, .radius = 0.0f};
    float nearest = std::numeric_limits<float>::infinity();
    for (const ShapeId shape : world.shapesOf(body))
        nearest = std::min(nearest, computeDistance(world.shape(shape).shape, dot, {}).distance);
    return nearest;
}

const MoveJoints::Target& targetOf(const World& world, const std::vector<MoveJoints::Target>& targets,
                                   Vec2 anchor)
{
    if (targets.size() == 1) return targets.front();
    std::vector<float> distances;
    for (const MoveJoints::Target& target : targets)
        distances.push_back(distanceTo(world, target.body, transformPoint(target.frame, anchor)));
    const auto nearest = std::min_element(distances.begin(), distances.end()) - distances.begin();
    return targets[static_cast<size_t>(nearest)];
}

// One of the two bodies of a joint.
struct JointEnd {
    BodyId JointDef::*body;
    Vec2 JointDef::*anchor;
    float JointDef::*angle;
};
constexpr JointEnd kEndA{&JointDef::bodyA, &JointDef::anchorA, &JointDef::angleA};
constexpr JointEnd kEndB{&JointDef::bodyB, &JointDef::anchorB, &JointDef::angleB};

void mirrorAngles(JointSpring& spring, JointLimit& limit, JointMotor& motor)
{
    spring.target = 0.0f - spring.target;
    limit = {.enabled = limit.enabled, .lower = 0.0f - limit.upper, .upper = 0.0f - limit.lower};
    motor.speed = 0.0f - motor.speed;
}

// Mirrors what a kind has of angles and of points in the world. Lengths stay.
struct KindMirror {
    const Mirror& mirror;

    void operator()(RevoluteJoint& kind) const { mirrorAngles(kind.spring, kind.limit, kind.motor); }
    void operator()(WheelJoint& kind) const { kind.motor.speed = 0.0f - kind.motor.speed; }
    void operator()(PulleyJoint& kind) const
    {
        kind.groundA = toVec2(mirrored(Position(kind.groundA), mirror));
        kind.groundB = toVec2(mirrored(Position(kind.groundB), mirror));
    }
    void operator()(DistanceJoint&) const {}
    void operator()(PrismaticJoint&) const {}
    void operator()(WeldJoint&) const {}
    void operator()(MotorJoint&) const {}
    void operator()(FilterJoint&) const {}
    void operator()(GearJoint&) const {}
};

bool usesAxis(const JointKind& kind)
{
    return std::holds_alternative<PrismaticJoint>(kind) || std::holds_alternative<WheelJoint>(kind) ||
           std::holds_alternative<GearJoint>(kind);
}

// The direction of a mirrored frame, rad. A reflection turns a rotation round. Where the x-axis is the axis
// of the joint, it has to be mirrored itself.
float mirroredAngle(float angle, const JointKind& kind, MirrorAxis axis)
{
    return usesAxis(kind) && axis == MirrorAxis::Vertical ? wrapped(kPi - angle) : 0.0f - angle;
}

// A joint with the definition that it gets.
struct ChangedJoint {
    JointId id;
    JointDef def;
};

// Why a joint cannot have its new definition, as a sentence; empty if all can. `change`: "mirrored".
std::string refusalOf(const World& world, const std::vector<ChangedJoint>& joints, std::string_view change)
{
    for (const ChangedJoint& joint : joints)
        if (const std::string invalid = validate(joint.def); !invalid.empty())
            return fmt::format("{} cannot be {}: {}.", withUpperFirst(describeJoint(world, joint.id)), change,
                               invalid);
    return {};
}

// Precondition: the definitions are valid.
void setJoints(World& world, const std::vector<ChangedJoint>& joints)
{
    for (const ChangedJoint& joint : joints) {
        const bool isSet = world.setJointDef(joint.id, joint.def);
        SATBOX_ASSERT(isSet, "the definition is valid");
        static_cast<void>(isSet);
    }
}

struct MovedJoints {
    std::vector<ChangedJoint> joints;
    std::vector<JointDef> more; // the filter joints that the other targets need too
};

MovedJoints movedJoints(const World& world, const MoveJoints& op)
{
    MovedJoints moved;
    for (const JointId id : world.jointsOf(op.from)) {
        const JointDef before = world.jointDef(id);
        const JointEnd end = before.bodyA == op.from ? kEndA : kEndB;
        const BodyId other = before.bodyA == op.from ? before.bodyB : before.bodyA;
        const auto defFor = [&](const MoveJoints::Target& target) {
            JointDef def = before;
            def.*end.body = target.body;
            def.*end.anchor = transformPoint(target.frame, before.*end.anchor);
            if (target.frame.q != Rot{})
                def.*end.angle = wrapped(before.*end.angle + angleOf(target.frame.q));
            return def;
        };
        const MoveJoints::Target& target = targetOf(world, op.targets, before.*end.anchor);
        // Between bodies that are combined: it goes with them.
        if (target.body == other) continue;
        moved.joints.push_back({id, defFor(target)});
        if (!std::holds_alternative<FilterJoint>(before.kind)) continue;
        for (const MoveJoints::Target& next : op.targets)
            if (next.body != target.body && next.body != other) moved.more.push_back(defFor(next));
    }
    return moved;
}

} // namespace

OpResult createJointInBoth(World& world, World& start, const JointDef& def)
{
    std::vector<JointId> inWorld, atStart; // one id is in both lists; the others only fill slots
    const auto eraseFillers = [&](World& of, std::vector<JointId>& ids, JointId kept) {
        for (auto id = ids.rbegin(); id != ids.rend(); ++id)
            if (*id != kept) of.destroyJoint(*id);
    };
    const auto has = [](const std::vector<JointId>& ids, JointId id) {
        return std::find(ids.begin(), ids.end(), id) != ids.end();
    };
    OpResult result;
    JointId common;
    // Free slots are reused before new ones are made, so that the two have the same one sooner or later.
    while (common.isNull()) {
        result = world.apply(op::CreateJoint{def});
        if (!result.ok()) break;
        inWorld.push_back(result.joint);
        const OpResult other = start.apply(op::CreateJoint{def});
        if (!other.ok()) {
            result = other;
            break;
        }
        atStart.push_back(other.joint);
        if (has(atStart, inWorld.back()))
            common = inWorld.back();
        else if (has(inWorld, atStart.back()))
            common = atStart.back();
    }
    eraseFillers(world, inWorld, common);
    eraseFillers(start, atStart, common);
    if (result.ok()) result.joint = common;
    return result;
}

OpResult destroyJointInBoth(World& world, World& start, JointId joint)
{
    const bool wasInWorld = world.destroyJoint(joint), wasAtStart = start.destroyJoint(joint);
    if (!wasInWorld && !wasAtStart) return {.refusal = "The joint no longer exists."};
    return {};
}

OpResult moveJoints(World& world, World& start, const MoveJoints& op)
{
    const MovedJoints inWorld = movedJoints(world, op), atStart = movedJoints(start, op);
    const auto refusal = [](const World& of, const std::vector<ChangedJoint>& joints) {
        return refusalOf(of, joints, "moved to the new bodies");
    };
    if (std::string why = refusal(world, inWorld.joints); !why.empty()) return {.refusal = std::move(why)};
    if (std::string why = refusal(start, atStart.joints); !why.empty()) return {.refusal = std::move(why)};
    for (const JointDef& def : inWorld.more)
        if (std::string why = validate(def); !why.empty()) return {.refusal = std::move(why)};
    setJoints(start, atStart.joints);
    setJoints(world, inWorld.joints);
    for (const JointDef& def : inWorld.more) {
        const OpResult created = createJointInBoth(world, start, def);
        SATBOX_ASSERT(created.ok(), "its definition is valid and its bodies are in both worlds");
        static_cast<void>(created);
    }
    return {};
}

JointDef mirroredJoint(const World& world, JointDef def, const Mirror& mirror, bool mirrorsA, bool mirrorsB)
{
    const auto follows = [&](BodyId body, bool isMirrored) {
        return isMirrored || world.body(body).type == BodyType::Static;
    };
    const bool asWhole = follows(def.bodyA, mirrorsA) && follows(def.bodyB, mirrorsB);
    const auto mirrorEnd = [&](const JointEnd& end, bool isMirrored) {
        const WorldTransform pose = world.motion(def.*end.body).transform();
        if (asWhole && isMirrored) {
            def.*end.anchor = mirrored(def.*end.anchor, mirror.axis);
            def.*end.angle = mirroredAngle(def.*end.angle, def.kind, mirror.axis);
        } else if (asWhole) { // of a static body
            const float turn = angleOf(pose.q);
            def.*end.anchor =
                invTransformPoint(pose, mirrored(transformPoint(pose, def.*end.anchor), mirror));
            def.*end.angle = wrapped(mirroredAngle(turn + def.*end.angle, def.kind, mirror.axis) - turn);
        } else if (isMirrored) { // stays in the world
            const WorldTransform after = mirrored(pose, mirror);
            def.*end.anchor = invTransformPoint(after, transformPoint(pose, def.*end.anchor));
            def.*end.angle = wrapped(def.*end.angle + angleOf(pose.q) - angleOf(after.q));
        }
    };
    mirrorEnd(kEndA, mirrorsA);
    mirrorEnd(kEndB, mirrorsB);
    if (asWhole) {
        std::visit(KindMirror{mirror}, def.kind);
        if (turnsMotor(def.kind)) def.keySpeed = 0.0f - def.keySpeed;
        // Its teeth are to the left of its axis, so that the axis has to point the other way.
        if (const auto* gear = std::get_if<GearJoint>(&def.kind); gear && gear->rack)
            def.angleA = wrapped(def.angleA + kPi);
    }
    return def;
}

OpResult mirrorJoints(World& world, World& start, const MirrorJoints& op)
{
    const auto mirroredIn = [&](const World& of) {
        std::vector<ChangedJoint> joints;
        for (const JointOfBodies& joint : jointsOfBodies(of, op.bodies))
            joints.push_back({joint.id, mirroredJoint(of, joint.def, op.mirror, joint.a.has_value(),
                                                      joint.b.has_value())});
        return joints;
    };
    const std::vector<ChangedJoint> inWorld = mirroredIn(world), atStart = mirroredIn(start);
    if (std::string why = refusalOf(world, inWorld, "mirrored"); !why.empty())
        return {.refusal = std::move(why)};
    if (std::string why = refusalOf(start, atStart, "mirrored"); !why.empty())
        return {.refusal = std::move(why)};
    const auto setIn = [](World& of, const std::vector<ChangedJoint>& joints) {
        // A change of kind drops impulses and full turns, which are those of the joint before.
        std::vector<ChangedJoint> blank = joints;
        for (ChangedJoint& joint : blank) joint.def.kind = FilterJoint{};
        setJoints(of, blank);
        setJoints(of, joints);
    };
    setIn(world, inWorld);
    setIn(start, atStart);
    return {};
}

} // namespace satbox::app
