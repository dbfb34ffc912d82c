// Groups of islands are independent of each other. On threads: test_constraint_passes.cpp.

#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

// Several independent groups of stacks.
World fieldOfStacks()
{
    World world;
    addGround(world, 0.0f, {}, 3000.0f);
    for (int stack = 0; stack < 400; ++stack)
        for (int i = 0; i < 8; ++i)
            addBody(world, makeBox(0.5f, 0.5f),
                    {.position = {3.0f * static_cast<float>(stack - 200), 0.5f + static_cast<float>(i)},
                     .angularVelocity = 0.01f * static_cast<float>(stack % 7)});
    return world;
}

} // namespace

TEST_CASE("a_stack_moves_as_if_it_were_alone")
{
    World many = fieldOfStacks();
    World one;
    addGround(one, 0.0f, {}, 3000.0f);
    std::vector<BodyId> alone;
    constexpr int kStack = 123;
    for (int i = 0; i < 8; ++i)
        alone.push_back(
            addBody(one, makeBox(0.5f, 0.5f),
                    {.position = {3.0f * static_cast<float>(kStack - 200), 0.5f + static_cast<float>(i)},
                     .angularVelocity = 0.01f * static_cast<float>(kStack % 7)}));
    for (int i = 0; i < 20; ++i) {
        many.step(kStep);
        one.step(kStep);
    }
    for (size_t i = 0; i < alone.size(); ++i) {
        const auto slot = static_cast<uint32_t>(1 + 8 * kStack) + static_cast<uint32_t>(i);
        CHECK(length(stateOf(many).bodies.motions[slot].center - one.motion(alone[i]).center) < 1e-4f);
    }
}

TEST_CASE("the_times_of_groups_solved_in_parallel_add_up_to_the_time_of_the_step")
{
    World world = fieldOfStacks();
    world.step(kStep);
    float sum = 0.0f;
    for (const float ms : world.profile().ms) sum += ms;
    CHECK(sum <= world.profile().totalMs * 1.05f + 0.05f);
    CHECK(sum >= world.profile().totalMs * 0.8f - 0.05f);
}
