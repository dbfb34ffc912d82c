#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

// Machines that walk or drive.
namespace satbox::builders {
namespace {

// Theo Jansen's linkage, with the lengths that he published ("The Great Pretender", 2007) times `kUnit`.
namespace linkage {
constexpr float kUnit = 0.055f; // m
constexpr float kA = 38.0f * kUnit, kB = 41.5f * kUnit, kC = 39.3f * kUnit, kD = 40.1f * kUnit,
                kE = 55.8f * kUnit, kF = 39.4f * kUnit, kG = 36.7f * kUnit, kH = 65.7f * kUnit,
                kI = 49.0f * kUnit, kJ = 50.0f * kUnit, kK = 61.9f * kUnit, kL = 7.8f * kUnit,
                kM = 15.0f * kUnit;
} // namespace linkage

// The joints of a leg on the left of the crank's axle, which is at the origin.
struct LegPoints {
    Vec2 pin, pivot; // of the crank, and on the chassis
    Vec2 top, back;  // of the upper triangle, whose third corner is the pivot
    Vec2 knee, heel, foot;

    explicit LegPoints(Vec2 crankPin) : pin(crankPin), pivot(-linkage::kA, -linkage::kL)
    {
        using namespace linkage;
        top = apex(pivot, kB, pin, kJ);
        back = apex(pivot, kD, top, kE);
        knee = apex(pin, kK, pivot, kC);
        heel = apex(knee, kG, back, kF);
        foot = apex(knee, kI, heel, kH);
    }
};

// With its wheels on the ground at the height of `foot`, which is below its middle.
void addTruck(World& world, Vec2 foot)
{
    constexpr float kWheel = 0.4f; // m
    const BodyId chassis = addBox(world, foot + Vec2{0.0f, 0.75f}, {2.0f, 0.15f}, {.density = 2.0f});
    addShapeTo(world, chassis, makeBox(0.5f, 0.5f), {}, {{1.5f, 0.65f}, {}});
    setName(world, chassis, "truck");
    for (const float x : {-1.4f, -0.4f, 1.4f})
        addWheel(world, chassis, foot + Vec2{x, kWheel}, kWheel,
                 {.spring = {.enabled = true, .frequency = 4.0f, .dampingRatio = 0.7f},
                  .limit = {.enabled = true, .lower = -0.15f, .upper = 0.15f},
                  .motor = {.enabled = true, .speed = -6.0f, .maxForce = 8.0f}});
    for (const float x : {-1.6f, -0.8f, 0.0f}) addBox(world, foot + Vec2{x, 1.25f}, {0.35f, 0.35f});
}

} // namespace

Scene car()
{
    constexpr float kEnd = 14.0f, kPoint = 0.25f; // half the width of the terrain, and between its points
    constexpr float kStart = -11.0f;
    constexpr float kWheel = 0.5f;
    Scene scene;
    World& world = scene.world;
    const Material road{.staticFriction = 0.9f, .dynamicFriction = 0.8f};
    // Two hills, a washboard and a kerb.
    const auto heightAt = [](float x) {
        if (x < -8.0f) return 0.0f;
        if (x < 2.0f) return 0.45f * (1.0f - makeRot(0.4f * kPi * (x + 8.0f)).c);
        if (x < 7.0f) return 0.12f * (1.0f - makeRot(kPi * (x - 2.0f) / 0.5f).c);
        return x < 9.0f ? 0.0f : 0.25f;
    };
    std::vector<Vec2> ground{{-kEnd, 2.0f}};
    for (float x = -kEnd; x <= kEnd; x += kPoint) ground.push_back({x, heightAt(x)});
    addChain(world, ground, road);
    addStaticBox(world, {kEnd + 0.2f, 1.0f}, {0.2f, 1.0f}, {.staticFriction = 0.0f, .dynamicFriction = 0.0f});

    const Vec2 middle{kStart, 1.1f};
    const BodyId chassis = addBody(
        world, middle, hullOf({{-1.5f, -0.2f}, {1.4f, -0.2f}, {1.6f, 0.05f}, {0.6f, 0.3f}, {-1.5f, 0.3f}}));
    addShapeTo(world, chassis, hullOf({{-1.3f, 0.3f}, {0.6f, 0.3f}, {0.1f, 0.8f}, {-1.1f, 0.8f}}),
               {.density = 0.3f});
    setName(world, chassis, "car");
    for (const float side : {-1.0f, 1.0f})
        addWheel(world, chassis, {kStart + side, kWheel}, kWheel,
                 {.spring = {.enabled = true, .frequency = 3.0f, .dampingRatio = 0.6f},
                  .limit = {.enabled = true, .lower = -0.25f, .upper = 0.25f},
                  .motor = {.enabled = true, .speed = -6.0f, .maxForce = 14.0f}},
                 road);
    for (const JointId wheel : world.joints()) {
        JointDef def = world.jointDef(wheel);
        def.forwardKey = "D";
        def.backwardKey = "A";
        def.keySpeed = -8.0f;
        def.keyBrake = true;
        world.setJointDef(wheel, def);
    }
    scene.camera = {{0.0, 3.0}, 22.0f};
    return scene;
}

Scene walker()
{
    using namespace linkage;
    const Filter parts = partOf(1);
    constexpr float kFoot = 0.1f; // m, radius
    constexpr int kPins = 3;
    Scene scene;
    World& world = scene.world;
    const Material rubber{.density = 2.0f, .staticFriction = 1.0f, .dynamicFriction = 1.0f};

    std::vector<LegPoints> legs; // one of each pair; the other is its mirror image at another phase
    std::array<Vec2, 2 * kPins> pins{};
    for (int i = 0; i < kPins; ++i) {
        const Rot q = makeRot(2.0f * kPi * static_cast<float>(i) / kPins + 0.5f);
        pins[static_cast<size_t>(i)] = kM * Vec2{q.c, q.s};
        pins[static_cast<size_t>(i + kPins)] = kM * Vec2{-q.c, q.s};
    }
    float lowest = 0.0f;
    for (const Vec2 pin : pins) {
        legs.emplace_back(pin);
        lowest = std::min(lowest, legs.back().foot.y);
    }
    const Vec2 axle{-9.5f, kFoot - lowest};

    addStaticBox(world, {0.0f, -0.5f}, {15.0f, 0.5f}, rubber);
    addStaticBox(world, {14.5f, 1.5f}, {0.5f, 1.5f}, {.staticFriction = 0.0f, .dynamicFriction = 0.0f});
    const BodyId chassis = addPart(
        world, axle, hullOf({{-kA - 0.1f, -kL}, {kA + 0.1f, -kL}, {0.45f * kA, 0.3f}, {-0.45f * kA, 0.3f}}),
        parts);
    setName(world, chassis, "walker");
    const BodyId crank = addPart(world, axle, Circle{{0.0f, 0.0f}, kM + 0.1f}, parts);
    joinAt(world, chassis, crank, axle,
           RevoluteJoint{.motor = {.enabled = true, .speed = -1.3f, .maxForce = 150.0f}});
    for (size_t i = 0; i < legs.size(); ++i) {
        const LegPoints& leg = legs[i];
        const float side = i < kPins ? 1.0f : -1.0f;
        const auto at = [&](Vec2 p) { return axle + Vec2{side * p.x, p.y}; };
        const auto triangle = [&](Vec2 a, Vec2 b, Vec2 c) {
            const Vec2 middle = (at(a) + at(b) + at(c)) / 3.0f;
            return addPart(world, middle, hullOf({at(a) - middle, at(b) - middle, at(c) - middle}), parts);
        };
        // The other four links are rods, which close three loops a leg.
        const auto rod = [&](BodyId a, Vec2 anchorA, BodyId b, Vec2 anchorB) {
            world.createJoint({.bodyA = a,
                               .bodyB = b,
                               .anchorA = invTransformPoint(world.motion(a).transform(), at(anchorA)),
                               .anchorB = invTransformPoint(world.motion(b).transform(), at(anchorB)),
                               .kind = DistanceJoint{.length = length(anchorB - anchorA)}});
        };
        const BodyId upper = triangle(leg.pivot, leg.top, leg.back);
        const BodyId lower = triangle(leg.knee, leg.heel, leg.foot);
        addPartShape(world, lower,
                     Circle{at(leg.foot) - (at(leg.knee) + at(leg.heel) + at(leg.foot)) / 3.0f, kFoot}, parts,
                     rubber);
        joinAt(world, chassis, upper, at(leg.pivot), RevoluteJoint{});
        rod(crank, leg.pin, upper, leg.top);
        rod(crank, leg.pin, lower, leg.knee);
        rod(chassis, leg.pivot, lower, leg.knee);
        rod(upper, leg.back, lower, leg.heel);
    }
    scene.camera = {{0.0, 6.0}, 22.0f};
    return scene;
}

Scene suspensionBridge()
{
    constexpr int kPlanks = 28;                             // 1 m each
    constexpr float kHalf = 0.5f * kPlanks;                 // m, of the span between the abutments
    constexpr float kTower = 7.0f;                          // m, from the middle
    constexpr float kTop = 6.0f, kSag = 4.8f, kSide = 0.4f; // m, above the deck; the cable at the abutments
    constexpr float kValley = -5.0f;                        // m
    const Filter parts = partOf(1);
    Scene scene;
    World& world = scene.world;
    const Material road{.density = 1.0f, .staticFriction = 0.9f, .dynamicFriction = 0.9f};

    addStaticBox(world, {0.0f, kValley - 0.5f}, {kHalf + 5.5f, 0.5f});
    std::array<BodyId, 2> banks{};
    for (const int i : {0, 1}) {
        const float side = i == 0 ? -1.0f : 1.0f;
        banks[static_cast<size_t>(i)] =
            addStaticBox(world, {side * (kHalf + 2.75f), 0.5f * kValley}, {2.75f, -0.5f * kValley}, road);
        addStaticBox(world, {side * (kHalf + 5.2f), 1.0f}, {0.3f, 1.0f});
    }
    const BodyId towers = addStatic(world, {0.0f, 0.0f});
    for (const float x : {-kTower, kTower})
        addPartShape(world, towers, makeBox(0.3f, 0.5f * (kTop - kValley), {x, 0.5f * (kTop + kValley)}, {}),
                     kScenery);

    const auto cableAt = [&](int i) { // node, above the joint of two planks
        const float x = static_cast<float>(i) - kHalf;
        const float t = x / kTower;
        if (std::fabs(x) <= kTower) return Vec2{x, kTop - kSag * (1.0f - t * t)};
        const float s = (std::fabs(x) - kTower) / (kHalf - kTower); // 0 at the tower
        return Vec2{x, kTop + (kSide - kTop) * s - kSag * s * (1.0f - s)};
    };
    BodyId plank = banks[0], link = banks[0];
    for (int i = 0; i <= kPlanks; ++i) {
        const Vec2 joint{static_cast<float>(i) - kHalf, -0.1f};
        const bool last = i == kPlanks;
        const BodyId nextPlank =
            last ? banks[1] : addPart(world, joint + Vec2{0.5f, 0.0f}, makeBox(0.5f, 0.1f), parts, road);
        joinAt(world, plank, nextPlank, joint, RevoluteJoint{});
        const BodyId nextLink =
            last ? banks[1] : addRod(world, cableAt(i), cableAt(i + 1), 0.05f, kScenery, {.density = 2.0f});
        joinAt(world, link, nextLink, cableAt(i), RevoluteJoint{});
        const float x = static_cast<float>(i) - kHalf;
        if (std::fabs(x) == kTower) joinAt(world, towers, nextLink, cableAt(i), RevoluteJoint{});
        if (i > 0 && !last && std::fabs(x) != kTower)
            world.createJoint({.bodyA = nextLink,
                               .bodyB = nextPlank,
                               .anchorA = {-0.5f * length(cableAt(i + 1) - cableAt(i)), 0.0f},
                               .anchorB = {-0.5f, 0.0f},
                               .kind = DistanceJoint{.length = length(cableAt(i) - joint)}});
        plank = nextPlank;
        link = nextLink;
    }

    addTruck(world, {-kHalf - 2.6f, 0.0f});
    scene.camera = {{0.0, 0.0}, 29.0f};
    return scene;
}

} // namespace satbox::builders
