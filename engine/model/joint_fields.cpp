#include "engine/model/joint_fields.h"

#include <satbox/shapes.h>
#include <satbox/validate.h>

#include <type_traits>
#include <utility>

namespace satbox {

namespace {

constexpr double kMaxLength = static_cast<double>(kMaxCoordinate); // m
constexpr double kMaxJointAngle = 1e4;                             // rad
constexpr double kMaxJointValue = 1e5;                             // m or rad, of limits and targets
constexpr double kMaxJointFrequency = 1e3;                         // Hz
constexpr double kMaxJointDamping = 100.0;
constexpr double kMaxJointForce = 1e12; // N, N m or W
constexpr double kMaxTeeth = 1000;

// clang-format off
constexpr std::array kJointFields{
    JointField{"name", "Name", "", &JointDef::name, 0, 0, 0, 0, "Name of the joint, for display."},
    JointField{"anchorA", "Anchor A", "m", &JointDef::anchorA, -kMaxLength, kMaxLength, -10, 10,
        "Point of body A where the joint holds it, in the body's frame."},
    JointField{"anchorB", "Anchor B", "m", &JointDef::anchorB, -kMaxLength, kMaxLength, -10, 10,
        "Point of body B where the joint holds it, in the body's frame."},
    JointField{"angleA", "Angle A", "rad", &JointDef::angleA, -kMaxJointAngle, kMaxJointAngle, -3.2, 3.2,
        "Direction of the joint's axis in body A's frame."},
    JointField{"angleB", "Angle B", "rad", &JointDef::angleB, -kMaxJointAngle, kMaxJointAngle, -3.2, 3.2,
        "Direction in body B's frame. The joint's angle is 0 while both directions agree."},
    JointField{"collideConnected", "Collide connected", "", &JointDef::collideConnected, 0, 0, 0, 0,
        "Lets the two bodies collide with each other."},
    JointField{"breakForce", "Break force", "N", &JointDef::breakForce, 0, kMaxJointForce, 0, 1e4,
        "The joint breaks when its force exceeds this; 0: never."},
    JointField{"breakTorque", "Break torque", "N m", &JointDef::breakTorque, 0, kMaxJointForce, 0, 1e4,
        "The joint breaks when its torque exceeds this; 0: never."},
    JointField{"userValue", "User value", "", &JointDef::userValue, 0, 0, 0, 0,
        "A number for the program that uses the engine; the engine ignores it."},
    JointField{"forwardKey", "Forward key", "", &JointDef::forwardKey, 0, 0, 0, 0,
        "While it is held in the window, the motor runs at the key speed. A letter, a digit, a sign or one of "
        "Left, Right, Up, Down."},
    JointField{"backwardKey", "Backward key", "", &JointDef::backwardKey, 0, 0, 0, 0,
        "While it is held in the window, the motor runs at the opposite of the key speed."},
    JointField{"keySpeed", "Key speed", "m/s or rad/s", &JointDef::keySpeed, -double{kMaxVelocity}, double{kMaxVelocity}, -20, 20,
        "Speed of the motor while its forward key is held.", true},
    JointField{"keyBrake", "Brake without a key", "", &JointDef::keyBrake, 0, 0, 0, 0,
        "When its keys are released, the motor brakes; when off, it stops driving.", true},
};

constexpr std::array kSpringFields{
    JointSpringField{"enabled", "Enabled", "", &JointSpring::enabled, 0, 0, 0, 0, "Whether the spring acts."},
    JointSpringField{"target", "Target", "m or rad", &JointSpring::target, -kMaxJointValue, kMaxJointValue, -3, 3,
        "Value at which the spring is relaxed."},
    JointSpringField{"frequency", "Frequency", "Hz", &JointSpring::frequency, 0, kMaxJointFrequency, 0, 30,
        "How stiff the spring is: the frequency at which the bodies would oscillate; 0 is no spring."},
    JointSpringField{"dampingRatio", "Damping ratio", "", &JointSpring::dampingRatio, 0, kMaxJointDamping, 0, 2,
        "0 oscillates without loss; 1 returns as fast as possible without overshoot."},
};
constexpr std::array kLimitFields{
    JointLimitField{"enabled", "Enabled", "", &JointLimit::enabled, 0, 0, 0, 0, "Whether the limits act."},
    JointLimitField{"lower", "Lower", "m or rad", &JointLimit::lower, -kMaxJointValue, kMaxJointValue, -3, 3,
        "Least value."},
    JointLimitField{"upper", "Upper", "m or rad", &JointLimit::upper, -kMaxJointValue, kMaxJointValue, -3, 3,
        "Greatest value."},
};
constexpr std::array kMotorFields{
    JointMotorField{"enabled", "Enabled", "", &JointMotor::enabled, 0, 0, 0, 0, "Whether the motor runs."},
    JointMotorField{"speed", "Speed", "m/s or rad/s", &JointMotor::speed, -double{kMaxVelocity}, double{kMaxVelocity}, -20, 20,
        "Speed that the motor drives to; 0 is a brake."},
    JointMotorField{"maxForce", "Greatest force", "N or N m", &JointMotor::maxForce, 0, kMaxJointForce, 0, 1e3,
        "Force or torque that the motor does not exceed."},
    JointMotorField{"maxPower", "Greatest power", "W", &JointMotor::maxPower, 0, kMaxJointForce, 0, 1e3,
        "Power that the motor does not exceed; 0: not limited."},
};

template<class Kind> constexpr JointKindField<Kind> springRow(std::string_view unit)
{
    return {"spring", "Spring", unit, &Kind::spring, 0, 0, 0, 0, "Draws the joint to a value."};
}
template<class Kind> constexpr JointKindField<Kind> limitRow(std::string_view unit)
{
    return {"limit", "Limits", unit, &Kind::limit, 0, 0, 0, 0, "Least and greatest value."};
}
template<class Kind> constexpr JointKindField<Kind> motorRow(std::string_view unit)
{
    return {"motor", "Motor", unit, &Kind::motor, 0, 0, 0, 0, "Drives the joint at a speed with limited force."};
}

// How stiff what the kind holds is. Added after the others, so they are left out of hashes while rigid.
template<class Kind> constexpr JointKindField<Kind> holdFrequencyRow(std::string_view help)
{
    return {"holdFrequency", "Hold frequency", "Hz", &Kind::holdFrequency, 0, kMaxJointFrequency, 0, 30, help, true};
}
template<class Kind> constexpr JointKindField<Kind> holdDampingRow()
{
    return {"holdDampingRatio", "Hold damping ratio", "", &Kind::holdDampingRatio, 0, kMaxJointDamping, 0, 2,
        "Damping of the spring that the hold frequency makes; 1 returns as fast as possible without overshoot.", true};
}

using DistanceField = JointKindField<DistanceJoint>;
constexpr std::array kDistanceFields{
    DistanceField{"rigid", "Rigid", "", &DistanceJoint::rigid, 0, 0, 0, 0,
        "A rod that keeps its length. When off, spring, limits and motor act on the length."},
    DistanceField{"length", "Length", "m", &DistanceJoint::length, 0, kMaxLength, 0, 20, "Length of the rod."},
    springRow<DistanceJoint>("m"), limitRow<DistanceJoint>("m"), motorRow<DistanceJoint>("m/s"),
};
constexpr std::array kRevoluteFields{springRow<RevoluteJoint>("rad"), limitRow<RevoluteJoint>("rad"),
                                     motorRow<RevoluteJoint>("rad/s"),
    holdFrequencyRow<RevoluteJoint>("Stiffness with which the anchors are held at one point; 0 is rigid."),
    holdDampingRow<RevoluteJoint>()};
constexpr std::array kPrismaticFields{springRow<PrismaticJoint>("m"), limitRow<PrismaticJoint>("m"),
                                      motorRow<PrismaticJoint>("m/s"),
    holdFrequencyRow<PrismaticJoint>("Stiffness with which anchor B is held on the axis, and the angle at 0; 0 is rigid."),
    holdDampingRow<PrismaticJoint>()};
using WeldField = JointKindField<WeldJoint>;
constexpr std::array kWeldFields{
    WeldField{"linearFrequency", "Linear frequency", "Hz", &WeldJoint::linearFrequency, 0, kMaxJointFrequency, 0, 30,
        "Stiffness of the anchors' spring; 0 is rigid."},
    WeldField{"linearDampingRatio", "Linear damping ratio", "", &WeldJoint::linearDampingRatio, 0, kMaxJointDamping, 0, 2,
        "Damping of the anchors' spring."},
    WeldField{"angularFrequency", "Angular frequency", "Hz", &WeldJoint::angularFrequency, 0, kMaxJointFrequency, 0, 30,
        "Stiffness of the angle's spring; 0 is rigid."},
    WeldField{"angularDampingRatio", "Angular damping ratio", "", &WeldJoint::angularDampingRatio, 0, kMaxJointDamping, 0, 2,
        "Damping of the angle's spring."},
};
constexpr std::array kWheelFields{springRow<WheelJoint>("m"), limitRow<WheelJoint>("m"),
                                  motorRow<WheelJoint>("rad/s"),
    holdFrequencyRow<WheelJoint>("Stiffness with which the hub is held on the axis; 0 is rigid. The suspension has its own spring."),
    holdDampingRow<WheelJoint>()};
using MotorField = JointKindField<MotorJoint>;
constexpr std::array kMotorJointFields{
    MotorField{"maxForce", "Greatest force", "N", &MotorJoint::maxForce, 0, kMaxJointForce, 0, 1e3,
        "Force that the joint does not exceed."},
    MotorField{"maxTorque", "Greatest torque", "N m", &MotorJoint::maxTorque, 0, kMaxJointForce, 0, 1e3,
        "Torque that the joint does not exceed."},
    MotorField{"frequency", "Frequency", "Hz", &MotorJoint::frequency, 0, kMaxJointFrequency, 0, 30,
        "How fast it corrects the pose."},
    MotorField{"dampingRatio", "Damping ratio", "", &MotorJoint::dampingRatio, 0, kMaxJointDamping, 0, 2,
        "1 reaches the pose as fast as possible without overshoot."},
};
using PulleyField = JointKindField<PulleyJoint>;
constexpr std::array kPulleyFields{
    PulleyField{"groundA", "Fixed point A", "m", &PulleyJoint::groundA, -kMaxLength, kMaxLength, -20, 20,
        "Point of the world over which the rope from anchor A runs."},
    PulleyField{"groundB", "Fixed point B", "m", &PulleyJoint::groundB, -kMaxLength, kMaxLength, -20, 20,
        "Point of the world over which the rope from anchor B runs."},
    PulleyField{"length", "Length", "m", &PulleyJoint::length, 0, kMaxLength, 0, 40,
        "Length of the rope: of the part at A plus the ratio times that at B."},
    PulleyField{"ratio", "Ratio", "", &PulleyJoint::ratio, 1e-3, 1e3, 0.1, 10,
        "How much the part at B counts: with 2, A moves twice as far as B."},
    holdFrequencyRow<PulleyJoint>("Stiffness with which the rope keeps its length, in both directions; 0 is rigid."),
    holdDampingRow<PulleyJoint>(),
};
using GearField = JointKindField<GearJoint>;
constexpr std::array kGearFields{
    GearField{"teethA", "Teeth of A", "", &GearJoint::teethA, 1, kMaxTeeth, 1, 60,
        "Number of teeth of body A. The ratio of both numbers is that of the speeds."},
    GearField{"teethB", "Teeth of B", "", &GearJoint::teethB, 1, kMaxTeeth, 1, 60, "Number of teeth of body B."},
    GearField{"ring", "Ring", "", &GearJoint::ring, 0, 0, 0, 0,
        "The body with more teeth is a ring around the other one, with its teeth inside."},
    GearField{"rack", "Rack", "", &GearJoint::rack, 0, 0, 0, 0,
        "Body A is a rack along the joint's axis, on whose left side body B rolls."},
    GearField{"pitch", "Pitch", "m", &GearJoint::pitch, 1e-5, kMaxLength, 0.01, 1,
        "Distance from tooth to tooth of a rack."},
    holdFrequencyRow<GearJoint>("Stiffness of the teeth; 0 is rigid. Beyond half a tooth they skip."),
    holdDampingRow<GearJoint>(),
};
// clang-format on

template<size_t... Index>
JointKind kindAt(size_t index, std::index_sequence<Index...>)
{
    JointKind kind;
    static_cast<void>(((Index == index && (kind.emplace<Index>(), true)) || ...));
    return kind;
}

} // namespace

std::span<const JointField> fieldsOf(const JointDef*) { return kJointFields; }
std::span<const JointSpringField> fieldsOf(const JointSpring*) { return kSpringFields; }
std::span<const JointLimitField> fieldsOf(const JointLimit*) { return kLimitFields; }
std::span<const JointMotorField> fieldsOf(const JointMotor*) { return kMotorFields; }
std::span<const DistanceField> fieldsOf(const DistanceJoint*) { return kDistanceFields; }
std::span<const JointKindField<RevoluteJoint>> fieldsOf(const RevoluteJoint*) { return kRevoluteFields; }
std::span<const JointKindField<PrismaticJoint>> fieldsOf(const PrismaticJoint*) { return kPrismaticFields; }
std::span<const WeldField> fieldsOf(const WeldJoint*) { return kWeldFields; }
std::span<const JointKindField<WheelJoint>> fieldsOf(const WheelJoint*) { return kWheelFields; }
std::span<const MotorField> fieldsOf(const MotorJoint*) { return kMotorJointFields; }
std::span<const PulleyField> fieldsOf(const PulleyJoint*) { return kPulleyFields; }
std::span<const JointKindField<FilterJoint>> fieldsOf(const FilterJoint*) { return {}; }
std::span<const GearField> fieldsOf(const GearJoint*) { return kGearFields; }

JointKind defaultJointKind(size_t index)
{
    return kindAt(index, std::make_index_sequence<std::variant_size_v<JointKind>>{});
}

const char* toString(const JointKind& kind) { return kJointKindNames[kind.index()].data(); }

} // namespace satbox
