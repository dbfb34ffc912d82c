// Contacts of new pairs. At the limit of contacts: tests/engine/world/test_contact_limit.cpp.

#include "engine/step/update_pairs.h"

#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

void updatePairsOf(World& world) { updatePairs(stateOf(world), reportOf(world), workspaceOf(world)); }

} // namespace

TEST_CASE("overlapping_fat_boxes_get_one_contact_although_the_shapes_are_apart")
{
    World world;
    addBody(world, makeBox(0.5f, 0.5f), {});
    addBody(world, makeBox(0.5f, 0.5f), {.position = {1.15f, 0.0f}}); // both margins are 0.1 m
    addBody(world, makeBox(0.5f, 0.5f), {.position = {4.0f, 0.0f}});
    updatePairsOf(world);
    REQUIRE(stateOf(world).contacts.awake.size() == 1);
    CHECK(stateOf(world).contacts.awake[0].count == 0);
    updatePairsOf(world);
    CHECK(stateOf(world).contacts.awake.size() == 1);
}

TEST_CASE("two_sleepers_get_no_contact_until_one_of_them_wakes")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId body = addBody(world, makeBox(0.5f, 0.5f), {});
    addBody(world, makeBox(0.5f, 0.5f), {.position = {1.15f, 0.0f}});
    run(world, 1.0f);
    REQUIRE(stateOf(world).bodies.awake.empty());
    REQUIRE(stateOf(world).contacts.awake.empty());
    stateOf(world).broadPhase.markDirty(world.shape(world.shapesOf(body)[0]).proxy);
    updatePairsOf(world);
    CHECK(stateOf(world).contacts.awake.empty());
    REQUIRE(world.wake(body));
    updatePairsOf(world);
    CHECK(stateOf(world).contacts.awake.size() == 1);
}
