#include "engine/step/update_islands.h"

#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

struct Sleeper {
    World world{settingsFor(SolverType::SoftStep, {0.0f, 0.0f})};
    BodyId body = addBody(world, makeBox(0.5f, 0.5f), {});
    Sleeper()
    {
        run(world, 1.0f);
        REQUIRE_FALSE(isAwake());
    }
    bool isAwake() const { return world.body(body).awake; }
};

} // namespace

TEST_CASE("a_body_that_touches_a_sleeper_wakes_it")
{
    Sleeper s;
    addBody(s.world, makeBox(0.5f, 0.5f), {.position = {0.999f, 0.0f}});
    s.world.refreshContacts();
    REQUIRE_FALSE(s.isAwake());
    updateIslands(stateOf(s.world), workspaceOf(s.world), kStep);
    CHECK(s.isAwake());
}

TEST_CASE("a_disabled_body_does_not_count_as_asleep")
{
    World world{settingsFor(SolverType::SoftStep, {0.0f, 0.0f})};
    const BodyId awake = addBody(world, makeBox(0.5f, 0.5f), {});
    const BodyId disabled = addBody(world, makeBox(0.5f, 0.5f), {.position = {5.0f, 0.0f}, .enabled = false});
    const auto areAllAwake = [&] {
        updateIslands(stateOf(world), workspaceOf(world), kStep);
        return workspaceOf(world).allAwakeRevision == stateOf(world).bodies.revision;
    };
    CHECK(areAllAwake());
    BodyDef def = world.bodyDef(awake);
    def.awake = false;
    world.setBodyDef(awake, def);
    CHECK_FALSE(areAllAwake());
    world.wake(awake);
    CHECK(areAllAwake());
    def = world.bodyDef(disabled);
    def.enabled = true;
    def.awake = false;
    world.setBodyDef(disabled, def);
    CHECK_FALSE(areAllAwake());
    world.destroyBody(disabled);
    CHECK(areAllAwake());
}

TEST_CASE("a_kinematic_body_wakes_the_sleepers_in_its_reach_only_if_it_is_fast")
{
    for (const float speed : {5.0f, 100.0f}) {
        Sleeper s;
        addBody(s.world, makeBox(0.5f, 0.5f),
                {.type = BodyType::Kinematic, .position = {-2.0f, 0.0f}, .linearVelocity = {speed, 0.0f}});
        updateIslands(stateOf(s.world), workspaceOf(s.world), kStep);
        CHECK(s.isAwake() == (speed > 50.0f));
    }
}
