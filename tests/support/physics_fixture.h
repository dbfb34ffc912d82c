#pragma once

#include <satbox/shapes.h>
#include <satbox/world.h>

namespace satbox::test {

inline constexpr float kStep = 1.0f / 60.0f; // s
inline constexpr double kGravity = 9.81;     // m/s^2, of the default settings

inline WorldSettings settingsFor(SolverType solver, Vec2 gravity = {0.0f, -9.81f})
{
    WorldSettings settings;
    settings.solver = solver;
    settings.gravity = gravity;
    return settings;
}

// A static box whose top face passes through the origin, rotated by `angle`, rad.
inline BodyId addGround(World& world, float angle = 0.0f, const Material& material = {},
                        float halfWidth = 200.0f)
{
    const Rot q = makeRot(angle);
    const BodyId id =
        world.createBody({.type = BodyType::Static, .position = rotate(q, {0.0f, -1.0f}), .rotation = q});
    world.addShape(id, {.geometry = makeBox(halfWidth, 1.0f), .material = material});
    return id;
}

inline BodyId addBody(World& world, const Shape& shape, const BodyDef& def, const Material& material = {})
{
    const BodyId id = world.createBody(def);
    world.addShape(id, {.geometry = shape, .material = material});
    return id;
}

// Stacks of boxes of 1 m on y = 0, `distance` apart, around x = 0.
inline void addStacks(World& world, int stacks, int high, float distance)
{
    for (int stack = 0; stack < stacks; ++stack)
        for (int i = 0; i < high; ++i)
            addBody(world, makeBox(0.5f, 0.5f),
                    {.position = {distance * static_cast<float>(stack - stacks / 2),
                                  0.5f + static_cast<float>(i)}});
}

inline void run(World& world, float seconds, float dt = kStep)
{
    const int steps = static_cast<int>(seconds / dt + 0.5f);
    for (int i = 0; i < steps; ++i) world.step(dt);
}

inline float maxPenetration(const World& world)
{
    float deepest = 0.0f;
    world.forEachContact([&](const Contact& c) {
        for (int i = 0; i < c.count; ++i) deepest = std::max(deepest, -c.points[i].separation);
    });
    return deepest;
}

} // namespace satbox::test
