#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"

#include <cmath>

// Machines that stand: a trebuchet, and a loader that lifts balls. Lengths in metres.
namespace satbox::builders {

Scene trebuchet()
{
    constexpr Vec2 kAxle{-7.0f, 2.6f};
    constexpr float kLong = 3.0f, kShort = 0.8f; // the two arms of the beam
    constexpr float kSling = 2.4f;
    constexpr float kStone = 0.2f;    // radius
    constexpr float kRelease = 2.95f; // rad, angle between beam and sling at which the sling stops turning
    constexpr float kGrip = 44.0f;    // N, with which it holds the stone: more than its swing needs
    const Filter parts = partOf(1);
    Scene scene;
    World& world = scene.world;
    addStaticBox(world, {-1.5f, -0.5f}, {16.0f, 0.5f});
    const BodyId frame = addStatic(world, kAxle);
    for (const float side : {-1.0f, 1.0f}) {
        const Vec2 foot{side * 1.3f, -kAxle.y};
        addPartShape(world, frame, Capsule{{0.0f, 0.0f}, foot + Vec2{0.0f, 0.08f}, 0.08f}, kScenery);
    }
    addPartShape(world, frame, Capsule{{-0.65f, -1.3f}, {0.65f, -1.3f}, 0.06f}, kScenery);

    // The long arm points down to the left; the stone lies below it at the end of the sling.
    const float rise = (kAxle.y - 0.3f) / kLong;
    const Vec2 along{std::sqrt(1.0f - rise * rise), rise}; // up the beam
    const Rot q{along.x, along.y};
    const BodyId beam = addPart(world, kAxle + 0.5f * (kShort - kLong) * along,
                                hullOf({{-0.5f * (kLong + kShort), 0.05f},
                                        {-0.5f * (kLong + kShort), -0.05f},
                                        {0.5f * (kLong + kShort), -0.12f},
                                        {0.5f * (kLong + kShort), 0.12f}}),
                                parts, {}, q);
    joinAt(world, frame, beam, kAxle, RevoluteJoint{});
    const Vec2 hanger = kAxle + kShort * along;
    const BodyId weight =
        addPart(world, hanger + Vec2{0.0f, -0.6f}, makeBox(0.5f, 0.45f), parts, {.density = 10.0f});
    joinAt(world, beam, weight, hanger, RevoluteJoint{});

    const Vec2 tip = kAxle - kLong * along;
    const Vec2 stoneAt{tip.x + std::sqrt(kSling * kSling - (tip.y - kStone) * (tip.y - kStone)), kStone};
    const BodyId stone = addPart(world, stoneAt, Circle{{0.0f, 0.0f}, kStone}, parts,
                                 {.density = 4.0f, .staticFriction = 0.3f, .dynamicFriction = 0.3f});
    BodyDef def = world.bodyDef(stone);
    def.name = "stone";
    def.bullet = true;
    world.setBodyDef(stone, def);
    // The jerk when the sling reaches the limit of its angle breaks the joint that holds the stone.
    const BodyId sling = addRod(world, tip, stoneAt, 0.03f, kScenery, {.density = 0.5f});
    world.createJoint(
        {.bodyA = sling, .bodyB = stone, .anchorA = {0.5f * kSling, 0.0f}, .breakForce = kGrip});
    world.createJoint({.bodyA = beam,
                       .bodyB = sling,
                       .anchorA = invTransformPoint(world.motion(beam).transform(), tip),
                       .anchorB = {-0.5f * kSling, 0.0f},
                       .name = "sling",
                       .kind = RevoluteJoint{.limit = {.enabled = true, .lower = -kRelease, .upper = kPi}}});

    // A castle.
    const Material brick{.density = 0.3f};
    for (const float x : {3.0f, 6.6f})
        for (int i = 0; i < 5; ++i)
            addBox(world, {x, 0.4f + 0.8f * static_cast<float>(i)}, {0.5f, 0.4f}, brick);
    for (int row = 0; row < 5; ++row)
        for (int i = 0; i < 4; ++i)
            addBox(world, {3.855f + 0.63f * static_cast<float>(i), 0.3f + 0.6f * static_cast<float>(row)},
                   {0.31f, 0.3f}, brick);
    scene.camera = {{-1.5, 4.2}, 16.0f};
    return scene;
}

namespace {

// The loader. Angles in radians; a rod's pins are named after what they are on.
constexpr float kDock = 2.0f;            // height of the ground below it
constexpr Vec2 kBoomPin{-0.5f, 4.4f};    // of the boom on the front mast
constexpr float kBoom = 4.2f;            // length
constexpr float kLow = -50.0f * kDegree; // angle of the boom when the bucket is down
constexpr Vec2 kTiltPin =
    kBoomPin + Vec2{-1.187f, 0.997f}; // on the rear mast, of the rod that tilts the bucket
constexpr float kTiltRod = 5.573f;
constexpr Vec2 kLug{0.028f, 0.207f}; // the other end of that rod, in the bucket's frame
constexpr Vec2 kCrank = kBoomPin + Vec2{-0.6f, -1.7f};
constexpr float kCrankArm = 0.463f, kCrankRod = 2.039f;
constexpr float kRodPin = 1.2f;        // of the crank's rod, along the boom
constexpr float kCrankTorque = 150.0f; // N m; it needs 24, and with 300 a ball that jams tips the loader over
constexpr float kStart = 280.0f * kDegree;         // of the crank: 70 degrees before the bucket is down
constexpr float kGantry = 5.4f;                    // height of the beam with the pulleys
constexpr uint32_t kGateLayer = 2, kBallLayer = 4; // the gate stops balls only

const Filter kLoader = partOf(1);

// The boom's linkage at the start.
struct BoomPose {
    Vec2 crankPin, rodPin;
    Vec2 along; // the boom
    Vec2 bucketPin, lug;

