#include "engine/scene/builder_functions.h"

#include "engine/model/gear_mesh.h"
#include "engine/scene/scene_helpers.h"

#include <algorithm>
#include <array>
#include <utility>

// One scene for each kind of joint: what its options do, side by side from left to right. Lengths in metres.
namespace satbox::builders {
namespace {

constexpr Vec2 kHalf{0.5f, 0.5f};
constexpr float kBeam = 8.0f; // height of the lower face of the beam

// A row of variants above a floor.
struct Stand {
    Scene scene;
    World& world = scene.world;
    int count;
    float pitch; // from one variant to the next
    BodyId floor{}, beam{};

    explicit Stand(int variants, float distance = 3.4f) : count(variants), pitch(distance)
    {
        constexpr float kAspect = 1.3f; // of a view with a panel beside it
        floor = addStaticBox(world, {0.0f, -0.25f}, {0.5f * width(), 0.25f});
        for (const float side : {-0.5f, 0.5f}) // so that nothing rolls off
            addPartShape(world, floor, makeBox(0.1f, 0.3f, {side * width(), 0.3f}, {}), {});
        scene.camera = {{0.0, 3.6}, std::max(12.5f, width() / kAspect)};
    }
    Stand(const Stand&) = delete;
    Stand& operator=(const Stand&) = delete;

    float width() const { return pitch * static_cast<float>(count) + 1.0f; }
    float x(int i) const { return pitch * (static_cast<float>(i) - 0.5f * static_cast<float>(count - 1)); }
    BodyId box(Vec2 center, Vec2 half = kHalf) { return addBox(world, center, half); }
    void addBeam() { beam = addStaticBox(world, {0.0f, kBeam + 0.25f}, {0.5f * width(), 0.25f}); }
    // With the joint's frame A at the lower face of the beam.
    void hang(BodyId body, float column, JointDef joint)
    {
        joint.bodyA = beam;
        joint.bodyB = body;
        joint.anchorA = {column, -0.25f};
        world.createJoint(joint);
    }
};

// Toothed wheels, whose radius is their number of teeth times kPerTooth.
struct Gears {
    static constexpr float kPerTooth = 0.05f; // m

    World& world;

