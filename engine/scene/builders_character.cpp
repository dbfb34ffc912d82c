#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"

// A course for a character that keys move.
namespace satbox::builders {
namespace {

constexpr float kDeck = 3.3f;   // m, height of the upper level
constexpr float kThick = 0.4f;  // m, of its slabs
constexpr float kFloor = -2.0f; // m, lower face of the ground

const Material kGrip{.staticFriction = 0.8f, .dynamicFriction = 0.7f};

// A static slab with its upper face at `top`.
BodyId addSlab(World& world, float left, float right, float top, float thickness)
{
    return addStaticBox(world, {0.5f * (left + right), top - 0.5f * thickness},
                        {0.5f * (right - left), 0.5f * thickness}, kGrip);
}

// A platform that a turning crank moves up and down by a rod. Its upper face is at `low` at the lowest.
void addLift(World& world, Vec2 low, float halfWidth, float stroke)
{
    constexpr float kRod = 5.0f, kHalf = 0.08f, kSpeed = 0.9f; // m, m, rad/s
    const Vec2 foot = low + Vec2{0.0f, -kHalf};
    const Vec2 axle = foot + Vec2{0.0f, kRod + 0.5f * stroke};
    const Vec2 pin = axle - Vec2{0.0f, 0.5f * stroke};
    const BodyId rail = addStatic(world, foot);
    addPartShape(world, rail, makeBox(0.04f, 0.5f * stroke, {0.0f, 0.5f * stroke}, {}), kScenery);
    const BodyId platform = addBox(world, foot, {halfWidth, kHalf}, {.density = 200.0f});
    setName(world, platform, "lift");
    joinAt(world, rail, platform, foot,
           PrismaticJoint{.limit = {.enabled = true, .lower = -0.1f, .upper = stroke + 0.1f}}, 0.5f * kPi);

    const BodyId crank = world.createBody(
        {.type = BodyType::Kinematic, .position = axle, .angularVelocity = kSpeed, .name = "crank"});
    addPartShape(world, crank, Circle{.radius = 0.5f * stroke}, kScenery);
    const BodyId rod = addRod(world, foot, pin, 0.06f, kScenery);
    joinAt(world, crank, rod, pin, RevoluteJoint{});
    joinAt(world, rod, platform, foot, RevoluteJoint{});
}

// Carries what is on it to the left.
BodyId addBelt(World& world, Vec2 foot, float halfLength)
{
    constexpr float kRadius = 0.1f;
    Material belt = kGrip;
    belt.surfaceSpeed = -2.0f;
    const BodyId body = addStatic(world, foot + Vec2{0.0f, kRadius});
    addShapeTo(world, body, Capsule{{-halfLength, 0.0f}, {halfLength, 0.0f}, kRadius}, belt);
    return body;
}

// Planks that hang between two bodies at the height of the deck.
void addBridge(World& world, BodyId west, BodyId east, float left, float right)
{
    constexpr int kPlanks = 11;
    constexpr float kHalf = 0.06f, kSag = 0.4f; // m
    const auto pointAt = [&](int i) {
        const float t = static_cast<float>(i) / static_cast<float>(kPlanks);
        return Vec2{left + t * (right - left), kDeck - kHalf - 4.0f * kSag * t * (1.0f - t)};
    };
    BodyId last = west;
    for (int i = 0; i < kPlanks; ++i) {
        const Vec2 from = pointAt(i), way = pointAt(i + 1) - from;
        const float size = length(way);
        const BodyId plank = addBox(world, from + 0.5f * way, {0.5f * size, kHalf}, {.density = 200.0f},
                                    {way.x / size, way.y / size});
        joinAt(world, last, plank, from, RevoluteJoint{});
        last = plank;
    }
    joinAt(world, last, east, pointAt(kPlanks), RevoluteJoint{});
}

void addSeesaw(World& world, Vec2 pivot, float halfLength)
{
    constexpr float kHalf = 0.08f, kReach = 14.0f * kDegree;
    const BodyId post = addStatic(world, pivot);
    addPartShape(world, post, hullOf({{0.0f, 0.0f}, {-0.35f, -0.7f}, {0.35f, -0.7f}}), kScenery);
    const BodyId plank = addBox(world, pivot, {halfLength, kHalf}, {.density = 60.0f});
    setName(world, plank, "seesaw");
    joinAt(world, post, plank, pivot,
           RevoluteJoint{.limit = {.enabled = true, .lower = -kReach, .upper = kReach}});
}

} // namespace

Scene character()
{
    constexpr float kEnd = 11.0f, kWall = 0.3f; // m
    Scene scene;
    World& world = scene.world;

    // The ground, with a pit in which a drum turns.
    constexpr float kPitLeft = 0.0f, kPitRight = 4.6f, kPit = -1.2f;
    addSlab(world, -kEnd, kPitLeft, 0.0f, -kFloor);
    addSlab(world, kPitLeft, kPitRight, kPit, kPit - kFloor);
    addSlab(world, kPitRight, kEnd, 0.0f, -kFloor);
    for (const float side : {-1.0f, 1.0f})
        addStaticBox(world, {side * (kEnd + 0.5f * kWall), 1.0f}, {0.5f * kWall, 3.0f});
    const BodyId drum = world.createBody({.type = BodyType::Kinematic,
                                          .position = {0.5f * (kPitLeft + kPitRight), -0.75f},
                                          .angularVelocity = -0.8f,
                                          .name = "drum"});
    addShapeTo(world, drum, Circle{.radius = 0.9f}, kGrip);

    // Stairs up, a slope down, and crates.
    constexpr float kRise = 0.22f, kRun = 0.6f;
    for (int i = 0; i < 4; ++i) {
        const float left = -8.2f + kRun * static_cast<float>(i);
        addSlab(world, left, i < 3 ? left + kRun : left + 1.0f, kRise * static_cast<float>(i + 1),
                kRise * static_cast<float>(i + 1));
    }
    const Vec2 edge{-5.4f, 4.0f * kRise};
    addShapeTo(world, addStatic(world, edge), hullOf({{0.0f, 0.0f}, {0.0f, -edge.y}, {2.2f, -edge.y}}),
               kGrip);
    const Material wood{.density = 30.0f};
    for (const Vec2 crate : {Vec2{-2.0f, 0.35f}, Vec2{-1.1f, 0.35f}, Vec2{-1.1f, 1.05f}})
        setName(world, addBox(world, crate, {0.35f, 0.35f}, wood), "crate");

    constexpr float kLow = 0.2f; // m, of the lift
    // A belt to the lift, and the upper level back to the left.
    setName(world, addBelt(world, {6.7f, 0.0f}, 1.2f), "belt");
    addLift(world, {kEnd - 0.95f, kLow}, 0.85f, kDeck - kLow);
    const BodyId east = addSlab(world, 6.4f, kEnd - 1.9f, kDeck, kThick);
    const BodyId west = addSlab(world, -2.6f, 0.4f, kDeck, kThick);
    addBridge(world, west, east, 0.4f, 6.4f);
    addStaticBox(world, {-1.4f, kDeck + 0.4f}, {0.25f, 0.4f}, kGrip);
    addSeesaw(world, {-4.9f, kDeck - 0.1f}, 2.1f);

    const BodyId walker = world.createBody({.type = BodyType::Kinematic,
                                            .position = {-9.6f, 0.02f},
                                            .fixedRotation = true,
                                            .name = "character",
                                            .leftKey = "A",
                                            .rightKey = "D",
                                            .jumpKey = "W",
                                            .walkSpeed = 4.0f,
                                            .jumpSpeed = 5.5f,
                                            .pushForce = 400.0f});
    addShapeTo(world, walker, Capsule{{0.0f, 0.3f}, {0.0f, 1.5f}, 0.3f}, {.density = 75.0f});
    scene.camera = {{0.0, 2.6}, 18.0f};
    return scene;
}

} // namespace satbox::builders
