#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"
#include <satbox/outlines.h>

#include <array>

// Benchmarks with much motion: unlike in a pile at rest, pairs, manifolds and constraints begin and end all
// the time. No capsules, since not every engine in the comparison has them.
namespace satbox::builders {
namespace {

Vec2 onCircle(float radius, float angle)
{
    const Rot turned = makeRot(angle);
    return {radius * turned.c, radius * turned.s};
}

// A floor with its upper face at y = 0 and two walls, thick enough that nothing is pushed through them.
void addPit(World& world, float halfWidth, float height)
{
    constexpr float kHalfThick = 2.0f; // m
    addStaticBox(world, {0.0f, -kHalfThick}, {halfWidth + 2.0f * kHalfThick, kHalfThick});
    for (const float side : {-1.0f, 1.0f})
        addStaticBox(world, {side * (halfWidth + kHalfThick), 0.5f * height}, {kHalfThick, 0.5f * height});
}

// Position in a grid whose lowest row is at y = bottom and whose middle is at x = 0.
Vec2 gridPosition(int column, int columns, int row, float pitch, float bottom)
{
    return {pitch * (static_cast<float>(column) - 0.5f * static_cast<float>(columns - 1)),
            bottom + pitch * static_cast<float>(row)};
}

// A pentagon with its corners on a circle, each up to 20 degrees away from a regular pentagon's.
Shape irregularPentagon(Random& random, float radius)
{
    std::array<Vec2, 5> points;
    for (size_t i = 0; i < points.size(); ++i)
        points[i] =
            onCircle(radius, (72.0f * static_cast<float>(i) + random.between(-20.0f, 20.0f)) * kDegree);
    return makePolygon(makeHull(points).vertices);
}

// A circle, box or regular polygon inside a circle of diameter `size`, m.
Shape mixedShape(Random& random, float size)
{
    const float radius = 0.5f * size;
    switch (random.below(6)) {
    case 0:
        return Circle{{0.0f, 0.0f}, radius};
    case 1:
        return makeBox(0.7f * radius, 0.7f * radius);
    case 2:
        return makeBox(0.9f * radius, 0.4f * radius);
    default:
        return makeRegularPolygon(3 + random.below(6), radius);
    }
}

} // namespace

Scene compounds()
{
    Scene scene = makeSceneWithoutSleep();
    constexpr int kColumns = 150, kRows = 20;
    constexpr float kPitch = 2.2f; // m; a body is 2 m wide and high
    addPit(scene.world, 0.5f * kPitch * kColumns + 1.0f, 60.0f);
    const std::array<Vec2, 3> left{Vec2{-1.0f, 0.0f}, Vec2{0.5f, 1.0f}, Vec2{0.0f, 2.0f}};
    const std::array<Vec2, 3> right{Vec2{1.0f, 0.0f}, Vec2{-0.5f, 1.0f}, Vec2{0.0f, 2.0f}};
    const Shape leftShape = makePolygon(makeHull(left).vertices);
    const Shape rightShape = makePolygon(makeHull(right).vertices);
    for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kColumns; ++column) {
            const BodyId body =
                addBody(scene.world, gridPosition(column, kColumns, row, kPitch, 0.5f), leftShape);
            addShapeTo(scene.world, body, rightShape);
        }
    }
    scene.camera = {{0.0, 50.0}, 200.0f};
    return scene;
}

Scene junkyard()
{
    Scene scene = makeSceneWithoutSleep();
    World& world = scene.world;
    // The floor is as long as the sweep. Bodies pushed to its ends climb a slope and slide back.
    constexpr float kFloor = 66.0f, kSlope = 30.0f, kThick = 4.0f; // m
    addStaticBox(world, {0.0f, -0.5f * kThick}, {kFloor + 0.5f * kThick, 0.5f * kThick});
    addPlank(world, {-kFloor - kSlope, kSlope}, {-kFloor, 0.0f}, kThick);
    addPlank(world, {kFloor, 0.0f}, {kFloor + kSlope, kSlope}, kThick);
    for (const float side : {-1.0f, 1.0f})
        addStaticBox(world, {side * (kFloor + kSlope + 0.5f * kThick), kSlope + 10.0f},
                     {0.5f * kThick, 12.0f});

    BodyDef def;
    def.type = BodyType::Kinematic;
    def.position = {0.0f, 4.0f};
    def.name = "sweeper"; // satbox-bench finds it by this name
    addShapeTo(world, world.createBody(def), makeBox(2.0f, 4.0f));

    constexpr int kColumns = 200, kRows = 40;
    Random random(8000);
    for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kColumns; ++column) {
            const Rot turned = makeRot(random.between(-kPi, kPi));
            addBody(world, gridPosition(column, kColumns, row, 0.6f, 9.0f), irregularPentagon(random, 0.25f),
                    {}, turned);
        }
    }
    scene.camera = {{0.0, 18.0}, 110.0f};
    return scene;
}

