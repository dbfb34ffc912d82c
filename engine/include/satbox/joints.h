#pragma once

#include <satbox/config.h>
#include <satbox/ids.h>
#include <satbox/math.h>

#include <cstdint>
#include <string>
#include <variant>

namespace satbox {

// A joint connects two bodies. Its frames are fixed to them: an anchor and an angle each, in the body's
// frame. With these, joints measure
// - the translation, m: from anchor A to anchor B along the x-axis of frame A,
// - the length, m: the distance between the anchors,
// - the angle, rad: of frame B relative to frame A; it counts full turns.
// Each kind holds some of these and leaves the others free. What it holds is held rigidly, to within rounding
// and the convergence of the solver, or by a damped spring if the kind has a frequency for it:
// `holdFrequency` of most kinds. That is the frequency, Hz, at which the two bodies would oscillate without
// other joints and contacts: the stiffness is the effective mass of the equation times (2 pi frequency)^2, so
// that a weight hangs g / (2 pi frequency)^2 too low. `holdDampingRatio` is 1 for critical damping.
//
//   world.createJoint({.bodyA = ground, .bodyB = door, .anchorA = {1.0f, 0.0f}, .anchorB = {-0.5f, 0.0f},
//                      .kind = RevoluteJoint{.limit = {.enabled = true, .lower = -1.0f, .upper = 1.0f}}});

// A damped spring, in the solver an implicit one, which is stable at any frequency.
struct JointSpring {
    bool enabled = false;
    float target = 0.0f;       // of the quantity that the spring acts on, m or rad
    float frequency = 2.0f;    // Hz
    float dampingRatio = 0.7f; // 1 is critical
    friend bool operator==(const JointSpring&, const JointSpring&) = default;
};

struct JointLimit {
    bool enabled = false;
    float lower = 0.0f; // m or rad
    float upper = 0.0f; // >= lower
    friend bool operator==(const JointLimit&, const JointLimit&) = default;
};

struct JointMotor {
    bool enabled = false;
    float speed = 0.0f;    // m/s or rad/s
    float maxForce = 0.0f; // N, or N m for an angle
    float maxPower = 0.0f; // W, force times current speed; 0: not limited
    friend bool operator==(const JointMotor&, const JointMotor&) = default;
};

// The anchors keep their distance: a rod, or if not rigid a spring, a rope (a limit alone) or a piston.
struct DistanceJoint {
    bool rigid = true;
    float length = 1.0f; // m, of a rigid joint
    JointSpring spring{};
    JointLimit limit{};
    JointMotor motor{};
    friend bool operator==(const DistanceJoint&, const DistanceJoint&) = default;
};

// The anchors stay at one point: a hinge. Spring, limit and motor act on the angle.
struct RevoluteJoint {
    JointSpring spring{};
    JointLimit limit{};
    JointMotor motor{};
    float holdFrequency = 0.0f; // Hz, of the anchors; 0: rigid
    float holdDampingRatio = 1.0f;
    friend bool operator==(const RevoluteJoint&, const RevoluteJoint&) = default;
};

// Anchor B stays on the x-axis of frame A, and the angle stays 0: a slider. Spring, limit and motor act on
// the translation.
struct PrismaticJoint {
    JointSpring spring{};
    JointLimit limit{};
    JointMotor motor{};
    float holdFrequency = 0.0f; // Hz, of the distance from the axis and of the angle; 0: rigid
    float holdDampingRatio = 1.0f;
    friend bool operator==(const PrismaticJoint&, const PrismaticJoint&) = default;
};

// The frames stay together; with a frequency, by a spring.
struct WeldJoint {
    float linearFrequency = 0.0f; // Hz; 0: rigid
    float linearDampingRatio = 1.0f;
    float angularFrequency = 0.0f; // Hz; 0: rigid
    float angularDampingRatio = 1.0f;
    friend bool operator==(const WeldJoint&, const WeldJoint&) = default;
};

// Anchor B, the hub, stays on the x-axis of frame A. Spring and limit act on the translation (the
// suspension), the motor on the angle.
struct WheelJoint {
    JointSpring spring{.enabled = true, .target = 0.0f, .frequency = 4.0f, .dampingRatio = 0.7f};
    JointLimit limit{};
    JointMotor motor{};
    float holdFrequency = 0.0f; // Hz, of the hub's distance from the axis, not of the suspension; 0: rigid
    float holdDampingRatio = 1.0f;
    friend bool operator==(const WheelJoint&, const WheelJoint&) = default;
};

// Draws the frames together with limited force and torque: for bodies that follow a pose but can be held up.
struct MotorJoint {
    float maxForce = 100.0f; // N
    float maxTorque = 10.0f; // N m
    float frequency = 5.0f;  // Hz
    float dampingRatio = 1.0f;
    friend bool operator==(const MotorJoint&, const MotorJoint&) = default;
};

// A rope from anchor A over two fixed points to anchor B: the distance of A from its point plus `ratio` times
// that of B from its own stays `length`. The rope holds both ways, rigid or soft: it never hangs slack.
struct PulleyJoint {
    Vec2 groundA{0.0f, 0.0f}; // m, in the world
    Vec2 groundB{0.0f, 0.0f};
    float length = 2.0f; // m
    float ratio = 1.0f;
    float holdFrequency = 0.0f; // Hz, of the length; 0: rigid
    float holdDampingRatio = 1.0f;
    friend bool operator==(const PulleyJoint&, const PulleyJoint&) = default;
};

// Only keeps the two bodies from colliding.
struct FilterJoint {
    friend bool operator==(const FilterJoint&, const FilterJoint&) = default;
};

// Teeth that mesh: two wheels around the anchors turn in the ratio of their teeth, or a wheel rolls on a
// rack. They do not slide at the pitch point, wherever the bodies go: wheels on a frame that turns are a
// planetary gear. The joint holds nothing else; wheels need hinges, and a rack may need a slider. The x-axis
// of frame A points at a gap between teeth of A, that of frame B at a tooth of B. Under an impact, teeth may
// skip. Teeth of a soft gear give way by the force between them over the stiffness, and skip where that is
// more than half a tooth: the greatest static force is the stiffness times half a tooth, and under a greater
// one the gear slips from tooth to tooth. The angle of a gear does not count full turns.
struct GearJoint {
    int32_t teethA = 20; // >= 1
    int32_t teethB = 20;
    // The body with more teeth is a ring around the other one, with its teeth inside: teethA != teethB.
    bool ring = false;
    // A is a rack along the x-axis of frame A, with its teeth to the left and a gap at the anchor; teethA and
    // ring do not count.
    bool rack = false;
    float pitch = 0.2f;         // m, of a rack: from tooth to tooth
    float holdFrequency = 0.0f; // Hz, of the way along the teeth; 0: rigid
    float holdDampingRatio = 1.0f;
    friend bool operator==(const GearJoint&, const GearJoint&) = default;
};

using JointKind = std::variant<DistanceJoint, RevoluteJoint, PrismaticJoint, WeldJoint, WheelJoint,
                               MotorJoint, PulleyJoint, FilterJoint, GearJoint>;
SATBOX_API const char* toString(const JointKind& kind); // "distance", "revolute", ...

// Complete definition of a joint. World::jointDef reads it back, World::setJointDef edits it.
struct JointDef {
    BodyId bodyA{}, bodyB{};  // two different bodies; the joint is destroyed with either of them
    Vec2 anchorA{0.0f, 0.0f}; // m, in the body's frame
    Vec2 anchorB{0.0f, 0.0f};
    float angleA = 0.0f; // rad, of frame A in body A's frame: the direction of its x-axis
    float angleB = 0.0f;
    bool collideConnected = false; // whether the two bodies collide with each other
    float breakForce = 0.0f;       // N: breaks above it; 0: never
    float breakTorque = 0.0f;      // N m: breaks above it; 0: never
    std::string name{};            // for display, need not be unique
    uint64_t userValue = 0;
    // How keys drive the motor, for programs with a keyboard. The engine ignores these four.
    std::string forwardKey{}; // "D", "Left"; empty: none
    std::string backwardKey{};
    float keySpeed = 0.0f; // m/s or rad/s, forward; backward the opposite
    bool keyBrake = false; // without a key, the motor brakes; else it is off
    JointKind kind = RevoluteJoint{};
    friend bool operator==(const JointDef&, const JointDef&) = default;
};

// What a joint measures, and what it did in the last step.
struct JointView {
    Position anchorA{}, anchorB{}; // in the world
    float translation = 0.0f;      // m
    float length = 0.0f;           // m
    float angle = 0.0f;            // rad
    Vec2 force{0.0f, 0.0f};        // N, on body B; on A the opposite. Mean over the last step
                                   // in which the bodies were awake
    float torque = 0.0f;           // N m, likewise, about B's anchor
};

} // namespace satbox
