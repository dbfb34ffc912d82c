// Trees in lanes have the bits of trees that are solved one after the other. The scalar instruction set has
// no lanes, and neither has a world with a recorder.

#include "engine/constraints/joint/tree_kernels.h"
#include "tests/support/joint_fixture.h"
#include "tests/support/lcg.h"
#include "tests/support/prepared_joints.h"
#include "tests/support/world_runs.h"
#include <satbox/instruction_set.h>
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

// What the copies of a machine have in common.
struct Part {
    size_t parent = 0; // index of an earlier body
    bool isReversed = false;
    uint32_t kind = 0, drives = 0;
};

JointMotor motorOf(Lcg& random, bool enabled)
{
    return {
        .enabled = enabled, .speed = random.between(-6.0f, 6.0f), .maxForce = random.between(0.0f, 30.0f)};
}
JointSpring springOf(Lcg& random, bool enabled, float target)
{
    return {.enabled = enabled,
            .target = target + random.between(-0.2f, 0.2f),
            .frequency = random.between(0.5f, 8.0f),
            .dampingRatio = random.between(0.0f, 1.0f)};
}
JointLimit limitOf(Lcg& random, bool enabled, float middle)
{
    return {.enabled = enabled,
            .lower = middle - random.between(0.0f, 0.4f),
            .upper = middle + random.between(0.0f, 0.4f)};
}
float softness(Lcg& random, bool isSoft) { return isSoft ? random.between(2.0f, 20.0f) : 0.0f; }

JointKind kindOf(const Part& part, Lcg& random, float length)
{
    const bool hasSpring = part.drives & 1, hasMotor = part.drives & 2, hasLimit = part.drives & 4;
    const float hold = softness(random, part.drives & 8);
    const JointSpring spring = springOf(random, hasSpring, 0.0f);
    const JointMotor motor = motorOf(random, hasMotor);
    const JointLimit limit = limitOf(random, hasLimit, 0.0f);
    switch (part.kind) {
    case 0:
        return DistanceJoint{.rigid = true, .length = length};
    case 1:
        return DistanceJoint{.rigid = false,
                             .length = length,
                             .spring = springOf(random, hasSpring, length),
                             .limit = limitOf(random, hasLimit, length),
                             .motor = motor};
    case 2:
        return PrismaticJoint{.spring = spring, .limit = limit, .motor = motor, .holdFrequency = hold};
    case 3:
        return WeldJoint{.linearFrequency = hold, .angularFrequency = softness(random, hasSpring)};
    case 4:
        return WheelJoint{.spring = spring, .limit = limit, .motor = motor, .holdFrequency = hold};
    default:
        return RevoluteJoint{.spring = spring, .limit = limit, .motor = motor, .holdFrequency = hold};
    }
}

