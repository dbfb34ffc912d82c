#pragma once

// For tests of joints: worlds whose bodies neither sleep nor collide with each other.

#include "tests/support/physics_fixture.h"

#include <array>
#include <cstddef>
#include <numbers>
#include <vector>

namespace satbox::test {

inline constexpr double kTwoPi = 2.0 * std::numbers::pi;

inline constexpr std::array kSolverTypes{SolverType::SoftStep, SolverType::SequentialImpulse,
                                         SolverType::ManifoldImpulse, SolverType::VertexContact};

inline WorldSettings sleeplessSettings(SolverType solver = SolverType::SoftStep)
{
    WorldSettings settings;
    settings.solver = solver;
    settings.sleeping = false;
    return settings;
}
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

// A rope of hinges that starts at the origin, to the right: links of 0.5 m, whose last one is also joined to
// the world if `isBridge`.
inline std::vector<JointId> addRope(World& world, size_t joints, bool isBridge)
{
    std::vector<JointId> made;
    const BodyId anchor = addAnchor(world);
    BodyId last = anchor;
    for (size_t i = 0; i < joints; ++i) {
        const float x = 0.5f * static_cast<float>(i);
        const bool isEnd = isBridge && i + 1 == joints;
        const BodyId next =
            isEnd ? anchor : addGhost(world, makeBox(0.25f, 0.05f), {.position = {x + 0.25f, 0.0f}});
        made.push_back(world.createJoint({.bodyA = last,
                                          .bodyB = next,
                                          .anchorA = {i == 0 ? 0.0f : 0.25f, 0.0f},
                                          .anchorB = {isEnd ? x - 0.01f : -0.25f, 0.0f}}));
        last = next;
    }
    return made;
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

// Mean period of `periods` oscillations of value(), s, from its rises through 0.
template<class Value>
double periodOf(World& world, int periods, Value&& value)
{
    double before = value(), first = 0.0;
    for (int rises = 0, i = 0; i < 60'000; ++i) {
        world.step(kStep);
        const double now = value();
        if (before < 0.0 && now >= 0.0) {
            const double time = world.time() - static_cast<double>(kStep) * now / (now - before);
            if (rises == 0) first = time;
            if (rises++ == periods) return (time - first) / periods;
        }
        before = now;
    }
    return 0.0;
}

} // namespace satbox::test
