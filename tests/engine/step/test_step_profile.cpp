// Which times of a step are shares.

#include <satbox/observe.h>

#include "engine/world/world_access.h"
#include "tests/support/executors.h"
#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <string>

using namespace satbox;
using namespace satbox::test;

namespace {

World fieldOfBoxes(int boxes)
{
    World world;
    addGround(world, 0.0f, {}, 5000.0f);
    for (int i = 0; i < boxes; ++i)
        addBody(world, makeBox(0.5f, 0.5f), {.position = {3.0f * static_cast<float>(i - boxes / 2), 0.5f}});
    return world;
}

} // namespace

TEST_CASE("stages_have_the_names_of_the_documentation")
{
    CHECK(std::string(toString(Stage::UpdatePairs)) == "update pairs");
    CHECK(std::string(toString(Stage::Relax)) == "relax");
    CHECK(std::string(toString(Stage::Count)) == "unknown stage");
}

TEST_CASE("times_of_one_group_are_measured_and_those_of_several_groups_are_shares")
{
    World few = fieldOfBoxes(10);
    few.step(kStep);
    CHECK(few.profile().shares == 0u);
    CHECK(few.profile().of(Stage::Solve) > 0.0f);

    World many = fieldOfBoxes(4000);
    many.step(kStep);
    REQUIRE(workspaceOf(many).graph.graph.groups.size() > 1);
    for (const Stage stage : {Stage::PrepareConstraints, Stage::IntegrateVelocities, Stage::WarmStart,
                              Stage::Solve, Stage::IntegratePositions, Stage::Relax, Stage::StoreImpulses})
        CHECK(many.profile().isShare(stage));
    for (const Stage stage : {Stage::UpdatePairs, Stage::UpdateIslands, Stage::Continuous,
                              Stage::FinalizeBodies, Stage::UpdateSleep})
        CHECK_FALSE(many.profile().isShare(stage));
    // Groups filled their rows. Contacts were new, so they were updated before.
    CHECK(many.profile().isShare(Stage::BuildGraph));
    CHECK_FALSE(many.profile().isShare(Stage::UpdateContacts));
    many.step(kStep);
    many.step(kStep);
    CHECK(many.profile().isShare(Stage::UpdateContacts));
}
