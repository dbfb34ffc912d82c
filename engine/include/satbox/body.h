#pragma once

#include <satbox/config.h>
#include <satbox/filter.h>
#include <satbox/ids.h>
#include <satbox/material.h>
#include <satbox/math.h>
#include <satbox/shapes.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace satbox {

enum class BodyType : uint8_t {
    Static,    // never moves, infinite mass
    Kinematic, // moves with its own velocity, nothing pushes it
    Dynamic    // moved by forces and contacts
};
SATBOX_API const char* toString(BodyType type); // "static", "kinematic", "dynamic"

// A colour for display, or none: then the viewer chooses. Not a std::optional: a compiler may read its
// value before it tests whether there is one, which memory checkers report.
struct DisplayColor {
    uint32_t rgb = 0; // 0xRRGGBB
    bool isSet = false;

    constexpr DisplayColor() = default;
    constexpr DisplayColor(uint32_t value) : rgb(value), isSet(true) {}
    constexpr explicit operator bool() const { return isSet; }
    friend bool operator==(const DisplayColor&, const DisplayColor&) = default;
};

// Complete definition of a body. World::bodyDef reads it back, World::setBodyDef edits it.
struct BodyDef {
    BodyType type = BodyType::Dynamic;
    Position position{};             // of the body's origin
    Rot rotation{};                  // makeRot(radians)
    Vec2 linearVelocity{0.0f, 0.0f}; // of the centre of mass, m/s
    float angularVelocity = 0.0f;    // rad/s
    float linearDamping = 0.0f;      // 1/s, >= 0: v decreases by about this fraction per second
    float angularDamping = 0.0f;     // 1/s, >= 0
    float gravityScale = 1.0f;       // multiple of the world's gravity
    bool fixedRotation = false;      // infinite rotational inertia
    bool lockX = false;              // a dynamic body's centre of mass does not move along the world's x-axis
    bool lockY = false;
    bool sleepAllowed = true;
    float sleepSpeed = 0.0f; // m/s, slower counts as at rest; 0: WorldSettings::sleepSpeed
    bool awake = true;       // initial state of dynamic and kinematic bodies
    bool bullet = false;     // continuous collision against dynamic bodies too
    bool enabled = true;     // a disabled body keeps its pose but neither moves nor collides
    // Mass, inertia and centre of mass of a dynamic body, if not those of its shapes.
    float mass = 0.0f;       // kg; 0: from the shapes
    float inertia = 0.0f;    // kg m^2, about the centre of mass; 0: from the shapes, scaled as the mass is
    bool ownCenter = false;  // the centre of mass is `center`
    Vec2 center{0.0f, 0.0f}; // m, in the body's frame
    std::string name{};      // for display, need not be unique
    uint64_t userValue = 0;
    uint32_t group = 0; // for editors: bodies that belong together; 0: none
    DisplayColor color{};
    // How keys move a kinematic body with a capsule as a character, for programs with a keyboard. The engine
    // ignores these six.
    std::string leftKey{}; // "A", "Left"; empty: none
    std::string rightKey{};
    std::string jumpKey{};
    float walkSpeed = 0.0f; // m/s, along the ground
    float jumpSpeed = 0.0f; // m/s, upwards
    float pushForce = 0.0f; // N, the most with which it pushes a dynamic body in its way
    friend bool operator==(const BodyDef&, const BodyDef&) = default;
};

// Complete definition of a shape on a body.
struct ShapeDef {
    Shape geometry = Circle{}; // in its own frame
    Transform local{};         // shape frame in the body's frame
    Material material{};
    Filter filter{};
    bool sensor = false; // reports overlaps, pushes nothing
    // Which events of WorldEvents contacts of this shape cause. Begin, end and hit events need the switch on
    // one of the two shapes, sensor events on both.
    bool contactEvents = true; // begin and end
    bool hitEvents = true;
    bool sensorEvents = true;
    bool preSolve = false; // ContactCallbacks::preSolve is called for contacts of this shape
    uint64_t userValue = 0;
    friend bool operator==(const ShapeDef&, const ShapeDef&) = default;
};

