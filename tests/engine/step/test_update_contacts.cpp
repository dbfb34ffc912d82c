// Which contacts the stage updates. The update of a contact: test_contact_update.cpp.

#include "engine/step/update_contacts.h"

#include "engine/step/update_pairs.h"
#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

// Stacks for two groups.
World stacksInGroups(SolverType solver = SolverType::SoftStep)
{
    WorldSettings settings = settingsFor(solver);
    settings.sleeping = false;
    World world(settings);
    addGround(world, 0.0f, {}, 3000.0f);
    addStacks(world, 600, 8, 3.0f);
    // Beside the first stack, so near that their fat boxes overlap.
    addBody(world, makeBox(0.5f, 0.5f), {.position = {-901.1f, 0.5f}});
    for (int i = 0; i < 20; ++i) world.step(kStep);
    REQUIRE(workspaceOf(world).graph.graph.groups.size() > 1);
    return world;
}

Granularity updateContactsOf(World& world, bool singleGroup)
{
    StepWorkspace& work = workspaceOf(world);
    work.arena.reset();
    updatePairs(stateOf(world), reportOf(world), work);
    ContactUpdate update = makeContactUpdate(stateOf(world), work, 1, kStep);
    return updateContacts(stateOf(world), reportOf(world), work, update, singleGroup, nullptr);
}

uint32_t ageOfFirstSolved(const World& world)
{
    return stateOf(world).contacts.awake[workspaceOf(world).graph.graph.order.front()].points[0].age;
}

} // namespace

TEST_CASE("contacts_of_several_groups_are_left_to_them_while_the_graph_is_valid")
{
    World world = stacksInGroups();
    const uint32_t age = ageOfFirstSolved(world);
    CHECK((updateContactsOf(world, false) == Granularity::PerGroup));
    CHECK(ageOfFirstSolved(world) == age);
}

TEST_CASE("all_contacts_are_updated_for_a_single_group_and_for_reference_solvers")
{
    World world = stacksInGroups();
    const uint32_t age = ageOfFirstSolved(world);
    CHECK((updateContactsOf(world, true) == Granularity::Whole));
    CHECK(ageOfFirstSolved(world) == age + 1);
    World reference = stacksInGroups(SolverType::ManifoldImpulse);
    CHECK((updateContactsOf(reference, false) == Granularity::Whole));
}

TEST_CASE("a_contact_that_begins_outside_the_graph_has_all_contacts_updated_at_once")
{
    World world = stacksInGroups();
    const uint32_t age = ageOfFirstSolved(world);
    // The box beside the first stack is moved against it: their contact gets points.
    const uint32_t beside = stateOf(world).bodies.awake.back();
    stateOf(world).bodies.motions[beside].center.x += 0.099;
    updateBoxes(stateOf(world).bodies, stateOf(world).shapes, beside);
    CHECK((updateContactsOf(world, false) == Granularity::Whole));
    CHECK(ageOfFirstSolved(world) == age + 1);
}
