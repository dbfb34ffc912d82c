#pragma once

#include "engine/core/handle.h"
#include "engine/dynamics/material.h"
#include "engine/geometry/mass.h"
#include "engine/geometry/shape.h"

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
    Vec2 position{0.0f, 0.0f};       // of the body's origin, m
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

// Pose, velocity and mass: what most stages of a step read. Same slot as its Body. What placing a kept
// manifold takes, the first four, lies in one half of a cache line.
struct alignas(32) BodyMotion {
    Transform transform;     // of the body's origin
    Vec2 center{0.0f, 0.0f}; // centre of mass in the world, m
    Vec2 localCenter{0.0f, 0.0f};
    Vec2 v{0.0f, 0.0f};      // of the centre of mass, m/s
    float w = 0.0f;          // rad/s
    float invMass = 0.0f;    // 1/kg; 0 for static, kinematic, quarantined
    float invInertia = 0.0f; // 1/(kg m^2) about the centre of mass
    float maxExtent = 0.0f;  // m, from the centre of mass to the farthest point of its shapes
    float minExtent = 0.0f;  // m, smallest half-width of its shapes: how far it can move without tunnelling
    float gravityScale = 1.0f;

    Vec2 force{0.0f, 0.0f};   // N, gathered since the last step
    float torque = 0.0f;      // N m
    bool damped = false;      // has some damping, see Body
    Vec2 center0{0.0f, 0.0f}; // where the last step started, for continuous collision and trails
    Rot q0{};
};
static_assert(sizeof(BodyMotion) == 96);

// A shape that hangs on a body. What steps read is in the first three cache lines.
struct alignas(64) BodyShape {
    Shape shape = Circle{}; // def.geometry moved by def.local: in the body's frame
    uint32_t body = 0;      // slot
    int32_t proxy = -1;     // in the broad phase, -1 when not there (disabled, quarantined)
    ShapeDef def;
};
static_assert(offsetof(BodyShape, def) <= 192);

// The boxes of a shape, never in two cache lines.
struct alignas(32) ShapeBoxes {
    Aabb tight; // at the pose of the last step or edit
    Aabb fat;   // what the broad phase holds: may lag behind and contain the tight one
};

} // namespace satbox
