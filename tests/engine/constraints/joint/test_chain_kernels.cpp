// Chains are solved as exactly as trees and linkages, which solve them where there are no kernels for them,
// and with the same bits in lanes of every width, recorded, and on threads.

#include "engine/constraints/joint/chain_kernels.h"
#include "engine/constraints/joint/joint_chain.h"
#include "engine/constraints/joint/joint_equations.h"
#include "tests/support/joint_fixture.h"
#include "tests/support/lcg.h"
#include "tests/support/prepared_joints.h"
#include "tests/support/world_runs.h"
#include <satbox/instruction_set.h>
#include <satbox/thread_pool.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

enum class Held { Nowhere, AtTheStart, AtTheEnd, AtBothEnds };

// Ropes of links of random sizes and masses, at random angles and speeds, above ground. With `isExtreme`,
// some links do not rotate, and others rotate so easily that impulses overflow and bodies are frozen.
World ropes(uint64_t seed, size_t joints, Held held, bool isExtreme = false)
{
    World world = sleepless();
    Lcg random(seed);
    const BodyId ground = world.createBody({.type = BodyType::Static, .position = {0.0, -3.0}});
    world.addShape(ground, {.geometry = makeBox(200.0f, 1.0f)});
    const bool isReversed = random.below(2) == 1;
    for (int rope = 0; rope < 3; ++rope) {
        BodyId last{};
        for (size_t i = 0; i <= joints; ++i) {
            const bool isFirst = i == 0, isLast = i == joints;
            const bool isFixed = (isFirst && (held == Held::AtTheStart || held == Held::AtBothEnds)) ||
                                 (isLast && (held == Held::AtTheEnd || held == Held::AtBothEnds));
            const BodyType fixed = random.below(3) == 0 ? BodyType::Kinematic : BodyType::Static;
            const uint32_t oddity = isExtreme ? random.below(20) : 20;
            const BodyId body = world.createBody(
                {.type = isFixed ? fixed : BodyType::Dynamic,
                 .position = {0.5 * static_cast<double>(i) + 0.01 * static_cast<double>(random.below(10)),
                              2.0 * rope},
                 .rotation = makeRot(random.between(-0.3f, 0.3f)),
                 .linearVelocity = {isFixed ? 0.0f : random.between(-2.0f, 2.0f), 0.0f},
                 .angularVelocity = fixed == BodyType::Static && isFixed ? 0.0f : random.between(-3.0f, 3.0f),
                 .fixedRotation = oddity == 2,
                 .mass = oddity < 2 ? 1.0f : 0.0f,
                 .inertia = oddity == 0   ? 1e-30f
                            : oddity == 1 ? 1e-7f
                                          : 0.0f});
            world.addShape(body, {.geometry = makeBox(0.25f, random.between(0.02f, 0.1f)),
                                  .material = {.density = random.below(6) == 0 ? 100.0f : 1.0f},
                                  .filter = {.group = -1}});
            const float reach = oddity == 0 ? 1e5f : 0.25f; // m
            if (!isFirst)
                world.createJoint({.bodyA = isReversed ? body : last,
                                   .bodyB = isReversed ? last : body,
                                   .anchorA = {isReversed ? -0.25f : 0.25f, random.between(-0.05f, 0.05f)},
                                   .anchorB = {isReversed ? reach : -reach, random.between(-0.05f, 0.05f)}});
            last = body;
        }
    }
    return world;
}

constexpr std::array kHelds{Held::Nowhere, Held::AtTheStart, Held::AtTheEnd, Held::AtBothEnds};

void makeSubstep(PreparedJoints& p, bool isFirst = true)
{
    warmStartJoints(p.joints, p.states, isFirst, nullptr);
    solveJoints(p.joints, p.states, JointPass::Push, nullptr);
    Lcg contacts(7);
    for (BodyState& state : p.states) {
        const Vec2 push{contacts.between(-0.1f, 0.1f), contacts.between(-0.1f, 0.1f)};
        if (state.invMass > 0.0f) state.v += push;
    }
    pushJointsAgain(p.joints, p.states, nullptr);
    for (size_t row = 1; row < p.states.size(); ++row) {
        BodyState& state = p.states[row];
        state.dp += p.context.h * state.v;
        state.dq = integrate(state.dq, p.context.h * state.w);
    }
    solveJoints(p.joints, p.states, JointPass::Relax, nullptr);
}

} // namespace