    static float radius(int teeth) { return kPerTooth * static_cast<float>(teeth); }
    BodyId wheel(Vec2 center, int teeth)
    {
        return addPart(world, center, Circle{.radius = radius(teeth)}, kScenery);
    }
    JointId hinge(BodyId frame, BodyId wheel, const RevoluteJoint& kind = {})
    {
        return joinAt(world, frame, wheel, world.motion(wheel).origin(), kind);
    }
    // Wheel B gets its teeth where the gaps of A are. `gap`: the direction of one of these in A's frame.
    // Returns the direction of a tooth of B, in B's frame.
    float mesh(BodyId a, BodyId b, const GearJoint& kind, float gap = 0.0f)
    {
        JointDef joint{.bodyA = a, .bodyB = b, .angleA = gap, .kind = kind};
        joint.angleB = meshedAngleB(joint, world.motion(a).transform(), world.motion(b).transform());
        world.createJoint(joint);
        return joint.angleB;
    }
};

} // namespace

Scene jointDistance()
{
    constexpr float kLength = 3.5f;
    constexpr float kWeight = 9.81f; // N, of a box
    Stand stand(6);
    stand.addBeam();
    const auto hang = [&](int i, Vec2 below, const JointDef& joint) {
        stand.hang(stand.box(Vec2{stand.x(i), kBeam} + below), stand.x(i), joint);
    };
    const auto hangLoose = [&](int i, float below, const JointSpring& spring, const JointLimit& limit,
                               const JointMotor& motor = {}) {
        hang(i, {0.0f, -below},
             {.kind = DistanceJoint{.rigid = false, .spring = spring, .limit = limit, .motor = motor}});
    };
    const JointSpring spring{.enabled = true, .target = kLength, .frequency = 0.8f, .dampingRatio = 0.02f};
    // A rod, a rope, a spring, a spring with limits, a piston, and a rod that breaks when it swings down.
    hang(0, kLength * Vec2{-0.6f, -0.8f}, {.kind = DistanceJoint{.length = kLength}});
    hangLoose(1, 1.5f, {}, {.enabled = true, .upper = kLength});
    hangLoose(2, kLength - 1.2f, spring, {});
    hangLoose(3, kLength - 1.2f, spring, {.enabled = true, .lower = 2.2f, .upper = kLength + 0.3f});
    hangLoose(4, 5.5f, {}, {.enabled = true, .lower = 1.5f, .upper = 6.0f},
              {.enabled = true, .speed = -0.5f, .maxForce = 40.0f});
    hang(5, kLength * Vec2{0.6f, -0.8f},
         {.breakForce = 1.3f * kWeight, .kind = DistanceJoint{.length = kLength}});
    return std::move(stand.scene);
}

Scene jointRevolute()
{
    Stand stand(6, 4.1f);
    constexpr Vec2 kBar{1.4f, 0.12f};
    constexpr float kPin = 4.5f; // height
    const auto turn = [&](int i, float offset, const JointDef& def) {
        const Vec2 pin{stand.x(i), kPin};
        const BodyId post = addStatic(stand.world, pin);
        addPartShape(stand.world, post, makeBox(0.1f, 0.5f * kPin, {0.0f, -0.5f * kPin}, {}), kScenery);
        JointDef joint = def;
        joint.bodyA = post;
        joint.bodyB = stand.box(pin + Vec2{offset, 0.0f}, kBar);
        joint.anchorB = {-offset, 0.0f};
        stand.world.createJoint(joint);
    };
    // Free, with limits, on a spring, driven, braked, and one that breaks.
    turn(0, kBar.x, {.kind = RevoluteJoint{}});
    turn(1, kBar.x, {.kind = RevoluteJoint{.limit = {.enabled = true, .lower = -0.8f, .upper = 0.4f}}});
    turn(2, 0.4f,
         {.kind = RevoluteJoint{
              .spring = {.enabled = true, .target = 0.7f, .frequency = 0.8f, .dampingRatio = 0.03f}}});
    turn(3, 0.0f, {.kind = RevoluteJoint{.motor = {.enabled = true, .speed = 2.0f, .maxForce = 20.0f}}});
    turn(4, kBar.x, {.kind = RevoluteJoint{.motor = {.enabled = true, .speed = 0.0f, .maxForce = 6.0f}}});
    turn(5, kBar.x, {.breakForce = 14.0f, .kind = RevoluteJoint{}});
    return std::move(stand.scene);
}

Scene jointPrismatic()
{
    Stand stand(5);
    // Upright, along x = column; `height` is that of the box at translation 0.
    const auto slide = [&](int i, float height, float slope, const PrismaticJoint& kind) {
        const Vec2 at{stand.x(i), height};
        joinAt(stand.world, stand.floor, stand.box(at), at, kind, slope);
    };
    constexpr float kUp = 0.5f * kPi;
    const JointLimit limit{.enabled = true, .lower = -2.5f, .upper = 2.5f};
    const JointSpring spring{.enabled = true, .target = 0.0f, .frequency = 0.7f, .dampingRatio = 0.03f};
    // Free on a slope, on a spring, a lift, a damped press, and a slider that a motor with limited power
    // raises.
    slide(0, 5.5f, -0.35f, {.limit = {.enabled = true, .lower = -1.0f, .upper = 1.2f}});
    slide(1, 5.5f, kUp, {.spring = spring, .limit = limit});
    slide(2, 3.5f, kUp, {.limit = limit, .motor = {.enabled = true, .speed = 0.6f, .maxForce = 60.0f}});
    slide(3, 5.5f, kUp, {.limit = limit, .motor = {.enabled = true, .speed = 0.0f, .maxForce = 8.0f}});
    slide(4, 3.5f, kUp,
          {.limit = limit, .motor = {.enabled = true, .speed = 3.0f, .maxForce = 60.0f, .maxPower = 12.0f}});
    return std::move(stand.scene);
}

Scene jointWeld()
{
    constexpr int kPlanks = 4;
    constexpr Vec2 kPlank{0.45f, 0.12f};
    constexpr float kHeight = 4.5f;
    Stand stand(4, 4.8f);
    // Planks that stand out from a post, and a ball that falls onto the last one.
    const auto cantilever = [&](int i, const JointDef& def) {
        const float left = stand.x(i) - 1.8f;
        BodyId last = addStaticBox(stand.world, {left - 0.15f, 0.5f * kHeight}, {0.15f, 0.5f * kHeight});
        for (int k = 0; k < kPlanks; ++k) {
            const BodyId plank =
                stand.box({left + kPlank.x * static_cast<float>(2 * k + 1), kHeight - kPlank.y}, kPlank);
            JointDef joint = def;
            joint.bodyA = last;
            joint.bodyB = plank;
            joint.anchorA = k == 0 ? Vec2{0.15f, 0.5f * kHeight - kPlank.y} : Vec2{kPlank.x, 0.0f};
            joint.anchorB = {-kPlank.x, 0.0f};
            stand.world.createJoint(joint);
            last = plank;
        }
        addBall(stand.world, {left + 3.2f, 6.5f}, 0.3f);
    };
    // Rigid, elastic in angle, elastic in both, and brittle.
    cantilever(0, {.kind = WeldJoint{}});
    cantilever(1, {.kind = WeldJoint{.angularFrequency = 12.0f, .angularDampingRatio = 0.05f}});
    cantilever(2, {.kind = WeldJoint{.linearFrequency = 8.0f,
                                     .linearDampingRatio = 0.1f,
                                     .angularFrequency = 16.0f,
                                     .angularDampingRatio = 0.1f}});
    cantilever(3, {.breakTorque = 25.0f, .kind = WeldJoint{}});
    return std::move(stand.scene);
}

Scene jointWheel()
{
    constexpr int kCarts = 4;
    constexpr float kRoad = 2.4f; // height of one road above the next
    constexpr float kWheel = 0.35f;
    Scene scene;
    World& world = scene.world;
    // Stiff springs, soft springs, no spring, and a motor on both wheels.
    const JointLimit limit{.enabled = true, .lower = -0.3f, .upper = 0.3f};
    const std::array<WheelJoint, kCarts> kinds{
        WheelJoint{.spring = {.enabled = true, .frequency = 6.0f, .dampingRatio = 0.7f}, .limit = limit},
        WheelJoint{.spring = {.enabled = true, .frequency = 2.0f, .dampingRatio = 0.2f}, .limit = limit},
        WheelJoint{.spring = {}, .limit = {.enabled = true, .lower = 0.0f, .upper = 0.0f}},
        WheelJoint{.spring = {.enabled = true, .frequency = 4.0f, .dampingRatio = 0.7f},
                   .limit = limit,
                   .motor = {.enabled = true, .speed = -6.0f, .maxForce = 6.0f}}};
    for (int i = 0; i < kCarts; ++i) {
        const float y = kRoad * static_cast<float>(kCarts - 1 - i);
        addStaticBox(world, {0.0f, y - 0.1f}, {8.0f, 0.1f});
        for (const float x : {-2.0f, 1.0f, 4.0f}) addPlank(world, {x, y}, {x + 0.6f, y + 0.12f}, 0.1f);
        addStaticBox(world, {7.85f, y + 0.5f}, {0.15f, 0.5f},
                     {.staticFriction = 0.0f, .dynamicFriction = 0.0f});
        const BodyId cart = addBox(world, {-6.5f, y + 0.75f}, {1.0f, 0.2f});
        const bool isDriven = kinds[static_cast<size_t>(i)].motor.enabled;
        if (!isDriven) world.setVelocity(cart, {5.0f, 0.0f}, 0.0f);
        for (const float side : {-0.7f, 0.7f}) {
            const BodyId wheel =
                addWheel(world, cart, {-6.5f + side, y + kWheel}, kWheel, kinds[static_cast<size_t>(i)]);
            if (!isDriven) world.setVelocity(wheel, {5.0f, 0.0f}, -5.0f / kWheel);
        }
    }
    scene.camera = {{0.0, 3.4}, 12.8f};
    return scene;
}

Scene jointMotor()
{
    Stand stand(4);
    stand.addBeam();
    const auto hold = [&](int i, const MotorJoint& kind) {
        const Vec2 at{stand.x(i), 4.5f};
        const BodyId box = stand.box(at, {0.7f, 0.4f});
        joinAt(stand.world, stand.beam, box, at, kind);
        addBall(stand.world, {at.x + 0.3f, 6.5f}, 0.3f);
    };
    // Strong and stiff, soft, without torque, and too weak for the weight that falls onto it.
    hold(0, {.maxForce = 500.0f, .maxTorque = 200.0f, .frequency = 5.0f});
    hold(1, {.maxForce = 500.0f, .maxTorque = 200.0f, .frequency = 0.8f, .dampingRatio = 0.1f});
    hold(2, {.maxForce = 500.0f, .maxTorque = 0.0f, .frequency = 2.0f});
    hold(3, {.maxForce = 12.0f, .maxTorque = 5.0f, .frequency = 2.0f});
    return std::move(stand.scene);
}

Scene jointPulley()
{
    Stand stand(4);
    stand.addBeam();
    const auto pair = [&](int i, Vec2 halfA, Vec2 halfB, float ratio) {
        const float x = stand.x(i);
        constexpr float kHeight = 4.0f;
        const BodyId a = stand.box({x - 0.9f, kHeight - halfA.y}, halfA);
        const BodyId b = stand.box({x + 0.9f, kHeight - halfB.y}, halfB);
        stand.world.createJoint({.bodyA = a,
                                 .bodyB = b,
                                 .anchorA = {0.0f, halfA.y},
                                 .anchorB = {0.0f, halfB.y},
                                 .kind = PulleyJoint{.groundA = {x - 0.9f, kBeam},
                                                     .groundB = {x + 0.9f, kBeam},
                                                     .length = (1.0f + ratio) * (kBeam - kHeight),
                                                     .ratio = ratio}});
    };
    // In balance, a heavier box, a tackle of ratio 2 in balance, and one of ratio 3 that lifts.
    pair(0, {0.5f, 0.5f}, {0.5f, 0.5f}, 1.0f);
    pair(1, {0.55f, 0.55f}, {0.5f, 0.5f}, 1.0f);
    pair(2, {0.4f, 0.4f}, {0.4f, 0.8f}, 2.0f);
    pair(3, {0.4f, 0.4f}, {0.6f, 0.6f}, 3.0f);
    return std::move(stand.scene);
}

Scene jointFilter()
{
    Stand stand(3);
    const auto filter = [&](BodyId a, BodyId b) {
        stand.world.createJoint({.bodyA = a, .bodyB = b, .kind = FilterJoint{}});
    };
    // Two stacks: in the second one, neighbours do not collide and sink into each other. Between them a ball
    // that does not collide with the first of two planks.
    for (const int i : {0, 2}) {
        BodyId last = stand.box({stand.x(i), kHalf.y});
        for (int k = 1; k < 4; ++k) {
            const BodyId next = stand.box({stand.x(i), kHalf.y + 1.3f * static_cast<float>(k)});
            if (i == 2) filter(last, next);
            last = next;
        }
    }
    const BodyId upper = addStaticBox(stand.world, {0.0f, 5.0f}, {1.0f, 0.1f});
    addStaticBox(stand.world, {0.0f, 2.5f}, {1.0f, 0.1f});
    filter(upper, addBall(stand.world, {-0.4f, 7.0f}, 0.4f));
    addBall(stand.world, {0.5f, 7.0f}, 0.4f);
    return std::move(stand.scene);
}

Scene jointGear()
{
    Stand stand(4, 4.4f);
    World& world = stand.world;
    Gears gears{world};
    constexpr float kHeight = 3.2f;
    const auto drive = [](float speed, float torque) {
        return RevoluteJoint{.motor = {.enabled = true, .speed = speed, .maxForce = torque}};
    };

    // A train: the first wheel is driven, each next one turns the other way.
    constexpr std::array kTrain{12, 24, 8, 16};
    Vec2 center{stand.x(0), 0.9f};
    BodyId last{};
    float gap = 0.0f;
    for (size_t i = 0; i < kTrain.size(); ++i) {
        if (i > 0) center.y += Gears::radius(kTrain[i]);
        const BodyId wheel = gears.wheel(center, kTrain[i]);
        gears.hinge(stand.floor, wheel, i == 0 ? drive(2.0f, 20.0f) : RevoluteJoint{});
        if (i > 0)
            gap = gears.mesh(last, wheel, {.teethA = kTrain[i - 1], .teethB = kTrain[i]}, gap) +
                  kPi / static_cast<float>(kTrain[i]);
        center.y += Gears::radius(kTrain[i]);
        last = wheel;
    }

    // A planetary gear: the sun is driven, the ring stands still, the planets carry their carrier along.
    constexpr int kSun = 12, kPlanet = 9, kRing = kSun + 2 * kPlanet;
    const Vec2 hub{stand.x(1), kHeight};
    const BodyId sun = gears.wheel(hub, kSun), ring = addStatic(world, hub);
    const BodyId carrier = addPart(world, hub, Circle{.radius = 0.1f}, kScenery);
    gears.hinge(ring, sun, drive(2.0f, 20.0f));
    gears.hinge(ring, carrier);
    std::array<Vec2, 3> arms{};
    for (size_t i = 0; i < arms.size(); ++i) {
        const Rot q = makeRot((90.0f + 120.0f * static_cast<float>(i)) * kDegree);
        arms[i] = Gears::radius(kSun + kPlanet) * Vec2{q.c, q.s};
        addPartShape(world, carrier, Capsule{.p1 = {0.0f, 0.0f}, .p2 = arms[i], .radius = 0.06f}, kScenery);
    }
    for (const Vec2 arm : arms) {
        const BodyId planet = gears.wheel(hub + arm, kPlanet);
        gears.hinge(carrier, planet);
        const float tooth = gears.mesh(sun, planet, {.teethA = kSun, .teethB = kPlanet});
        gears.mesh(planet, ring, {.teethA = kPlanet, .teethB = kRing, .ring = true},
                   tooth + kPi / static_cast<float>(kPlanet));
    }

    // A rack on a spring turns its wheel to and fro.
    constexpr int kPinion = 12;
    const Vec2 axle{stand.x(2) - 0.4f, kHeight};
    const BodyId pinion = gears.wheel(axle, kPinion);
    gears.hinge(stand.floor, pinion);
    const float pitchLine = axle.x + Gears::radius(kPinion);
    const BodyId rack = addPart(world, {pitchLine + 0.2f, kHeight + 1.0f}, makeBox(0.1f, 1.5f), kScenery);
    joinAt(world, stand.floor, rack, world.motion(rack).center,
           PrismaticJoint{.spring = {.enabled = true, .frequency = 0.5f, .dampingRatio = 0.0f}}, 0.5f * kPi);
    world.createJoint(
        {.bodyA = rack,
         .bodyB = pinion,
         .anchorA = {-0.2f, 0.0f},
         .angleA = 0.5f * kPi, // upwards, with the pinion on its left
         .kind = GearJoint{.teethB = kPinion, .rack = true, .pitch = 2.0f * kPi * Gears::kPerTooth}});

    // Two stages of 1 : 4 give a weak motor sixteen times its torque, enough to raise an arm.
    constexpr int kSmall = 8, kLarge = 32;
    const float apart = Gears::radius(kSmall + kLarge);
    const Vec2 first{stand.x(3) - 1.0f, 1.2f}, second{first.x, first.y + apart},
        third{first.x + apart, second.y};
    const BodyId motor = gears.wheel(first, kSmall), middle = gears.wheel(second, kLarge);
    addPartShape(world, middle, Circle{.radius = Gears::radius(kSmall)}, kScenery);
    const BodyId slow = gears.wheel(third, kLarge);
    addPartShape(world, slow, makeBox(1.2f, 0.15f, {1.2f, 0.0f}, {}), kScenery);
    gears.hinge(stand.floor, motor, drive(6.0f, 3.0f));
    gears.hinge(stand.floor, middle);
    gears.hinge(stand.floor, slow);
    gears.mesh(motor, middle, {.teethA = kSmall, .teethB = kLarge});
    gears.mesh(middle, slow, {.teethA = kSmall, .teethB = kLarge});
    return std::move(stand.scene);
}

} // namespace satbox::builders
