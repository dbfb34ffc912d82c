#include "app/sweep/engine_fingerprint.h"

#include "engine/core/hash.h"
#include <satbox/scene/builders.h>
#include <satbox/settings.h>

namespace satbox::app {
namespace {

uint64_t hashAfter(World world, int steps)
{
    for (int i = 0; i < steps; ++i) world.step(1.0f / world.settings().stepRate);
    return world.hash();
}

} // namespace

uint32_t engineFingerprint()
{
    constexpr int kSteps = 30, kStepsOfSolver = 10;
    Hasher hasher;
    // All kinds of shapes and joints, fast bodies, characters, soft wheels, sleep, impacts through bodies.
    for (const char* name : {"mixed_rain", "bullet_wall", "joint_kinds", "joint_gear", "joint_pulley", "car",
                             "character", "box_stack", "newtons_cradle", "compound"})
        hasher.add(hashAfter(findBuiltinScene(name)->build().world, kSteps));
    for (const SolverType solver :
         {SolverType::SequentialImpulse, SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        World world = findBuiltinScene("ten_boxes")->build().world;
        world.set(&WorldSettings::solver, solver);
        hasher.add(hashAfter(std::move(world), kStepsOfSolver));
    }
    return static_cast<uint32_t>(hasher.value() >> 32);
}

} // namespace satbox::app
