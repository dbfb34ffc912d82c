#include "app/document/joint_kind.h"

#include "app/document/commands.h"
#include "app/document/gear_teeth.h"
#include "app/text/format.h"
#include <satbox/shapes.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <variant>

namespace satbox::app {

namespace {

constexpr float kMinAxis = 1e-3f;     // m; anchors that are nearer define no direction
constexpr float kPulleyHeight = 2.0f; // m, of the fixed points of a new pulley above its anchors

struct Adaptation {
    const World& world;
    JointDef& def;
    const JointView& view;

    float angleOfBody(BodyId body) const { return angleOf(world.motion(body).q); }
    // Frame B in the direction of frame A.
    void alignFrames() const { def.angleB = angleOfBody(def.bodyA) + def.angleA - angleOfBody(def.bodyB); }
    void joinAnchors() const
    {
        def.anchorB = invTransformPoint(world.motion(def.bodyB).transform(), view.anchorA);
    }
    void axisThroughAnchors() const
    {
        const Vec2 along = view.anchorB - view.anchorA;
        if (length(along) > kMinAxis) def.angleA = std::atan2(along.y, along.x) - angleOfBody(def.bodyA);
        alignFrames();
    }

    void operator()(DistanceJoint& kind) const
    {
        kind.length = rodLength(view.length);
        kind.spring.target = kind.limit.upper = view.length;
    }
    void operator()(RevoluteJoint&) const
    {
        joinAnchors();
        alignFrames();
    }
    void operator()(PrismaticJoint&) const { axisThroughAnchors(); }
    void operator()(WeldJoint&) const
    {
        joinAnchors();
        alignFrames();
    }
    void operator()(WheelJoint& kind) const
    {
        axisThroughAnchors();
        kind.spring.target = view.length;
    }
    void operator()(MotorJoint&) const
    {
        joinAnchors();
        alignFrames();
    }
    void operator()(PulleyJoint& kind) const
    {
        const Vec2 up{0.0f, kPulleyHeight};
        kind.groundA = toVec2(view.anchorA) + up;
        kind.groundB = toVec2(view.anchorB) + up;
        kind.length = kPulleyHeight * (1.0f + kind.ratio);
    }
    void operator()(FilterJoint&) const {}
    void operator()(GearJoint&) const
    {
        def.anchorA = world.motion(def.bodyA).localCenter;
        def.anchorB = world.motion(def.bodyB).localCenter;
        alignFrames();
        chooseTeeth(world, def);
    }
};

// Replaces values of a part that are useless when it is switched on.
struct UsefulValues {
    const JointView& present;

