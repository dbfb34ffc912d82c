// Kernels of every width give the same bits, and few contacts get narrow kernels.

#include "engine/constraints/contact/contact_kernels.h"
#include "engine/core/isa.h"
#include "tests/support/physics_fixture.h"
#include <satbox/instruction_set.h>
#include <satbox/scene/builders.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("few_contacts_get_narrow_kernels_since_idle_lanes_take_as_long_as_others")
{
    CHECK(kernelsFor(1).lanes == 1);
    CHECK(kernelsFor(1, 100).lanes == 1);
    for (const InstructionSet set : availableInstructionSets()) {
        const int most = lanesOf(set);
        CHECK(kernelsFor(most).lanes == most);
        for (const size_t contacts : {1u, 4u, 5u, 8u, 9u, 16u, 1000u}) {
            const int lanes = kernelsFor(most, contacts).lanes;
            CHECK(lanes <= most);
            CHECK((lanes == most || static_cast<size_t>(lanes) >= contacts));
            CHECK((lanes <= 4 || static_cast<size_t>(lanes / 2) < contacts));
        }
    }
}

TEST_CASE("kernels_of_every_width_step_a_mixed_scene_to_the_same_bits")
{
    const World start = findBuiltinScene("mixed_rain")->build().world;
    World expected = start;
    REQUIRE(expected.setInstructionSet(InstructionSet::Scalar));
    for (int i = 0; i < 120; ++i) expected.step(kStep);
    for (const InstructionSet set : availableInstructionSets()) {
        World world = start;
        REQUIRE(world.setInstructionSet(set));
        for (int i = 0; i < 120; ++i) world.step(kStep);
        CHECK_MESSAGE(world.hash() == expected.hash(), toString(set));
    }
}

// Both directions: a kernel that limits friction on one side only would stop one box and not the other.
TEST_CASE("friction_is_limited_alike_to_the_left_and_to_the_right")
{
    const Material slippery{.staticFriction = 0.1f, .dynamicFriction = 0.1f};
    World world;
    addGround(world, 0.0f, slippery);
    const BodyId left = addBody(world, makeBox(0.5f, 0.5f),
                                {.position = {-5.0f, 0.5f}, .linearVelocity = {-4.0f, 0.0f}}, slippery);
    const BodyId right = addBody(world, makeBox(0.5f, 0.5f),
                                 {.position = {5.0f, 0.5f}, .linearVelocity = {4.0f, 0.0f}}, slippery);
    run(world, 1.0f);
    CHECK(world.motion(left).v.x == doctest::Approx(-4.0f + 0.981f).epsilon(0.02));
    CHECK(world.motion(right).v.x == doctest::Approx(4.0f - 0.981f).epsilon(0.02));
}