// Cold data of a body, seldom read in a step.
struct Body {
    BodyType type = BodyType::Dynamic;
    bool fixedRotation = false;
    bool lockX = false;
    bool lockY = false;
    bool sleepAllowed = true;
    bool bullet = false;
    bool enabled = true;
    bool ownCenter = false;
    bool awake = false;       // in the awake list; false for static bodies
    bool quarantined = false; // not finite, or beyond kMaxPosition: frozen, no longer collides
    float linearDamping = 0.0f;
    float angularDamping = 0.0f;
    float sleepSpeed = 0.0f;
    float mass = 0.0f; // these six as in BodyDef
    float inertia = 0.0f;
    Vec2 center{0.0f, 0.0f};
    float walkSpeed = 0.0f;
    float jumpSpeed = 0.0f;
    float pushForce = 0.0f;
    float sleepTime = 0.0f;       // s, for which it has been slower than the sleep speed
    MassData massData;            // of all its shapes, or of the definition, body frame
    int32_t sleepingIsland = -1;  // index of its sleeping island, -1: none
    std::vector<uint32_t> shapes; // slots, in order of addition
    std::string name;
    uint64_t userValue = 0;
    uint32_t group = 0;
    DisplayColor color;
    std::string leftKey;
    std::string rightKey;
    std::string jumpKey;
};

// Hot data of a body, read by most stages of a step: pose, velocity and mass. Same slot as its Body. The
// pose, all that recycling a manifold reads, occupies one half of a cache line.
struct alignas(32) BodyMotion {
    Position center{}; // centre of mass
    Rot q{};
    Vec2 localCenter{0.0f, 0.0f}; // m, in the body's frame

    Vec2 v{0.0f, 0.0f};      // of the centre of mass, m/s
    float w = 0.0f;          // rad/s
    float invMass = 0.0f;    // 1/kg; 0 for static, kinematic, quarantined
    float invInertia = 0.0f; // 1/(kg m^2) about the centre of mass
    float maxExtent = 0.0f;  // m, from the centre of mass to the farthest point of its shapes
    float minExtent = 0.0f;  // m, smallest half-width: it can move this far without tunnelling
    float gravityScale = 1.0f;

    Vec2 force{0.0f, 0.0f}; // N, accumulated since the last step
    float torque = 0.0f;    // N m
    bool damped = false;    // some damping of Body is not 0
    bool locked = false;    // an axis of Body is locked
    Vec2 moved{0.0f, 0.0f}; // m, displacement of the centre of mass in the last step
    Rot q0{};               // at the start of the last step

    SATBOX_INLINE Position origin() const { return center - rotate(q, localCenter); }
    SATBOX_INLINE WorldTransform transform() const { return {origin(), q}; }
    SATBOX_INLINE Position center0() const { return center - moved; } // at the start of the last step
    // The same frames relative to `from`. Precondition: `from` is near, so that floats suffice.
    SATBOX_INLINE Transform transformFrom(Position from) const
    {
        return {(center - from) - rotate(q, localCenter), q};
    }
    SATBOX_INLINE Transform transform0From(Position from) const
    {
        return {(center0() - from) - rotate(q0, localCenter), q0};
    }
};
static_assert(sizeof(BodyMotion) == 96);

// Pose of B in A's frame.
SATBOX_INLINE Transform poseInOther(const BodyMotion& a, const BodyMotion& b)
{
    const Vec2 toOrigin = (b.center - a.center) - rotate(b.q, b.localCenter);
    return {invRotate(a.q, toOrigin) + a.localCenter, invMul(a.q, b.q)};
}

// A shape of a body. The first three cache lines hold what most stages read; finding pairs and
// making contacts also read filter, sensor and material in `def`.
struct alignas(64) BodyShape {
    Shape shape = Circle{}; // def.geometry transformed by def.local: in the body's frame
    uint32_t body = 0;      // slot
    int32_t proxy = -1;     // in the broad phase; -1: none (disabled or quarantined)
    ShapeDef def;
};
static_assert(offsetof(BodyShape, def) <= 192);

// The boxes of a shape, in one cache line.
struct alignas(64) ShapeBoxes {
    WorldBox tight; // as of the last step or edit
    WorldBox fat;   // of the broad phase: contains the tight box, may lag behind
};

} // namespace satbox