    static bool isUnset(const JointLimit& limit) { return limit.lower == 0.0f && limit.upper == 0.0f; }
    static void fill(JointMotor& motor, const JointMotor& initial)
    {
        if (motor.maxForce > 0.0f) return;
        motor.maxForce = initial.maxForce;
        if (motor.speed == 0.0f) motor.speed = initial.speed;
    }
    template<class Kind>
    void fill(Kind& kind, std::string_view part) const
    {
        [[maybe_unused]] const Kind initial = std::get<Kind>(initialKind(Kind{}));
        constexpr bool kIsRod = std::is_same_v<Kind, DistanceJoint>;
        if constexpr (kIsRod) {
            if (part == "rigid" && kind.length < kMinSize) kind.length = rodLength(present.length);
            if (part == "spring" && kind.spring.target == 0.0f) kind.spring.target = present.length;
        }
        if constexpr (requires { kind.limit; })
            if (part == "limit" && isUnset(kind.limit)) {
                const float range = initial.limit.upper;
                const float value = std::is_same_v<Kind, RevoluteJoint> ? present.angle : present.translation;
                kind.limit.lower = kIsRod ? 0.0f : value - range;
                kind.limit.upper = kIsRod ? present.length : value + range;
            }
        if constexpr (requires { kind.motor; })
            if (part == "motor") fill(kind.motor, initial.motor);
    }
};

} // namespace

JointKind initialKind(const JointKind& kind)
{
    JointKind initial = kind;
    if (auto* rod = std::get_if<DistanceJoint>(&initial)) {
        rod->spring.enabled = true;
        rod->motor = {.speed = 1.0f, .maxForce = 100.0f};
    } else if (auto* hinge = std::get_if<RevoluteJoint>(&initial)) {
        hinge->limit.upper = 0.5f;
        hinge->motor = {.speed = 3.0f, .maxForce = 100.0f};
    } else if (auto* slider = std::get_if<PrismaticJoint>(&initial)) {
        slider->limit.upper = 1.0f;
        slider->motor = {.speed = 1.0f, .maxForce = 100.0f};
    } else if (auto* wheel = std::get_if<WheelJoint>(&initial)) {
        wheel->limit.upper = 0.2f;
        wheel->motor = {.speed = 10.0f, .maxForce = 50.0f};
    }
    return initial;
}

JointDef withKind(const World& world, JointId joint, size_t kind)
{
    JointDef def = world.jointDef(joint);
    def.kind = defaultJointKind(kind);
    const JointView view = world.jointView(joint);
    std::visit(Adaptation{world, def, view}, def.kind);
    // What the new kind has switched on from the beginning.
    forEachJointSwitch(def, [&](const auto& field, bool& isOn) {
        if (isOn) switchOn(def, view, field.key);
    });
    return def;
}

float rodLength(float length) { return std::max(length, kMinSize); }

bool turnsMotor(const JointKind& kind)
{
    return std::holds_alternative<RevoluteJoint>(kind) || std::holds_alternative<WheelJoint>(kind);
}

JointLimit* limitOf(JointKind& kind)
{
    return std::visit(
        [](auto& k) -> JointLimit* {
            if constexpr (requires { k.limit; })
                return &k.limit;
            else
                return nullptr;
        },
        kind);
}

void moveLimit(JointLimit& limit, LimitEnd end, float value)
{
    if (end == LimitEnd::Lower) {
        limit.lower = value;
        limit.upper = std::max(limit.upper, value);
    } else {
        limit.upper = value;
        limit.lower = std::min(limit.lower, value);
    }
}

void switchOn(JointDef& def, const JointView& present, std::string_view field)
{
    std::visit([&](auto& kind) { UsefulValues{present}.fill(kind, field); }, def.kind);
    forEachJointSwitch(def, [&](const auto& one, bool& isOn) {
        if (one.key == field) isOn = true;
    });
}

Command switchJointCommand(const World& world, JointId joint, std::string_view field)
{
    JointDef def = world.jointDef(joint);
    bool wasOn = false;
    std::string what;
    forEachJointSwitch(def, [&](const auto& one, bool& isOn) {
        if (one.key != field) return;
        wasOn = isOn;
        isOn = false;
        // "Switch on motor of ...", "Switch off "rigid" of ...".
        const bool isFlag = one.unit.empty();
        what = isFlag ? fmt::format("\"{}\"", withLowerFirst(std::string(one.label))) : std::string(one.key);
    });
    if (!wasOn) switchOn(def, world.jointView(joint), field);
    if (field == "rack" && wasOn) def.anchorA = world.motion(def.bodyA).localCenter; // a wheel again
    if (field == "ring" || field == "rack") chooseTeeth(world, def);
    if (field == "keyBrake" && hasKeys(def) && !isDriven(world.jointDef(joint)))
        def = driven(std::move(def), KeyDrive::Released);
    return editJointCommand(world, joint, std::move(def), what, wasOn ? "Switch off" : "Switch on");
}

const char* unitOf(std::string_view unit, bool ofAngle)
{
    constexpr std::string_view kOr = " or ";
    const size_t at = unit.find(kOr);
    if (at == std::string_view::npos) return unit.data();
    if (ofAngle) return unit.data() + at + kOr.size();
    for (const char* length : {"m", "m/s", "N"})
        if (unit.substr(0, at) == length) return length;
    return unit.data();
}

} // namespace satbox::app
