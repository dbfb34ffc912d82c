// The stage. When an island falls asleep: tests/engine/model/test_island.cpp.

#include "engine/step/update_sleep.h"

#include "engine/step/begin_step.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

void updateSleepOf(World& world, float dt)
{
    beginStep(stateOf(world), reportOf(world), workspaceOf(world), nullptr);
    updateSleep(stateOf(world), reportOf(world), workspaceOf(world), dt);
}

} // namespace

TEST_CASE("an_island_at_rest_for_the_time_of_the_settings_sleeps_unless_sleeping_is_off")
{
    for (const bool sleeping : {true, false}) {
        WorldSettings settings;
        settings.sleeping = sleeping;
        settings.timeToSleep = 2.0f;
        World world(settings);
        const BodyId body = addBody(world, Circle{}, {});
        updateSleepOf(world, 1.0f);
        CHECK(world.body(body).awake);
        updateSleepOf(world, 1.0f);
        CHECK(world.body(body).awake != sleeping);
    }
}

TEST_CASE("a_body_held_by_the_mouse_stays_awake")
{
    World world;
    const BodyId body = addBody(world, Circle{}, {});
    const MouseJointId joint = world.createMouseJoint(body, {0.0f, 0.0f});
    for (int i = 0; i < 3; ++i) updateSleepOf(world, 1.0f);
    CHECK(world.body(body).awake);
    REQUIRE(world.destroyMouseJoint(joint));
    updateSleepOf(world, 1.0f);
    CHECK_FALSE(world.body(body).awake);
}
