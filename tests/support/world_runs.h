#pragma once

// For tests that compare steps of different instruction sets, on threads, or recorded.

#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include <satbox/instruction_set.h>
#include <satbox/observe.h>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

namespace satbox::test {

// The states after each step, and what joints report, which is not part of them.
struct WorldRun {
    std::vector<uint64_t> hashes;
    std::vector<float> loads; // forces and torques of all joints
    bool operator==(const WorldRun&) const = default;
};
inline WorldRun runOf(World world, InstructionSet set, StepObserver* observer = nullptr,
                      TaskExecutor* executor = nullptr)
{
    constexpr int kSteps = 25;
    REQUIRE(world.setInstructionSet(set));
    WorldRun run;
    for (int i = 0; i < kSteps; ++i) {
        if (i % 7 == 3) world = World(world); // without its workspace
        world.step(kStep, observer, executor);
        run.hashes.push_back(world.hash());
        stateOf(std::as_const(world)).joints.of<Joint>().forEach([&](uint32_t, const Joint& joint) {
            for (const float load : {joint.force.x, joint.force.y, joint.torque}) run.loads.push_back(load);
        });
    }
    return run;
}

// Checks that every instruction set has the run of the scalar one, which is returned. `withLoads`: of joints,
// too, which may be NaN when bodies are frozen.
inline WorldRun checkEveryInstructionSet(const World& start, bool withLoads = true)
{
    const WorldRun expected = runOf(start, InstructionSet::Scalar);
    for (const InstructionSet set : availableInstructionSets()) {
        CAPTURE(std::string(toString(set)));
        const WorldRun run = runOf(start, set);
        CHECK(run.hashes == expected.hashes);
        if (withLoads) CHECK(run.loads == expected.loads);
    }
    return expected;
}

// How many bodies a step freezes, over several worlds.
struct FrozenCount {
    size_t frozen = 0, left = 0;
    void addAfterStep(World world)
    {
        world.step(kStep);
        world.forEachBody(
            [&](BodyId, const Body& body, const BodyMotion&) { ++(body.quarantined ? frozen : left); });
    }
};

struct IgnoringRecorder final : StepObserver, ContactRecorder {
    void afterStage(Stage, int, const WorldState&, std::span<const satbox::BodyState>) override {}
    ContactRecorder* contactRecorder() override { return this; }
    void packed(const void*, uint32_t) override {}
    void visited(const void*, const PointRecord&) override {}
};

} // namespace satbox::test
