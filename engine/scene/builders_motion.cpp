#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"
#include <satbox/outlines.h>

#include <vector>

namespace satbox::builders {

Scene tumbler()
{
    Scene scene;
    BodyDef def;
    def.type = BodyType::Kinematic;
    const BodyId drum = scene.world.createBody(def);
    constexpr float kHalf = 6.0f, kWall = 0.25f; // m
    for (const float side : {-kHalf, kHalf}) {
        addShapeTo(scene.world, drum, makeBox(kWall, kHalf + kWall), {}, {{side, 0.0f}, {}});
        addShapeTo(scene.world, drum, makeBox(kHalf + kWall, kWall), {}, {{0.0f, side}, {}});
    }
    scene.world.setVelocity(drum, {0.0f, 0.0f}, 25.0f * kDegree);
    Random random(3);
    for (int row = 0; row < 12; ++row) {
        for (int column = 0; column < 14; ++column) {
            const Vec2 position{0.75f * (static_cast<float>(column) - 6.5f),
                                0.75f * (static_cast<float>(row) - 5.5f)};
            addBody(scene.world, position, randomShape(random, random.between(0.35f, 0.52f)));
        }
    }
    scene.camera = {{0.0, 0.0}, 18.0f};
    return scene;
}

Scene bulletWall()
{
    Scene scene;
    addStaticBox(scene.world, {-2.0f, -0.5f}, {12.0f, 0.5f});
    addStaticBox(scene.world, {7.0f, 3.0f}, {0.02f, 3.0f}); // the plate: 4 cm
    addStaticBox(scene.world, {-13.5f, 3.0f}, {0.5f, 3.0f});
    // Bricks in running bond.
    constexpr Vec2 kBrick{0.4f, 0.2f};
    for (int row = 0; row < 12; ++row) {
        for (int i = 0; i < 3; ++i) {
            const float shift = row % 2 == 0 ? 0.0f : 0.4f;
            addBox(scene.world, {0.8f * static_cast<float>(i) + shift, 0.2f + 0.4f * static_cast<float>(row)},
                   kBrick, {.density = 2.0f});
        }
    }
    // The lower bullets hit the wall; the upper ones fly over it to the plate.
    for (const float height : {1.0f, 2.2f, 3.4f, 5.2f, 5.6f}) {
        BodyDef def;
        def.position = {-7.0f - height, height};
        def.linearVelocity = {height < 5.0f ? 90.0f : 300.0f, 0.0f};
        def.bullet = true;
        def.name = "bullet";
        addShapeTo(scene.world, scene.world.createBody(def), Circle{{0.0f, 0.0f}, 0.1f},
                   {.density = 30.0f, .restitution = 0.2f});
    }
    scene.camera = {{-2.5, 4.0}, 18.5f};
    return scene;
}

Scene funnel()
{
    Scene scene;
    addBin(scene.world, 6.0f, 5.0f);
    const Material smooth{.staticFriction = 0.2f, .dynamicFriction = 0.2f};
    addPlank(scene.world, {-8.0f, 12.0f}, {-0.9f, 6.5f}, 0.3f, smooth);
    addPlank(scene.world, {0.9f, 6.5f}, {8.0f, 12.0f}, 0.3f, smooth);
    for (const float side : {-1.0f, 1.0f}) addStaticBox(scene.world, {side * 8.0f, 16.0f}, {0.15f, 4.5f});
    Random random(5);
    for (int row = 0; row < 14; ++row) {
        for (int column = 0; column < 20; ++column) {
            const float x = 0.72f * (static_cast<float>(column) - 9.5f) + random.between(-0.05f, 0.05f);
            const Vec2 position{x, 12.6f + 0.62f * static_cast<float>(row)};
            const float size = random.between(0.18f, 0.26f);
            const Shape grain = random.below(3) > 0 ? Shape{Circle{{0.0f, 0.0f}, size}}
                                                    : Shape{makeRegularPolygon(3 + random.below(4), size)};
            addBody(scene.world, position, grain, {.staticFriction = 0.3f, .dynamicFriction = 0.3f});
        }
    }
    scene.camera = {{0.0, 10.5}, 23.0f};
    return scene;
}

Scene smoothGround()
{
    Scene scene;
    World& world = scene.world;
    const Material ice{.staticFriction = 0.02f, .dynamicFriction = 0.02f};
    const auto addOneSided = [&](std::span<const Vec2> points, bool closed, const Material& material) {
        const BodyId body = addStatic(world, {0.0f, 0.0f});
        for (const Segment& piece : makeChain(points, closed).pieces)
            addShapeTo(world, body, piece, material);
        return body;
    };
    // Hills, from right to left, so that they are solid above.
    std::vector<Vec2> hills;
    for (int i = 0; i <= 240; ++i) {
        const float x = 12.0f - 0.1f * static_cast<float>(i);
        const Rot wave = makeRot(0.9f * x);
        hills.push_back({x, 0.02f * x * x + 0.35f * wave.s});
    }
    setName(world, addOneSided(hills, false, ice), "hills");
    addBody(world, {-10.5f, 3.4f}, makeBox(0.45f, 0.2f), ice, makeRot(-0.4f));
    addBody(world, {-9.0f, 3.0f}, makeRoundedBox(0.3f, 0.1f, 0.12f), ice, makeRot(-0.4f));
    addBody(world, {9.5f, 3.2f}, Capsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.18f}, ice, makeRot(0.4f));
    addBall(world, {10.8f, 3.6f}, 0.3f);
    // A ring that runs clockwise keeps balls inside; the box from below flies into it and stays.
    std::vector<Vec2> ring;
    for (int i = 0; i < 48; ++i) {
        const Rot q = makeRot(-2.0f * kPi * static_cast<float>(i) / 48.0f);
        ring.push_back({1.8f * q.c, 5.6f + 1.8f * q.s});
    }
    setName(world, addOneSided(ring, true, {}), "ring");
    for (int i = 0; i < 9; ++i)
        addBall(world, {-0.6f + 0.6f * static_cast<float>(i % 3), 5.0f + 0.6f * static_cast<float>(i / 3)},
                0.25f);
    const BodyId visitor = addBox(world, {-5.5f, 4.6f}, {0.2f, 0.2f});
    world.setVelocity(visitor, {7.0f, 5.0f}, 0.0f);
    setName(world, visitor, "visitor");
    scene.camera = {{0.0, 3.6}, 10.0f};
    return scene;
}

} // namespace satbox::builders