TEST_CASE("chains_get_the_velocities_of_trees_and_linkages")
{
    for (const Held held : kHelds) {
        for (uint64_t seed = 1; seed <= 12; ++seed) {
            const size_t joints = kMinChainJoints - 1 + (seed <= 6 ? seed : 3 * seed + seed % 5);
            CAPTURE(seed);
            CAPTURE(static_cast<int>(held));
            const World world = ropes(seed, joints, held);
            PreparedJoints eliminated(world, &pinKernelsFor(0));
            PreparedJoints chained(world, &pinKernelsFor(0), kMaxLinkageProducts, nullptr,
                                   &scalarChainKernels());
            REQUIRE(eliminated.joints.chains.empty());
            REQUIRE(chained.joints.chains.blocks.size() == 3);
            REQUIRE(chained.joints.joints.empty());
            CHECK(chained.joints.chains.blocks[0].isHeld == (held == Held::AtBothEnds));
            constexpr float kTolerance = 2e-4f; // m/s
            float fastest = 0.0f;
            for (int substep = 0; substep < 3; ++substep) {
                makeSubstep(eliminated, substep == 0);
                makeSubstep(chained, substep == 0);
                for (size_t row = 0; row < chained.states.size(); ++row) {
                    const BodyState &a = eliminated.states[row], &b = chained.states[row];
                    CHECK(length(a.v - b.v) < kTolerance);
                    CHECK(std::fabs(a.w - b.w) < 10.0f * kTolerance);
                    fastest = std::max(fastest, length(b.v));
                }
            }
            CHECK(fastest > 0.5f);
        }
    }
}

TEST_CASE("relaxing_leaves_no_velocity_across_the_joints_of_a_chain")
{
    // Held at both ends, the compliance leaves a share.
    for (const Held held : {Held::Nowhere, Held::AtTheStart, Held::AtTheEnd}) {
        PreparedJoints p(ropes(5, 57, held), &pinKernelsFor(0), kMaxLinkageProducts, nullptr,
                         &chainKernelsFor(0));
        makeSubstep(p);
        PreparedJoints probe(p.world, &pinKernelsFor(0)); // joints as constraints, at the same poses
        float most = 0.0f;
        for (JointConstraint& c : probe.joints.joints) {
            const BodyState& a = p.states[static_cast<size_t>(c.rowA)];
            const BodyState& b = p.states[static_cast<size_t>(c.rowB)];
            updateToPoses(c, a, b);
            most = std::max(most, length(pinError(c, a, b, JointPass::Relax)));
        }
        CHECK(most < 1e-4f);
        CHECK(probe.joints.joints.size() == 3 * 57);
    }
}

TEST_CASE("chains_have_the_same_bits_in_lanes_of_every_width_recorded_and_on_threads")
{
    ThreadPool threads(3);
    for (uint64_t seed = 1; seed <= 32; ++seed) {
        CAPTURE(seed);
        const World start = ropes(seed, kMinChainJoints - 2 + seed, kHelds[seed % 4]);
        const WorldRun expected = checkEveryInstructionSet(start);
        IgnoringRecorder recorder;
        CHECK((runOf(start, bestInstructionSet(), &recorder) == expected));
        CHECK((runOf(start, bestInstructionSet(), nullptr, &threads) == expected));
        const PreparedJoints p(start, &pinKernelsFor(0), kMaxLinkageProducts, nullptr, &chainKernelsFor(0));
        CHECK(p.joints.chains.blocks.size() == (seed > 1 ? 3 : 0)); // or this test compares something else
    }
}

TEST_CASE("chains_of_extreme_bodies_have_the_same_bits_in_lanes_of_every_width")
{
    FrozenCount count;
    for (uint64_t seed = 1; seed <= 32; ++seed) {
        CAPTURE(seed);
        const World start = ropes(seed, 20 + seed, kHelds[seed % 4], true);
        checkEveryInstructionSet(start, false);
        count.addAfterStep(start);
    }
    CHECK(count.frozen > 50); // or nothing is extreme
    CHECK(count.left > 500);
}

TEST_CASE("there_are_lanes_for_chains_where_there_are_registers_for_several_doubles")
{
    CHECK(&chainKernelsFor(1) == &scalarChainKernels());
    CHECK(&chainKernelsFor(4) == &scalarChainKernels());
    for (const InstructionSet set : availableInstructionSets()) {
        if (set == InstructionSet::Avx2) CHECK(&chainKernelsFor(8) == avx2ChainKernels());
        if (set == InstructionSet::Avx512) CHECK(&chainKernelsFor(16) == avx512ChainKernels());
    }
}
