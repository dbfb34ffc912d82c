#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"

namespace satbox::builders {
namespace {

constexpr float kFrame = 11.0f; // m, inner faces of the walls are at x = -kFrame and kFrame

// A smooth slide from the upper left leads a heavy ball to the pyramid in the middle.
void addSlide(World& world)
{
    constexpr int kPieces = 32;
    constexpr float kTop = 7.0f, kLength = 6.0f; // m
    std::vector<Vec2> points;
    for (int i = 0; i <= kPieces; ++i) {
        const float t = static_cast<float>(i) / kPieces; // a parabola that ends level with the ground
        points.push_back({-kFrame + kLength * t, kTop * (1.0f - t) * (1.0f - t)});
    }
    addChain(world, points);
    addBall(world, {-10.1f, 7.2f}, 0.8f, {.density = 30.0f});
}

// A shelf with dominoes; the last one pushes a ball over the edge.
void addDominoShelf(World& world)
{
    constexpr float kShelf = 9.8f;     // m, height of its upper face
    constexpr Vec2 kHalf{0.09f, 0.6f}; // of a domino
    addPlank(world, {-8.8f, kShelf}, {0.4f, kShelf}, 0.3f);
    for (int i = 0; i < 14; ++i) {
        const BodyId domino = addBox(world, {-8.4f + 0.6f * static_cast<float>(i), kShelf + kHalf.y}, kHalf);
        constexpr float kSpin = -2.6f; // rad/s about the lower right edge, well past the tipping point
        if (i == 0) world.setVelocity(domino, cross(kSpin, Vec2{-kHalf.x, kHalf.y}), kSpin);
    }
    addBall(world, {0.3f, kShelf + 0.4f}, 0.4f, {.density = 2.0f});
}

// Shapes of every kind rain onto a paddle wheel.
void addRain(World& world)
{
    addPlank(world, {2.4f, 7.9f}, {5.0f, 6.7f}, 0.25f);
    addPlank(world, {9.2f, 7.4f}, {kFrame, 8.6f}, 0.25f);
    BodyDef wheel;
    wheel.type = BodyType::Kinematic;
    wheel.position = {7.2f, 4.0f};
    const BodyId paddles = world.createBody(wheel);
    addShapeTo(world, paddles, makeBox(2.0f, 0.12f));
    addShapeTo(world, paddles, makeBox(0.12f, 2.0f));
    addShapeTo(world, paddles, Circle{{0.0f, 0.0f}, 0.4f});
    world.setVelocity(paddles, {0.0f, 0.0f}, 1.3f);

    Random random(2);
    for (int row = 0; row < 7; ++row) {
        for (int column = 0; column < 5; ++column) {
            const Vec2 position{3.4f + 1.65f * static_cast<float>(column),
                                10.4f + 1.3f * static_cast<float>(row)};
            const Shape shape = randomShape(random, random.between(0.7f, 1.05f));
            const float restitution = random.between(0.0f, 0.4f);
            addBody(world, position, shape, {.restitution = restitution}, makeRot(random.between(-kPi, kPi)));
        }
    }
}

} // namespace

Scene welcome()
{
    Scene scene;
    addBin(scene.world, kFrame, 20.0f);
    addSlide(scene.world);
    addPyramid(scene.world, {-1.2f, 0.0f}, 7, {0.4f, 0.4f});
    addDominoShelf(scene.world);
    addRain(scene.world);
    for (int i = 0; i < 5; ++i)
        addBox(scene.world, {3.6f, 0.35f + 0.7f * static_cast<float>(i)}, {0.35f, 0.35f});
    scene.camera = {{0.0, 7.2}, 17.2f};
    return scene;
}

} // namespace satbox::builders