// Copies of a machine of `joints` joints, with sizes, speeds and limits of their own. They fall on the ground
// and on each other. With `isExtreme`, some bodies do not rotate, and others rotate so easily that impulses
// overflow, effective masses become 0, and bodies are frozen.
World machines(uint64_t seed, size_t joints, size_t copies, bool isExtreme = false)
{
    World world = sleepless();
    Lcg shape(seed);
    const BodyId ground = world.createBody({.type = BodyType::Static, .position = {0.0, -4.0}});
    world.addShape(ground, {.geometry = makeBox(200.0f, 1.0f)});
    const BodyType base =
        std::array{BodyType::Static, BodyType::Kinematic, BodyType::Dynamic}[shape.below(3)];
    std::vector<Part> parts(joints);
    for (size_t i = 0; i < joints; ++i)
        parts[i] = {shape.below(static_cast<uint32_t>(i + 1)), shape.below(2) == 1, shape.below(6),
                    shape.bits() >> 28};

    Lcg random(seed + 1000);
    for (size_t copy = 0; copy < copies; ++copy) {
        const double x = 6.0 * static_cast<double>(copy);
        std::vector<BodyId> bodies{world.createBody(
            {.type = base,
             .position = {x, 1.0},
             .linearVelocity = {base == BodyType::Static ? 0.0f : random.between(-1.0f, 1.0f), 0.0f},
             .angularVelocity = base == BodyType::Static ? 0.0f : random.between(-2.0f, 2.0f)})};
        world.addShape(bodies[0], {.geometry = makeBox(0.3f, 0.2f), .filter = {.group = -1}});
        for (const Part& part : parts) {
            const Vec2 at{random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)};
            const bool isHeavy = random.below(8) == 0, isFast = random.below(8) == 0;
            const uint32_t oddity = isExtreme ? random.below(6) : 6;
            const float reach = oddity == 0 ? 1e5f : 0.3f; // m
            const BodyId body = world.createBody(
                {.position = {x + static_cast<double>(at.x), 1.0 + static_cast<double>(at.y)},
                 .rotation = makeRot(random.between(-1.0f, 1.0f)),
                 .linearVelocity = {random.between(-2.0f, 2.0f), random.between(-2.0f, 2.0f)},
                 .angularVelocity = isFast ? random.between(-90.0f, 90.0f) : random.between(-2.0f, 2.0f),
                 .fixedRotation = oddity == 2,
                 .mass = oddity < 2 ? 1.0f : 0.0f,
                 .inertia = oddity == 0   ? 1e-30f
                            : oddity == 1 ? 1e-7f
                                          : 0.0f});
            world.addShape(body,
                           {.geometry = makeBox(random.between(0.05f, 0.4f), random.between(0.05f, 0.4f)),
                            .material = {.density = isHeavy ? 100.0f : 1.0f},
                            .filter = {.group = -static_cast<int>(copy % 2) - 1}});
            const BodyId parent = bodies[part.parent];
            const Vec2 anchor{random.between(-0.3f, 0.3f), random.between(-reach, reach)};
            world.createJoint(
                {.bodyA = part.isReversed ? body : parent,
                 .bodyB = part.isReversed ? parent : body,
                 .anchorA = {random.between(-0.3f, 0.3f), 0.1f},
                 .anchorB = anchor,
                 .kind = kindOf(part, random, random.below(4) == 0 ? 0.01f : random.between(0.2f, 1.0f))});
            bodies.push_back(body);
        }
    }
    return world;
}

} // namespace

TEST_CASE("machines_of_every_shape_have_the_same_bits_in_lanes_of_every_width_recorded_and_on_threads")
{
    ThreadPool threads(3);
    size_t inLanes = 0;
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        const size_t joints = seed % 10 == 0 ? kMaxBatchedJoints + seed % 20 / 10 : 1 + seed % 6;
        const World start = machines(seed, joints, 3 + seed % 11);
        const WorldRun expected = checkEveryInstructionSet(start);
        IgnoringRecorder recorder;
        CHECK((runOf(start, bestInstructionSet(), &recorder) == expected));
        CHECK((runOf(start, bestInstructionSet(), nullptr, &threads) == expected));
        if (const TreeKernels* kernels = treeKernelsFor(0))
            inLanes +=
                PreparedJoints(start, &pinKernelsFor(0), kMaxLinkageProducts, kernels).plan.batches.size();
    }
    CHECK((inLanes > 40 || treeKernelsFor(0) == nullptr)); // or this test compares nothing
}

TEST_CASE("machines_of_extreme_bodies_have_the_same_bits_in_lanes_of_every_width")
{
    FrozenCount count;
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        const World start = machines(seed, 1 + seed % 6, 3 + seed % 11, true);
        checkEveryInstructionSet(start, false);
        count.addAfterStep(start);
    }
    CHECK(count.frozen > 50); // or nothing is extreme
    CHECK(count.left > 500);
}

TEST_CASE("there_are_lanes_for_trees_where_there_are_registers_for_several_doubles")
{
    for (const InstructionSet set : availableInstructionSets()) {
        const bool isWide = set == InstructionSet::Avx2 || set == InstructionSet::Avx512;
        const int lanes = set == InstructionSet::Avx512   ? 16
                          : set == InstructionSet::Avx2   ? 8
                          : set == InstructionSet::Scalar ? 1
                                                          : 4;
        CAPTURE(std::string(toString(set)));
        const TreeKernels* kernels = treeKernelsFor(lanes);
        REQUIRE((kernels != nullptr) == isWide);
        if (kernels) CHECK(kernels->lanes == static_cast<uint32_t>(lanes) / 2);
    }
}
