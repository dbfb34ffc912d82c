#include "engine/scene/builder_functions.h"

#include "engine/scene/random.h"
#include "engine/scene/scene_helpers.h"

#include <array>
#include <cmath>
#include <vector>

// Benchmarks of joints: a net, a long chain, and crowds of small mechanisms. Only hinges and wheels, since
// every engine in the comparison has these.
namespace satbox::builders {
namespace {

// A figure of eleven limbs that stands above `foot`, 1.7 m tall, with limits at its ten joints.
void addRagdoll(World& world, Vec2 foot, int32_t group)
{
    struct Limb {
        float x, y; // of the centre, from the foot, m
        float halfWidth, halfHeight;
        int parent;           // index; -1: the chest, which has none
        float jointX, jointY; // from the foot, m
        float lower, upper;   // limits of the angle, rad
    };
    constexpr std::array<Limb, 11> kLimbs{{
        {0.0f, 1.2f, 0.16f, 0.2f, -1, 0.0f, 0.0f, 0.0f, 0.0f},       // chest
        {0.0f, 0.9f, 0.15f, 0.12f, 0, 0.0f, 1.0f, -0.4f, 0.4f},      // hip
        {0.0f, 1.6f, 0.1f, 0.14f, 0, 0.0f, 1.44f, -0.5f, 0.5f},      // head
        {-0.24f, 1.22f, 0.06f, 0.18f, 0, -0.2f, 1.36f, -1.5f, 1.5f}, // upper and lower arms
        {0.24f, 1.22f, 0.06f, 0.18f, 0, 0.2f, 1.36f, -1.5f, 1.5f},
        {-0.26f, 0.88f, 0.05f, 0.17f, 3, -0.25f, 1.04f, -1.8f, 0.1f},
        {0.26f, 0.88f, 0.05f, 0.17f, 4, 0.25f, 1.04f, -0.1f, 1.8f},
        {-0.09f, 0.58f, 0.07f, 0.22f, 1, -0.09f, 0.8f, -0.9f, 0.6f}, // thighs and shins
        {0.09f, 0.58f, 0.07f, 0.22f, 1, 0.09f, 0.8f, -0.6f, 0.9f},
        {-0.09f, 0.18f, 0.06f, 0.2f, 7, -0.09f, 0.37f, 0.0f, 1.5f},
        {0.09f, 0.18f, 0.06f, 0.2f, 8, 0.09f, 0.37f, -1.5f, 0.0f},
    }};
    std::vector<BodyId> bodies;
    for (const Limb& limb : kLimbs) {
        bodies.push_back(addPart(world, foot + Vec2{limb.x, limb.y}, makeBox(limb.halfWidth, limb.halfHeight),
                                 partOf(group)));
        if (limb.parent < 0) continue;
        joinAt(world, bodies[static_cast<size_t>(limb.parent)], bodies.back(),
               foot + Vec2{limb.jointX, limb.jointY},
               RevoluteJoint{.limit = {.enabled = true, .lower = limb.lower, .upper = limb.upper}});
    }
}

// A chassis on two wheels with springs; the rear one is driven.
void addVehicle(World& world, Vec2 foot)
{
    constexpr float kWheel = 0.35f; // m, radius
    const BodyId chassis = addBox(world, foot + Vec2{0.0f, 0.85f}, {1.2f, 0.25f});
    for (const float side : {-0.8f, 0.8f}) {
        const Vec2 hub = foot + Vec2{side, kWheel + 0.05f};
        WheelJoint kind{.limit = {.enabled = true, .lower = -0.25f, .upper = 0.25f}};
        if (side < 0.0f) kind.motor = {.enabled = true, .speed = -15.0f, .maxForce = 30.0f};
        addWheel(world, chassis, hub, kWheel, kind);
    }
}

} // namespace

// The net of Box2D 3's benchmark of this name: discs of radius 0.4 m that do not collide, hung up at seven
// discs in the middle of its upper edge.
Scene jointGrid()
{
    Scene scene = makeSceneWithoutSleep();
    scene.camera = {{50.0, -48.0}, 125.0f};
    World& world = scene.world;
    constexpr int kCount = 100, kHeld = 3;
    std::vector<BodyId> bodies;
    for (int column = 0; column < kCount; ++column) {
        for (int row = 0; row < kCount; ++row) {
            const Vec2 center{static_cast<float>(column), -static_cast<float>(row)};
            const BodyId body = addPart(world, center, Circle{{0.0f, 0.0f}, 0.4f}, partOf(1));
            if (row == 0 && std::abs(column - kCount / 2) <= kHeld) {
                BodyDef def = world.bodyDef(body);
                def.type = BodyType::Static;
                world.setBodyDef(body, def);
            }
            const auto join = [&](size_t other, Vec2 anchorA, Vec2 anchorB) {
                world.createJoint(
                    {.bodyA = bodies[other], .bodyB = body, .anchorA = anchorA, .anchorB = anchorB});
            };
            if (row > 0) join(bodies.size() - 1, {0.0f, -0.5f}, {0.0f, 0.5f});
            const bool joinsHeld = row == 0 && std::abs(column - kCount / 2) <= kHeld &&
                                   std::abs(column - 1 - kCount / 2) <= kHeld;
            if (column > 0 && !joinsHeld) join(bodies.size() - kCount, {0.5f, 0.0f}, {-0.5f, 0.0f});
            bodies.push_back(body);
        }
    }
    return scene;
}

// A thousand links between two walls, with a tenth of slack.
Scene chain1000()
{
    Scene scene = makeSceneWithoutSleep();
    scene.camera = {{0.0, -60.0}, 300.0f};
    World& world = scene.world;
    constexpr int kLinks = 1000;
    constexpr float kLink = 0.5f;    // m
    constexpr float kSlope = 0.458f; // rad; every second link rises, the others fall
    const Rot up = makeRot(kSlope);
    constexpr float kLeft = -224.0f; // m, so that the middle is at x = 0
    BodyId last = addStaticBox(world, {kLeft - 0.5f, 0.0f}, {0.5f, 0.5f});
    Vec2 end{kLeft, 0.0f};
    for (int i = 0; i < kLinks; ++i) {
        const float side = i % 2 == 0 ? 1.0f : -1.0f;
        const Vec2 along = kLink * Vec2{up.c, side * up.s};
        const BodyId link =
            addBody(world, end + 0.5f * along, makeBox(0.5f * kLink, 0.06f), {}, makeRot(side * kSlope));
        joinAt(world, last, link, end, RevoluteJoint{});
        end = end + along;
        last = link;
    }
    joinAt(world, last, addStaticBox(world, end + Vec2{0.5f, 0.0f}, {0.5f, 0.5f}), end, RevoluteJoint{});
    return scene;
}

Scene ragdolls500()
{
    Scene scene = makeSceneWithoutSleep();
    scene.camera = {{0.0, 12.0}, 52.0f};
    World& world = scene.world;
    constexpr int kColumns = 50, kRows = 10;
    addStaticBox(world, {0.0f, -1.0f}, {40.0f, 1.0f});
    for (const float side : {-1.0f, 1.0f}) addStaticBox(world, {side * 39.0f, 15.0f}, {1.0f, 16.0f});
    Random random(500);
    for (int row = 0; row < kRows; ++row)
        for (int column = 0; column < kColumns; ++column)
            addRagdoll(
                world,
                {1.5f * (static_cast<float>(column) - 0.5f * (kColumns - 1)) + random.between(-0.2f, 0.2f),
                 0.5f + 2.0f * static_cast<float>(row)},
                row * kColumns + column + 1);
    return scene;
}

Scene vehicles()
{
    Scene scene = makeSceneWithoutSleep();
    scene.camera = {{55.0, 36.0}, 80.0f};
    World& world = scene.world;
    constexpr int kRoads = 20, kOnRoad = 25;
    constexpr float kLength = 300.0f, kPitch = 8.0f; // m
    for (int road = 0; road < kRoads; ++road) {
        const float bottom = kPitch * static_cast<float>(road);
        std::vector<Vec2> points;
        for (float x = 0.0f; x <= kLength; x += 1.0f)
            points.push_back({x, bottom + 0.25f * (1.0f - makeRot(0.5f * x).c)});
        addChain(world, points);
        for (int i = 0; i < kOnRoad; ++i)
            addVehicle(world, {3.0f + 4.0f * static_cast<float>(i), bottom + 0.5f});
    }
    return scene;
}

} // namespace satbox::builders
