#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"

#include <cmath>

namespace satbox::builders {

Scene jointKinds()
{
    Scene scene;
    World& world = scene.world;
    constexpr float kTop = 8.0f;
    addStaticBox(world, {0.0f, -0.5f}, {12.0f, 0.5f});
    const BodyId beam = addStaticBox(world, {0.0f, kTop + 0.25f}, {12.0f, 0.25f});
    const auto hang = [&](BodyId body, float x, const JointKind& kind) {
        world.createJoint({.bodyA = beam, .bodyB = body, .anchorA = {x, -0.25f}, .kind = kind});
    };
    // Three ways to hang: a rod, a rope, a spring.
    hang(addBox(world, {-12.0f, kTop - 2.0f}, {0.4f, 0.4f}), -10.5f, DistanceJoint{.length = 2.5f});
    hang(addBall(world, {-10.0f, kTop - 1.0f}, 0.4f), -8.5f,
         DistanceJoint{.rigid = false, .limit = {.enabled = true, .lower = 0.0f, .upper = 3.0f}});
    hang(
        addBox(world, {-6.5f, kTop - 3.0f}, {0.4f, 0.4f}), -6.5f,
        DistanceJoint{.rigid = false,
                      .spring = {.enabled = true, .target = 2.0f, .frequency = 1.0f, .dampingRatio = 0.02f}});
    // A motor turns a bar; another bar swings between its limits.
    joinAt(world, beam, addBox(world, {-4.0f, kTop - 2.0f}, {1.2f, 0.1f}), {Vec2{-4.0f, kTop - 2.0f}},
           RevoluteJoint{.motor = {.enabled = true, .speed = 2.0f, .maxForce = 50.0f}});
    joinAt(world, beam, addBox(world, {-0.2f, kTop - 1.0f}, {1.2f, 0.1f}), {Vec2{-1.4f, kTop - 1.0f}},
           RevoluteJoint{.limit = {.enabled = true, .lower = -1.0f, .upper = 0.5f}});
    // A slider on a spring, and a plank that a soft weld holds.
    joinAt(world, beam, addBox(world, {2.4f, kTop - 2.5f}, {0.5f, 0.4f}), {Vec2{2.4f, kTop - 2.5f}},
           PrismaticJoint{.spring = {.enabled = true, .frequency = 1.5f, .dampingRatio = 0.05f},
                          .limit = {.enabled = true, .lower = -1.5f, .upper = 2.0f}},
           -0.5f * kPi);
    const BodyId post = addStaticBox(world, {3.6f, kTop - 0.5f}, {0.1f, 0.5f});
    joinAt(world, post, addBox(world, {4.4f, kTop - 0.9f}, {0.7f, 0.06f}), Vec2{3.7f, kTop - 0.9f},
           WeldJoint{.angularFrequency = 2.0f, .angularDampingRatio = 0.02f});
    // A pulley with a heavy and a light box.
    const BodyId heavy = addBox(world, {5.6f, 4.0f}, {0.45f, 0.45f});
    const BodyId light = addBox(world, {7.6f, 4.0f}, {0.4f, 0.4f});
    world.createJoint(
        {.bodyA = heavy,
         .bodyB = light,
         .anchorA = {0.0f, 0.45f},
         .anchorB = {0.0f, 0.4f},
         .kind = PulleyJoint{.groundA = {5.6f, kTop}, .groundB = {7.6f, kTop}, .length = 7.15f}});
    // A box that is held in the air with limited force: pull it away, and it comes back.
    world.createJoint({.bodyA = beam,
                       .bodyB = addBox(world, {9.8f, kTop - 3.5f}, {0.5f, 0.5f}),
                       .anchorA = {9.8f, -3.5f},
                       .kind = MotorJoint{.maxForce = 40.0f, .maxTorque = 20.0f, .frequency = 1.0f}});
    // Two boxes that do not collide.
    const BodyId first = addBox(world, {-4.3f, 1.0f}, {0.6f, 0.6f}),
                 second = addBox(world, {-3.7f, 2.6f}, {0.6f, 0.6f});
    world.createJoint({.bodyA = first, .bodyB = second, .kind = FilterJoint{}});
    // A cart on two wheels.
    const BodyId cart = addBox(world, {1.5f, 0.9f}, {1.1f, 0.25f});
    for (const float side : {-0.8f, 0.8f}) {
        const BodyId wheel =
            addBall(world, {1.5f + side, 0.45f}, 0.4f, {.staticFriction = 0.9f, .dynamicFriction = 0.9f});
        world.createJoint({.bodyA = cart,
                           .bodyB = wheel,
                           .anchorA = {side, -0.45f},
                           .angleA = 0.5f * kPi,
                           .angleB = 0.5f * kPi,
                           .kind = WheelJoint{.limit = {.enabled = true, .lower = -0.15f, .upper = 0.15f}}});
    }
    scene.camera = {{0.0, 4.2}, 16.0f};
    return scene;
}

Scene heavyRope()
{
    Scene scene;
    World& world = scene.world;
    const BodyId hook = addStaticBox(world, {0.0f, 21.0f}, {1.0f, 0.2f});
    constexpr int kLinks = 40;
    constexpr float kLink = 0.5f; // m
    const float start = 60.0f * kDegree;
    const Vec2 along{std::sin(start), -std::cos(start)};
    BodyId last = hook;
    Position end = Vec2{0.0f, 20.8f};
    for (int i = 0; i < kLinks; ++i) {
        const Position middle = end + 0.5f * kLink * along;
        const BodyId link =
            addBody(world, toVec2(middle), Capsule{{0.0f, -0.2f}, {0.0f, 0.2f}, 0.05f}, {}, makeRot(start));
        joinAt(world, last, link, end, RevoluteJoint{});
        end = end + kLink * along;
        last = link;
    }
    const BodyId ball = addBall(world, toVec2(end + 0.8f * along), 0.8f);
    const float mass = 100.0f / world.motion(last).invMass; // of the ball
    ShapeDef heavy = world.shapeDef(world.shapesOf(ball).front());
    heavy.material.density = mass / (kPi * 0.8f * 0.8f);
    world.setShapeDef(world.shapesOf(ball).front(), heavy);
    joinAt(world, last, ball, end, RevoluteJoint{});
    for (int i = 0; i < 5; ++i)
        for (int row = 0; row < 4; ++row)
            addBox(world, {-14.0f + static_cast<float>(i) * 1.01f, -0.5f + static_cast<float>(row)},
                   {0.5f, 0.5f});
    addStaticBox(world, {0.0f, -1.5f}, {26.0f, 0.5f});
    scene.camera = {{0.0, 9.5}, 26.0f};
    return scene;
}

Scene bridge()
{
    Scene scene;
    World& world = scene.world;
    constexpr int kPlanks = 24;
    constexpr float kHalf = 0.5f, kDeck = 5.0f; // m
    const float left = -kHalf * kPlanks;
    addStaticBox(world, {0.0f, -0.5f}, {20.0f, 0.5f});
    const BodyId west = addStaticBox(world, {left - 2.0f, 0.5f * kDeck}, {2.0f, 0.5f * kDeck});
    const BodyId east = addStaticBox(world, {-left + 2.0f, 0.5f * kDeck}, {2.0f, 0.5f * kDeck});
    BodyId last = west;
    for (int i = 0; i < kPlanks; ++i) {
        const float x = left + 2.0f * kHalf * static_cast<float>(i);
        const BodyId plank = addBox(world, {x + kHalf, kDeck - 0.1f}, {kHalf, 0.1f}, {.density = 2.0f});
        joinAt(world, last, plank, Vec2{x, kDeck - 0.1f}, RevoluteJoint{});
        last = plank;
    }
    joinAt(world, last, east, Vec2{-left, kDeck - 0.1f}, RevoluteJoint{});
    Random random(11);
    for (int i = 0; i < 18; ++i) {
        const float x = random.between(-8.0f, 8.0f);
        const float y = kDeck + 2.0f + 0.9f * static_cast<float>(i);
        addBody(world, {x, y}, randomShape(random, 0.6f));
    }
    scene.camera = {{0.0, 6.0}, 18.0f};
    return scene;
}

} // namespace satbox::builders
