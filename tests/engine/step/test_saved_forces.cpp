// Forces of a long step. Through World::step: tests/engine/world/test_long_steps.cpp.

#include "engine/step/saved_forces.h"

#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("only_bodies_with_a_force_or_a_torque_are_saved")
{
    World world;
    addBody(world, Circle{}, {});
    const BodyId pushed = addBody(world, Circle{}, {.position = {5.0f, 0.0f}});
    const BodyId turned = addBody(world, Circle{}, {.position = {9.0f, 0.0f}});
    REQUIRE(world.applyForce(pushed, {3.0f, 0.0f}, {5.0f, 0.0f}));
    REQUIRE(world.applyTorque(turned, 2.0f));
    const SavedForces saved = saveForces(stateOf(world));
    REQUIRE(saved.size() == 2);
    CHECK(saved[0].body == pushed.index);
    CHECK(saved[0].force == Vec2{3.0f, 0.0f});
    CHECK(saved[1].body == turned.index);
    CHECK(saved[1].torque == 2.0f);
}

TEST_CASE("reapplied_forces_wake_their_bodies_and_spare_frozen_ones")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId sleeper = addBody(world, Circle{}, {});
    const BodyId frozen = addBody(world, Circle{}, {.position = {5.0f, 0.0f}});
    run(world, 1.0f);
    REQUIRE_FALSE(world.body(sleeper).awake);
    stateOf(world).bodies.slots.at(frozen.index).quarantined = true;
    const SavedForce forces[]{{sleeper.index, {1.0f, 0.0f}, 0.0f}, {frozen.index, {1.0f, 0.0f}, 0.0f}};
    reapplyForces(stateOf(world), forces);
    CHECK(world.body(sleeper).awake);
    CHECK(world.motion(sleeper).force == Vec2{1.0f, 0.0f});
    CHECK(world.motion(frozen).force == Vec2{0.0f, 0.0f});
}