Scene smash()
{
    Scene scene = makeSceneWithoutSleep();
    turnGravityOff(scene.world);
    const BodyId hammer = addBox(scene.world, {-20.0f, 0.0f}, {4.0f, 4.0f}, {.density = 8.0f});
    scene.world.setVelocity(hammer, {40.0f, 0.0f}, 0.0f);
    constexpr int kColumns = 120, kRows = 80;
    for (int column = 0; column < kColumns; ++column)
        for (int row = 0; row < kRows; ++row)
            addBox(scene.world, gridPosition(column, kColumns, row, 0.4f, -15.8f) + Vec2{30.0f, 0.0f},
                   {0.2f, 0.2f});
    scene.camera = {{20.0, 0.0}, 70.0f};
    return scene;
}

Scene washer()
{
    Scene scene = makeSceneWithoutSleep();
    BodyDef def;
    def.type = BodyType::Kinematic;
    const BodyId ring = scene.world.createBody(def);
    constexpr int kSegments = 36;
    constexpr float kInner = 16.0f, kOuter = 18.0f; // m, radii of the corners
    const float sector = 2.0f * kPi / kSegments;
    for (int i = 0; i < kSegments; ++i) {
        const float from = sector * static_cast<float>(i), to = sector * static_cast<float>(i + 1);
        const std::array<Vec2, 4> corners{onCircle(kInner, from), onCircle(kOuter, from),
                                          onCircle(kOuter, to), onCircle(kInner, to)};
        addShapeTo(scene.world, ring, makePolygon(makeHull(corners).vertices));
    }
    for (int i = 0; i < 4; ++i) // fins, 2 m long, at joints between two segments of the ring
        addShapeTo(scene.world, ring, makeBox(1.0f, 0.25f, {kInner - 1.0f, 0.0f}, {}), {},
                   {{0.0f, 0.0f}, makeRot(0.5f * kPi * static_cast<float>(i))});
    scene.world.setVelocity(ring, {0.0f, 0.0f}, 25.0f * kDegree);
    constexpr int kGrid = 90;
    constexpr float kPitch = 0.21f; // m; the grid's corners are 0.6 m inside the fins
    for (int row = 0; row < kGrid; ++row)
        for (int column = 0; column < kGrid; ++column)
            addBox(scene.world, gridPosition(column, kGrid, row, kPitch, -0.5f * kPitch * (kGrid - 1)),
                   {0.1f, 0.1f});
    scene.camera = {{0.0, 0.0}, 40.0f};
    return scene;
}

namespace {

constexpr int kRainColumns = 50, kRainRows = 100;
constexpr float kRainPitch = 1.1f; // m

// Fills the pit with a grid of shapes of 0.6 to 1 m, each slightly displaced, so that they do not fall as
// columns.
template<class MakeShape>
Scene rainIntoPit(uint64_t seed, MakeShape&& makeShape)
{
    Scene scene = makeSceneWithoutSleep();
    addPit(scene.world, 0.5f * kRainPitch * kRainColumns + 1.0f, kRainPitch * kRainRows + 5.0f);
    Random random(seed);
    for (int row = 0; row < kRainRows; ++row) {
        for (int column = 0; column < kRainColumns; ++column) {
            const float x = random.between(-0.04f, 0.04f), y = random.between(-0.04f, 0.04f);
            const Rot turned = makeRot(random.between(-kPi, kPi));
            const Vec2 position = gridPosition(column, kRainColumns, row, kRainPitch, 0.7f) + Vec2{x, y};
            addBody(scene.world, position, makeShape(random, random.between(0.6f, 1.0f)), {}, turned);
        }
    }
    scene.camera = {{0.0, 55.0}, 125.0f};
    return scene;
}

} // namespace

Scene circles()
{
    return rainIntoPit(5000, [](Random&, float size) -> Shape { return Circle{{0.0f, 0.0f}, 0.5f * size}; });
}

Scene mixed() { return rainIntoPit(5001, mixedShape); }

} // namespace satbox::builders
