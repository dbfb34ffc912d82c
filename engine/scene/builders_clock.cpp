#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"

#include <array>
#include <cmath>

// A pendulum clock with Graham's deadbeat escapement. Lengths in metres, angles in radians.
//
// The anchor turns with the pendulum about a pivot above the escape wheel. Its two pallets stand where the
// lines from the pivot touch the circle of the tooth tips: there a tooth pushes along the arm of the pallet,
// so that it does not turn the anchor while it rests on the locking face. Swinging on, the anchor lifts the
// pallet, the tooth slides onto the slanted end of the pallet and pushes the pendulum; then it drops off, and
// the other pallet catches the next tooth half a pitch later.
namespace satbox::builders {
namespace {

constexpr int kTeeth = 15; // with a period of 4 s, one turn a minute
constexpr float kPitch = 2.0f * kPi / kTeeth;
constexpr float kTip = 1.5f;                       // radius of the tips of the teeth
constexpr float kRim = 1.12f;                      // outer radius of the rim
constexpr float kHalfSpan = 0.25f * 7.0f * kPitch; // half the angle between the pallets: they span 3.5 teeth
constexpr float kDrop = 0.06f; // that a tooth moves freely before the other pallet catches one
constexpr float kPallet = 0.5f * kPitch * kTip - kDrop; // thickness of a pallet

// Angles of the anchor, from its position at rest: a tooth leaves the locking face at the first, on the way
// out, and the pallet at the second.
constexpr float kUnlock = 1.2f * kDegree, kRelease = 3.0f * kDegree;

constexpr float kPendulum = 4.02f; // from the pivot to the middle of the bob
constexpr float kAmplitude = 7.0f * kDegree;
constexpr float kTorque = 0.5f; // N m, of the mainspring

// Coordinates of a pallet: u along its arm, away from the pivot, w towards the wheel, from the point where
// the arm touches the circle of the tips. Of that circle, w as a function of u:
float circleAt(float u) { return kTip - std::sqrt(kTip * kTip - u * u); }

// The pallet of the left (-1) or right (1) arm, in the anchor's frame with the pivot at the origin. The wheel
// turns clockwise: its teeth move towards the pivot at the left pallet, and away from it at the right one.
Polygon palletAt(float side, float arm)
{
    const Rot q = makeRot(kHalfSpan);
    const Vec2 along{side * q.c, -q.s};                         // of the arm
    const Vec2 inward{-side * q.s, -q.c};                       // to the wheel's centre
    const float lock = -side * 0.5f * kPallet, release = -lock; // u of the two corners of the slanted end
    const float atLock = circleAt(lock) - kUnlock * (arm + lock);
    const float atRelease = circleAt(release) + kRelease * (arm + release);
    constexpr float kHeight = 0.4f;
    const auto point = [&](float u, float w) { return (arm + u) * along + w * inward; };
    return hullOf(
        {point(lock, atLock), point(release, atRelease), point(release, -kHeight), point(lock, -kHeight)});
}

BodyId addEscapeWheel(World& world, Vec2 center, float angle)
{
    constexpr float kFoot = kRim - 0.05f; // of the teeth, inside the rim's straight edges
    const Filter filter = partOf(2);
    const Material brass{.density = 0.06f, .staticFriction = 0.05f, .dynamicFriction = 0.05f};
    const BodyId wheel = addPart(world, center, Circle{{0.0f, 0.0f}, 0.18f}, kScenery, brass, makeRot(angle));
    const auto polar = [](float radius, float at) {
        const Rot q = makeRot(at);
        return radius * Vec2{q.c, q.s};
    };
    for (int i = 0; i < kTeeth; ++i) {
        const float at = kPitch * static_cast<float>(i);
        // Undercut in front, so that only the tip touches; it moves clockwise.
        addPartShape(world, wheel,
                     hullOf({polar(kTip, at), polar(kTip, at + 0.012f), polar(kFoot, at + 0.6f * kPitch),
                             polar(kFoot, at + 0.1f * kPitch)}),
                     filter, brass);
        addPartShape(world, wheel,
                     hullOf({polar(kRim, at), polar(kRim, at + kPitch), polar(kRim - 0.14f, at),
                             polar(kRim - 0.14f, at + kPitch)}),
                     kScenery, brass);
    }
    for (int i = 0; i < 5; ++i) {
        const Rot q = makeRot(2.0f * kPi * static_cast<float>(i) / 5.0f);
        addPartShape(world, wheel, makeBox(0.42f, 0.04f, 0.58f * Vec2{q.c, q.s}, q), kScenery, brass);
    }
    return wheel;
}

} // namespace

Scene escapement()
{
    constexpr Vec2 kBase{0.0f, -0.25f};
    Scene scene;
    World& world = scene.world;
    const float height = kTip / makeRot(kHalfSpan).c; // of the pivot above the wheel's centre
    const float arm = kTip * makeRot(kHalfSpan).s / makeRot(kHalfSpan).c;
    const Vec2 pivot{0.0f, 5.5f}, center = pivot - Vec2{0.0f, height};

    const BodyId frame = addStaticBox(world, kBase, {4.0f, 0.25f});
    for (const float x : {-3.0f, 3.0f})
        addPartShape(world, frame, makeBox(0.12f, 3.25f, {x, 3.5f}, {}), kScenery);
    addPartShape(world, frame, makeBox(3.4f, 0.15f, {0.0f, 6.6f}, {}), kScenery);

    // With the anchor at the left end of its swing, a tooth leans on the right pallet's locking face.
    const float tooth = 0.5f * kPi - kHalfSpan + 0.5f * kPallet / kTip + 0.01f;
    const BodyId wheel = addEscapeWheel(world, center, tooth);
    world.createJoint(
        {.bodyA = frame,
         .bodyB = wheel,
         .anchorA = center - kBase,
         .angleB = -tooth,
         .name = "escape wheel",
         .kind = RevoluteJoint{.motor = {.enabled = true, .speed = -100.0f, .maxForce = kTorque}}});

    const Material steel{.density = 1.0f, .staticFriction = 0.05f, .dynamicFriction = 0.05f};
    const Rot swing = makeRot(-kAmplitude);
    const BodyId anchor = addPart(world, pivot, Circle{{0.0f, 0.0f}, 0.15f}, kScenery, steel, swing);
    for (const float side : {-1.0f, 1.0f}) {
        addPartShape(world, anchor, palletAt(side, arm), partOf(3), steel);
        const Rot q = makeRot(kHalfSpan);
        const Vec2 along{side * q.c, -q.s}, outward{side * q.s, q.c};
        const Vec2 end = arm * along + 0.34f * outward;
        addPartShape(world, anchor, Capsule{{0.0f, 0.0f}, end, 0.08f}, kScenery, steel);
    }
    addPartShape(world, anchor, makeBox(0.05f, 0.5f * kPendulum, {0.0f, -0.5f * kPendulum}, {}), kScenery,
                 steel);
    addPartShape(world, anchor, Circle{{0.0f, -kPendulum}, 0.5f}, kScenery, {.density = 6.0f});
    BodyDef def = world.bodyDef(anchor);
    def.name = "pendulum";
    def.angularDamping = 0.05f;
    def.sleepAllowed = false;
    world.setBodyDef(anchor, def);
    world.createJoint({.bodyA = frame, .bodyB = anchor, .anchorA = pivot - kBase, .name = "pendulum"});
    scene.camera = {{0.0, 3.2}, 9.0f};
    return scene;
}

} // namespace satbox::builders
