#pragma once

#include <satbox/config.h>
#include <satbox/ids.h>
#include <satbox/math.h>

#include <vector>

namespace satbox {

struct ContactBeginEvent { // two shapes began to touch
    ShapeId shapeA, shapeB;
    BodyId bodyA, bodyB;
    Position point{};
    Vec2 normal{0.0f, 0.0f}; // from A to B
};

struct ContactEndEvent { // two shapes separated, or one was removed (its id is stale then)
    ShapeId shapeA, shapeB;
    BodyId bodyA, bodyB;
};

struct ContactHitEvent { // two shapes hit each other faster than WorldSettings::hitThreshold
    ShapeId shapeA, shapeB;
    BodyId bodyA, bodyB;
    Position point{};
    Vec2 normal{0.0f, 0.0f};
    float speed = 0.0f; // m/s, approach speed along the normal
};

struct SensorEvent { // a shape began or ceased to overlap a sensor
    ShapeId sensor, visitor;
    bool began = false; // true: overlap began, false: it ended
};

// Why a body was frozen.
enum class QuarantineReason {
    NotFinite, // its pose or velocity is not finite
    LeftWorld, // |x| or |y| of its origin is more than kMaxPosition
};

// The second half of a message that begins with "body 7 was frozen: ".
SATBOX_API const char* describe(QuarantineReason reason);

struct QuarantineEvent { // a body was frozen, at its pose at the start of the step
    BodyId body;
    QuarantineReason reason = QuarantineReason::NotFinite;
};

struct JointBrokenEvent { // a joint exceeded its breakForce or breakTorque and was destroyed; its id is stale
    JointId joint;
    BodyId bodyA, bodyB;
    Position point{};    // anchor B
    float force = 0.0f;  // N
    float torque = 0.0f; // N m
};

struct BodyAsleepEvent { // a body fell asleep: it came to rest with its island, at the end of the step
    BodyId body;
};

// Events of the last step, in a deterministic order. Events of edits and of refreshContacts() between steps
// are reported with the next step.
struct SATBOX_API WorldEvents {
    std::vector<ContactBeginEvent> begins;
    std::vector<ContactEndEvent> ends;
    std::vector<ContactHitEvent> hits;
    std::vector<SensorEvent> sensors;
    std::vector<QuarantineEvent> quarantines;
    std::vector<JointBrokenEvent> brokenJoints;
    std::vector<BodyAsleepEvent> fellAsleep; // see also World::forEachMovedBody
    void clear();
};

} // namespace satbox
