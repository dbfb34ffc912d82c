#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"
#include <satbox/outlines.h>

#include <vector>

namespace satbox::builders {
namespace {

// A body from an outline that may be concave.
void addOutline(World& world, Vec2 position, std::initializer_list<Vec2> outline, Rot rotation = {})
{
    BodyDef def;
    def.position = position;
    def.rotation = rotation;
    const BodyId body = world.createBody(def);
    const std::vector<Vec2> points(outline);
    for (const Polygon& piece : decompose(points).pieces) addShapeTo(world, body, piece);
}

void addCross(World& world, Vec2 position)
{
    const BodyId body = addBox(world, position, {0.9f, 0.2f});
    addShapeTo(world, body, makeBox(0.2f, 0.9f));
}

void addDumbbell(World& world, Vec2 position)
{
    const BodyId body = addBox(world, position, {0.8f, 0.12f});
    for (const float side : {-0.8f, 0.8f}) addShapeTo(world, body, Circle{{side, 0.0f}, 0.4f});
}

Shape triangle(Vec2 a, Vec2 b, Vec2 c)
{
    const std::vector<Vec2> points{a, b, c};
    return makePolygon(makeHull(points).vertices);
}

// A box of these outer half extents whose corners are round.
Polygon roundedBox(Vec2 half, float radius)
{
    return makeRoundedBox(half.x - radius, half.y - radius, radius);
}

// A flat stone about `size` m long.
Polygon pebble(Random& random, float size)
{
    std::vector<Vec2> points;
    const int corners = 4 + random.below(4);
    for (int i = 0; i < corners; ++i) {
        const float turn =
            (static_cast<float>(i) + random.between(-0.3f, 0.3f)) / static_cast<float>(corners);
        const Rot q = makeRot(2.0f * kPi * turn);
        points.push_back(0.3f * size * Vec2{q.c, 0.6f * q.s});
    }
    return makePolygon(makeHull(points).vertices, size * random.between(0.12f, 0.25f));
}

} // namespace

Scene mixedRain()
{
    Scene scene;
    addBin(scene.world, 9.0f, 14.0f);
    Random random(11);
    for (int row = 0; row < 14; ++row) {
        for (int column = 0; column < 12; ++column) {
            const float x = 1.35f * (static_cast<float>(column) - 5.5f) + random.between(-0.1f, 0.1f);
            const float y = 3.0f + 1.35f * static_cast<float>(row);
            const Shape shape = randomShape(random, random.between(0.6f, 0.95f));
            addBody(scene.world, {x, y}, shape, {}, makeRot(random.between(-kPi, kPi)));
        }
    }
    scene.camera = {{0.0, 7.5}, 18.0f};
    return scene;
}

Scene hexagonHeptagon()
{
    Scene scene;
    turnGravityOff(scene.world);
    const BodyId hexagon = addBody(scene.world, {-2.2f, 0.0f}, makeRegularPolygon(6, 1.5f));
    const BodyId heptagon =
        addBody(scene.world, {2.2f, 0.4f}, makeRegularPolygon(7, 1.5f), {}, makeRot(0.3f));
    scene.world.setVelocity(hexagon, {0.5f, 0.0f}, 0.3f);
    scene.world.setVelocity(heptagon, {-0.5f, 0.0f}, -0.2f);
    scene.camera = {{0.0, 0.0}, 8.0f};
    return scene;
}

Scene twoTriangles()
{
    Scene scene;
    turnGravityOff(scene.world);
    WorldSettings settings = scene.world.settings();
    settings.pushSpeed = 0.0f; // overlaps stay, so that they can be inspected
    scene.world.setSettings(settings);
    const Shape shape = triangle({-1.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 2.0f});
    addBody(scene.world, {2.0f, 1.0f}, shape);
    addBody(scene.world, {3.0f, 2.0f}, shape);
    scene.camera = {{2.5, 2.5}, 6.0f};
    return scene;
}

Scene compound()
{
    Scene scene;
    addBin(scene.world, 8.0f, 8.0f);
    for (int layer = 0; layer < 3; ++layer) {
        const float y = 2.0f + 3.2f * static_cast<float>(layer);
        const Rot turned = makeRot(0.5f * static_cast<float>(layer));
        // The letters L, T and U, a star with four points, and an arrow.
        addOutline(
            scene.world, {-6.5f, y},
            {{-0.6f, -0.9f}, {0.6f, -0.9f}, {0.6f, -0.5f}, {-0.2f, -0.5f}, {-0.2f, 0.9f}, {-0.6f, 0.9f}},
            turned);
        addOutline(scene.world, {-4.0f, y},
                   {{-0.2f, -0.9f},
                    {0.2f, -0.9f},
                    {0.2f, 0.5f},
                    {0.8f, 0.5f},
                    {0.8f, 0.9f},
                    {-0.8f, 0.9f},
                    {-0.8f, 0.5f},
                    {-0.2f, 0.5f}},
                   turned);
        addOutline(scene.world, {-1.3f, y},
                   {{-0.9f, -0.8f},
                    {0.9f, -0.8f},
                    {0.9f, 0.8f},
                    {0.5f, 0.8f},
                    {0.5f, -0.4f},
                    {-0.5f, -0.4f},
                    {-0.5f, 0.8f},
                    {-0.9f, 0.8f}},
                   turned);
        addOutline(scene.world, {1.3f, y},
                   {{0.0f, -1.0f},
                    {0.3f, -0.3f},
                    {1.0f, 0.0f},
                    {0.3f, 0.3f},
                    {0.0f, 1.0f},
                    {-0.3f, 0.3f},
                    {-1.0f, 0.0f},
                    {-0.3f, -0.3f}},
                   turned);
        addCross(scene.world, {3.8f, y});
        addDumbbell(scene.world, {6.4f, y});
    }
    scene.camera = {{0.0, 4.8}, 13.5f};
    return scene;
}

Scene roundCorners()
{
    Scene scene;
    World& world = scene.world;
    addBin(world, 12.0f, 5.0f);
    Random random(23);

    // Dice roll down a slope; two with sharp corners slide and tumble among them.
    addPlank(world, {-11.8f, 4.6f}, {-5.2f, 1.2f}, 0.3f);
    for (int i = 0; i < 6; ++i) {
        const float x = -11.2f + 0.9f * static_cast<float>(i);
        const bool isSharp = i % 3 == 2;
        const BodyId die = addBody(world, {x, 6.2f - 0.3f * static_cast<float>(i)},
                                   isSharp ? makeBox(0.35f, 0.35f) : roundedBox({0.35f, 0.35f}, 0.14f), {},
                                   makeRot(random.between(-kPi, kPi)));
        setName(world, die, isSharp ? "sharp die" : "die");
        world.setVelocity(die, {0.0f, 0.0f}, -6.0f);
    }

    // A stack, and a cairn of flat stones.
    for (int i = 0; i < 7; ++i)
        addBody(world, {-0.8f, 0.4f + 0.8f * static_cast<float>(i)}, roundedBox({0.4f, 0.4f}, 0.12f));
    float top = 0.0f;
    for (int i = 0; i < 7; ++i) {
        const Vec2 half{1.2f - 0.14f * static_cast<float>(i), 0.3f - 0.02f * static_cast<float>(i)};
        addBody(world, {2.2f, top + half.y}, roundedBox(half, 0.8f * half.y));
        top += 2.0f * half.y;
    }

    // Pebbles rain into a heap.
    for (int i = 0; i < 66; ++i) {
        const Vec2 at{5.9f + 0.95f * static_cast<float>(i % 6) + random.between(-0.1f, 0.1f),
                      1.5f + 0.9f * static_cast<float>(i / 6)};
        const Polygon stone = pebble(random, random.between(0.6f, 1.0f));
        addBody(world, at, stone, {}, makeRot(random.between(-kPi, kPi)));
    }
    scene.camera = {{0.0, 3.4}, 12.5f};
    return scene;
}

} // namespace satbox::builders
