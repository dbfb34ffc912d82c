#pragma once

// For tests of joints: worlds whose bodies neither sleep nor collide with each other.

#include "tests/support/physics_fixture.h"

#include <numbers>

namespace satbox::test {

inline constexpr double kTwoPi = 2.0 * std::numbers::pi;

inline World sleepless(Vec2 gravity = {0.0f, -9.81f})
{
    WorldSettings settings;
    settings.gravity = gravity;
    settings.sleeping = false;
    return World(settings);
}

// A static body without shapes, at the origin.
inline BodyId addAnchor(World& world) { return world.createBody({.type = BodyType::Static}); }

// A body that collides with no other of these.
inline BodyId addGhost(World& world, const Shape& shape, const BodyDef& def, float density = 1.0f)
{
    const BodyId id = world.createBody(def);
    world.addShape(id, {.geometry = shape, .material = {.density = density}, .filter = {.group = -1}});
    return id;
}

// A horizontal rod of 1 m and 0.1 kg whose left end is at the origin.
inline BodyId addArm(World& world)
{
    return addGhost(world, makeBox(0.5f, 0.05f), {.position = {0.5f, 0.0f}});
}

inline double massOf(const World& world, BodyId id) // kg
{
    return 1.0 / static_cast<double>(world.motion(id).invMass);
}
inline double inertiaOf(const World& world, BodyId id) // kg m^2
{
    return 1.0 / static_cast<double>(world.motion(id).invInertia);
}
inline double spinOf(const World& world, BodyId id) { return static_cast<double>(world.motion(id).w); }
inline double rotationOf(const World& world, BodyId id) // rad, in (-pi, pi]
{
    return static_cast<double>(angleOf(world.motion(id).q));
}

} // namespace satbox::test