    BoomPose()
    {
        const Rot start = makeRot(kStart);
        crankPin = kCrank + kCrankArm * Vec2{start.c, start.s};
        rodPin = apex(kBoomPin, kRodPin, crankPin, kCrankRod);
        along = (rodPin - kBoomPin) / kRodPin;
        bucketPin = kBoomPin + kBoom * along;
        lug = apex(kTiltPin, kTiltRod, bucketPin, length(kLug));
    }
};

// The ground, a chute at the top right, and a ramp that leads back to the bucket. Returns the gantry.
BodyId addLoaderSite(World& world)
{
    constexpr float kThick = 0.12f;
    addStaticBox(world, {1.0f, -0.25f}, {8.0f, 0.25f});
    addStaticBox(world, {-3.0f, 0.5f * kDock}, {4.0f, 0.5f * kDock});
    addPlank(world, {4.83f, 3.14f}, {7.9f, 2.75f}, kThick);
    addStaticBox(world, {8.75f, 2.7f}, {kThick, 2.7f});
    addPlank(world, {3.62f, 1.45f}, {4.8f, 1.74f}, kThick);
    addPlank(world, {4.8f, 1.74f}, {8.7f, 2.14f}, kThick);
    const BodyId gantry = addStatic(world, {0.0f, kGantry});
    addPartShape(world, gantry, makeBox(3.75f, kThick, {5.0f, kThick}, {}), kScenery);
    return gantry;
}

BodyId addLoaderChassis(World& world)
{
    constexpr Vec2 kCenter{-2.4f, 3.0f};
    constexpr float kTop = 0.3f, kWheel = 0.55f;
    constexpr Material kRubber{.staticFriction = 0.9f, .dynamicFriction = 0.9f};
    const BodyId chassis = addPart(world, kCenter, makeBox(2.5f, kTop), kLoader, {.density = 4.0f});
    const auto addTrapeze = [&](float left, float right, Vec2 tip, float halfWidth) {
        const Vec2 top = tip - kCenter, half{halfWidth, 0.0f};
        addPartShape(world, chassis, hullOf({{left, kTop}, {right, kTop}, top + half, top - half}), kLoader);
    };
    addTrapeze(1.4f, 2.4f, kBoomPin + Vec2{0.0f, 0.1f}, 0.15f);
    addTrapeze(0.0f, 1.0f, kTiltPin + Vec2{0.0f, 0.1f}, 0.13f);
    addTrapeze(-1.8f, -0.4f, kCenter + Vec2{-1.1f, 1.5f}, 0.5f); // the cab
    for (const float x : {-4.1f, -0.9f}) {
        const Vec2 hub{x, kDock + kWheel};
        const BodyId wheel = addPart(world, hub, Circle{{0.0f, 0.0f}, kWheel}, kLoader, kRubber);
        joinAt(world, chassis, wheel, hub,
               WheelJoint{.spring = {.enabled = true, .frequency = 5.0f, .dampingRatio = 1.0f},
                          .limit = {.enabled = true, .lower = -0.1f, .upper = 0.1f},
                          .motor = {.enabled = true, .speed = 0.0f, .maxForce = 100.0f}},
               0.5f * kPi);
        for (const float side : {-0.57f, 0.57f}) // chocks
            addStaticBox(world, {x + side, kDock + 0.12f}, {0.1f, 0.12f});
    }
    return chassis;
}

// The rod between bucket and mast tips the bucket when the boom is up.
void addBucket(World& world, BodyId chassis, BodyId boom, const BoomPose& pose)
{
    const Vec2 toLug = normalizeOrZero(kLug), toLugNow = normalizeOrZero(pose.lug - pose.bucketPin);
    const Rot tilt = invMul({toLug.x, toLug.y}, {toLugNow.x, toLugNow.y});
    const BodyId bucket =
        addPart(world, pose.bucketPin, makeBox(0.62f, 0.03f, {0.58f, -0.1f}, {}), kLoader, {}, tilt);
    addPartShape(world, bucket, makeBox(0.04f, 0.4f, {-0.04f, 0.27f}, {}), kLoader);
    joinAt(world, boom, bucket, pose.bucketPin, RevoluteJoint{});
    const BodyId rod = addRod(world, kTiltPin, pose.lug, 0.06f, kScenery);
    joinAt(world, chassis, rod, kTiltPin, RevoluteJoint{});
    joinAt(world, rod, bucket, pose.lug, RevoluteJoint{});
}

// A crank, and a ram whose pressure carries part of the weight.
void addDrive(World& world, BodyId chassis, BodyId boom, const BoomPose& pose)
{
    const BodyId crank = addPart(world, kCrank, Circle{{0.0f, 0.0f}, kCrankArm + 0.1f}, kScenery);
    joinAt(world, chassis, crank, kCrank,
           RevoluteJoint{.motor = {.enabled = true, .speed = -0.4f, .maxForce = kCrankTorque}});
    const BodyId rod = addRod(world, pose.crankPin, pose.rodPin, 0.06f, kScenery);
    joinAt(world, crank, rod, pose.crankPin, RevoluteJoint{});
    joinAt(world, rod, boom, pose.rodPin, RevoluteJoint{});

    constexpr Vec2 kFoot = kBoomPin + Vec2{0.2f, -1.9f};
    constexpr float kLength = 1.1f; // of barrel and piston
    const Vec2 pin = kBoomPin + 1.0f * pose.along;
    const Vec2 up = normalizeOrZero(pin - kFoot);
    const Vec2 inside = pin - kLength * up;
    const BodyId barrel = addPart(world, kFoot + 0.5f * kLength * up, makeBox(0.5f * kLength, 0.1f), kScenery,
                                  {}, {up.x, up.y});
    const BodyId piston = addRod(world, inside, pin, 0.05f, kScenery);
    joinAt(world, chassis, barrel, kFoot, RevoluteJoint{});
    joinAt(world, piston, boom, pin, RevoluteJoint{});
    joinAt(
        world, barrel, piston, inside,
        PrismaticJoint{.spring = {.enabled = true, .target = 0.9f, .frequency = 0.8f, .dampingRatio = 0.7f}},
        angleOf({up.x, up.y}));
}

// A gate keeps the balls on the ramp. The boom lifts it over two pulleys when it brings the bucket down.
void addGate(World& world, BodyId gantry, BodyId boom, const BoomPose& pose)
{
    constexpr float kX = 4.72f, kHeight = 0.9f;
    constexpr float kFoot = 2.05f; // when the bucket is down
    const Rot low = makeRot(kLow);
    const Vec2 pulleyA{kBoomPin.x + 2.5f, kGantry}, pulleyB{kX, kGantry};
    const float rope = length(kBoomPin + kRodPin * Vec2{low.c, low.s} - pulleyA) + kGantry - kFoot - kHeight;
    const Vec2 top = pulleyB - Vec2{0.0f, rope - length(pose.rodPin - pulleyA)}, half{0.0f, 0.5f * kHeight};
    const BodyId gate =
        addPart(world, top - half, Capsule{-half, half, 0.04f}, {.category = kGateLayer, .mask = kBallLayer});
    joinAt(world, gantry, gate, pulleyB, PrismaticJoint{}, -0.5f * kPi);
    world.createJoint({.bodyA = boom,
                       .bodyB = gate,
                       .anchorA = {kRodPin - 0.5f * kBoom, 0.0f},
                       .anchorB = half,
                       .kind = PulleyJoint{.groundA = pulleyA, .groundB = pulleyB, .length = rope}});
}

} // namespace

Scene loader()
{
    constexpr int kBalls = 6;
    Scene scene;
    World& world = scene.world;
    const BoomPose pose;
    const BodyId gantry = addLoaderSite(world);
    const BodyId chassis = addLoaderChassis(world);
    const BodyId boom = addRod(world, kBoomPin, pose.bucketPin, 0.11f, kLoader);
    joinAt(world, chassis, boom, kBoomPin, RevoluteJoint{});
    addBucket(world, chassis, boom, pose);
    addDrive(world, chassis, boom, pose);
    addGate(world, gantry, boom, pose);
    Random random(4);
    for (int i = 0; i < kBalls; ++i) {
        const float x = 5.0f + 0.35f * static_cast<float>(i);
        const BodyId ball =
            addPart(world, {x, 1.93f + 0.11f * (x - 4.8f)},
                    Circle{{0.0f, 0.0f}, random.between(0.12f, 0.15f)}, {.category = kBallLayer});
        setName(world, ball, "ball");
    }
    scene.camera = {{1.0, 3.2}, 13.0f};
    return scene;
}

} // namespace satbox::builders
