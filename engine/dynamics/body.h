#pragma once

#include "engine/core/handle.h"
#include "engine/dynamics/material.h"
#include "engine/geometry/mass.h"
#include "engine/geometry/shape.h"
#include "engine/math/position.h"

#include <cstddef>
#include <string>
#include <vector>

namespace satbox {

enum class BodyType : uint8_t {
    Static,    // never moves, infinite mass
    Kinematic, // moves with its own velocity, pushed by nothing
    Dynamic    // moved by forces and contacts
};
const char* toString(BodyType type); // "static", "kinematic", "dynamic"

// Everything that one says about a body. World::bodyDef reads it back, World::setBodyDef edits it.
struct BodyDef {
    BodyType type = BodyType::Dynamic;
    Position position{};             // of the body's origin
    Rot rotation{};                  // makeRot(radians)
    Vec2 linearVelocity{0.0f, 0.0f}; // of the centre of mass, m/s
    float angularVelocity = 0.0f;    // rad/s
    float linearDamping = 0.0f;      // 1/s, >= 0: v loses about this fraction of itself per second
    float angularDamping = 0.0f;     // 1/s, >= 0
    float gravityScale = 1.0f;       // multiple of the world's gravity
    bool fixedRotation = false;      // infinite rotational inertia
    bool sleepAllowed = true;
    bool awake = true;   // dynamic and kinematic bodies start awake or asleep
    bool bullet = false; // continuous collision against moving bodies too
    bool enabled = true; // a disabled body keeps its place but neither moves nor collides
    std::string name{};  // for people, need not be unique
    uint64_t userValue = 0;
    friend bool operator==(const BodyDef&, const BodyDef&) = default;
};

// Everything that one says about a shape on a body.
struct ShapeDef {
    Shape geometry = Circle{}; // in its own frame
    Transform local{};         // that frame seen from the body's
    Material material{};
    Filter filter{};
    bool sensor = false; // reports what overlaps it, pushes nothing
    friend bool operator==(const ShapeDef&, const ShapeDef&) = default;
};

// Bookkeeping of a body, seldom read inside a step.
struct Body {
    BodyType type = BodyType::Dynamic;
    bool fixedRotation = false;
    bool sleepAllowed = true;
    bool bullet = false;
    bool enabled = true;
    bool awake = false;       // in the awake set; static bodies never are
    bool quarantined = false; // found with a non-finite pose or velocity: frozen, collides no more
    float linearDamping = 0.0f;
    float angularDamping = 0.0f;
    float sleepTime = 0.0f;       // s that it has been slower than the sleep speed
    MassData massData;            // of all its shapes, body frame
    int32_t sleepingIsland = -1;  // which sleeping island holds it, -1 when none
    std::vector<uint32_t> shapes; // slots, in the order in which they were added
    std::string name;
    uint64_t userValue = 0;
};

// Pose, velocity and mass: what most stages of a step read. Same slot as its Body. The pose, which is all
// that placing a kept manifold takes, is in one half of a cache line.
struct alignas(32) BodyMotion {
    Position center{}; // centre of mass
    Rot q{};
    Vec2 localCenter{0.0f, 0.0f}; // m, in the body's frame

    Vec2 v{0.0f, 0.0f};      // of the centre of mass, m/s
    float w = 0.0f;          // rad/s
    float invMass = 0.0f;    // 1/kg; 0 for static, kinematic, quarantined
    float invInertia = 0.0f; // 1/(kg m^2) about the centre of mass
    float maxExtent = 0.0f;  // m, from the centre of mass to the farthest point of its shapes
    float minExtent = 0.0f;  // m, smallest half-width of its shapes: how far it can move without tunnelling
    float gravityScale = 1.0f;

    Vec2 force{0.0f, 0.0f}; // N, gathered since the last step
    float torque = 0.0f;    // N m
    bool damped = false;    // has some damping, see Body
    Vec2 moved{0.0f, 0.0f}; // m, the centre of mass in the last step, for continuous collision and trails
    Rot q0{};               // when the last step began

    Position origin() const { return center - rotate(q, localCenter); }
    WorldTransform transform() const { return {origin(), q}; }
    Position center0() const { return center - moved; } // when the last step began
    // The same frames with places given from `from` on, which has to be near.
    Transform transformFrom(Position from) const { return {(center - from) - rotate(q, localCenter), q}; }
    Transform transform0From(Position from) const
    {
        return {(center0() - from) - rotate(q0, localCenter), q0};
    }
};
static_assert(sizeof(BodyMotion) == 96);

// B's frame as seen from A's.
inline Transform poseInOther(const BodyMotion& a, const BodyMotion& b)
{
    const Vec2 toOrigin = (b.center - a.center) - rotate(b.q, b.localCenter);
    return {invRotate(a.q, toOrigin) + a.localCenter, invMul(a.q, b.q)};
}

// A shape that hangs on a body. What steps read is in the first three cache lines.
struct alignas(64) BodyShape {
    Shape shape = Circle{}; // def.geometry moved by def.local: in the body's frame
    uint32_t body = 0;      // slot
    int32_t proxy = -1;     // in the broad phase, -1 when not there (disabled, quarantined)
    ShapeDef def;
};
static_assert(offsetof(BodyShape, def) <= 192);

// The boxes of a shape, in one cache line.
struct alignas(64) ShapeBoxes {
    WorldBox tight; // at the pose of the last step or edit
    WorldBox fat;   // what the broad phase holds: may lag behind and contain the tight one
};

} // namespace satbox
