#include "engine/scene/import/rube_joints.h"

#include "engine/core/quoted.h"
#include "engine/scene/import/rube_values.h"
#include <satbox/limits.h>
#include <satbox/validate.h>

#include <algorithm>
#include <fmt/format.h>

namespace satbox {
namespace {

// Box2D measures the angle of B relative to A from `refAngle`; satbox that of frame B relative to frame A. So
// the frames are refAngle apart: angleA - angleB = refAngle.

bool hasLimit(const JointKind& kind)
{
    return std::holds_alternative<RevoluteJoint>(kind) || std::holds_alternative<PrismaticJoint>(kind);
}
bool isLimitSwapped(RubeObject& joint) { return joint.number("lowerLimit") > joint.number("upperLimit"); }

JointLimit readLimit(RubeObject& joint)
{
    JointLimit limit{joint.flag("enableLimit"), joint.number("lowerLimit"), joint.number("upperLimit")};
    if (isLimitSwapped(joint)) std::swap(limit.lower, limit.upper); // as Box2D does
    return limit;
}

JointMotor readMotor(RubeObject& joint, std::string_view forceKey)
{
    return {joint.flag("enableMotor"), joint.number("motorSpeed"), joint.number(forceKey)};
}

// The direction of the x-axis of frame A.
float readAxis(RubeObject& joint)
{
    const Vec2 axis = normalizeOrZero(joint.vector("localAxisA"));
    if (axis == Vec2{0.0f, 0.0f}) fail(joint.location(), "localAxisA has no direction");
    return angleOf(Rot{axis.x, axis.y});
}

JointKind readRevolute(RubeObject& joint, JointDef& def)
{
    def.angleA = joint.number("refAngle");
    joint.number("jointSpeed"); // a result, not a definition
    RevoluteJoint kind;
    kind.limit = readLimit(joint);
    kind.motor = readMotor(joint, "maxMotorTorque");
    return kind;
}

JointKind readPrismatic(RubeObject& joint, JointDef& def)
{
    def.angleA = readAxis(joint);
    def.angleB = def.angleA - joint.number("refAngle");
    PrismaticJoint kind;
    kind.limit = readLimit(joint);
    kind.motor = readMotor(joint, "maxMotorForce");
    return kind;
}

JointKind readWheel(RubeObject& joint, JointDef& def)
{
    def.angleA = readAxis(joint);
    WheelJoint kind;
    kind.motor = readMotor(joint, "maxMotorTorque");
    kind.spring.frequency = joint.number("springFrequency");
    kind.spring.dampingRatio = joint.number("springDampingRatio");
    if (kind.spring.frequency <= 0.0f) kind.spring = JointSpring{.enabled = false};
    return kind;
}

JointKind readDistance(RubeObject& joint, JointDef&)
{
    DistanceJoint kind;
    kind.length = joint.number("length");
    const float frequency = joint.number("frequency"), dampingRatio = joint.number("dampingRatio");
    if (frequency <= 0.0f) return kind;
    kind.rigid = false;
    kind.spring = {true, kind.length, frequency, dampingRatio};
    return kind;
}

JointKind readRope(RubeObject& joint, JointDef&)
{
    DistanceJoint kind;
    kind.rigid = false;
    kind.length = joint.number("maxLength");
    kind.limit = {true, 0.0f, kind.length};
    return kind;
}

JointKind readWeld(RubeObject& joint, JointDef& def)
{
    def.angleA = joint.number("refAngle");
    WeldJoint kind;
    const float frequency = joint.number("frequency"), dampingRatio = joint.number("dampingRatio");
    if (frequency > 0.0f) { // of the angle only
        kind.angularFrequency = frequency;
        kind.angularDampingRatio = dampingRatio;
    }
    return kind;
}

// Some versions write the offset as anchorA.
JointKind readMotorJoint(RubeObject& joint, JointDef& def)
{
    if (joint.find("linearOffset")) def.anchorA = joint.vector("linearOffset");
    def.anchorB = {0.0f, 0.0f};
    def.angleA = joint.number("refAngle");
    MotorJoint kind;
    kind.maxForce = joint.number("maxForce");
    kind.maxTorque = joint.number("maxTorque");
    joint.number("correctionFactor");
    return kind;
}

JointKind readPulley(RubeObject& joint, JointDef&)
{
    PulleyJoint kind;
    kind.groundA = joint.vector("groundAnchorA");
    kind.groundB = joint.vector("groundAnchorB");
    kind.ratio = joint.number("ratio", 1.0f);
    kind.length = joint.number("lengthA") + kind.ratio * joint.number("lengthB");
    return kind;
}

struct RubeJointKind {
    std::string_view name;
    JointKind (*read)(RubeObject&, JointDef&);
    std::string_view change{}; // what is different in satbox; empty: nothing
};
constexpr RubeJointKind kRubeJoints[] = {
    {"revolute", readRevolute},
    {"prismatic", readPrismatic},
    {"wheel", readWheel},
    {"distance", readDistance},
    {"rope", readRope, "rope joints became distance joints with a limit"},
    {"weld", readWeld},
    {"motor", readMotorJoint, "motor joints got a frequency of 5 Hz for their correctionFactor"},
    {"pulley", readPulley},
};

void readRubeJoint(const JsonLocation& location, ImportBuilder& builder)
{
    RubeObject joint(location, "a joint");
    const std::string place = location.pointer();
    const std::string type = joint.text("type");
    const auto* kind = std::find_if(std::begin(kRubeJoints), std::end(kRubeJoints),
                                    [&](const RubeJointKind& row) { return row.name == type; });
    if (kind == std::end(kRubeJoints)) {
        builder.report().refused(fmt::format("joints of the type {}", quotedText(type)), place);
        return;
    }
    const auto last = static_cast<int64_t>(builder.definition().bodies.size()) - 1;
    if (last < 0) fail(location, "refers to bodies, but the scene has none");
    SceneDefinition::JointBetween between{static_cast<uint32_t>(readInteger(joint.require("bodyA"), 0, last)),
                                          static_cast<uint32_t>(readInteger(joint.require("bodyB"), 0, last)),
                                          {}};
    JointDef& def = between.def;
    def.name = builder.nameFrom(joint.text("name"), place);
    def.collideConnected = joint.flag("collideConnected");
    def.anchorA = joint.vector("anchorA");
    def.anchorB = joint.vector("anchorB");
    def.kind = kind->read(joint, def);
    joint.text("path");
    if (const auto properties = joint.find("customProperties"))
        builder.report().refused("custom properties of joints", properties->pointer());
    if (between.bodyA == between.bodyB) {
        builder.report().refused("joints of a body with itself", place);
        return;
    }
    if (const std::string wrong = validate(def); !wrong.empty()) {
        builder.report().refused(fmt::format("a {} joint: {}", type, wrong), place);
        return;
    }
    if (!kind->change.empty()) builder.report().changed(kind->change, place);
    if (hasLimit(def.kind) && isLimitSwapped(joint))
        builder.report().changed("limits in the wrong order changed places", place);
    joint.reportOthers(builder.report());
    builder.definition().joints.push_back(std::move(between));
}

} // namespace

void importRubeJoints(const JsonLocation& location, ImportBuilder& builder)
{
    const JsonArray& items = readArray(location, "joints", 0, kMaxJoints);
    for (size_t i = 0; i < items.size(); ++i) readRubeJoint(element(location, items, i), builder);
}

} // namespace satbox
