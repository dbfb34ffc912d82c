// When bodies fall asleep: the limits are inclusive.

#include "engine/model/island.h"
#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_invariants.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("motionless_body_sleeps_even_with_a_sleep_speed_of_zero")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, 0.0f});
    settings.sleepSpeed = 0.0f;
    World world(settings);
    const BodyId still = addBody(world, Circle{}, {});
    const BodyId slow = addBody(world, Circle{}, {.position = {5.0f, 0.0f}, .linearVelocity = {0.01f, 0.0f}});
    run(world, 1.0f);
    CHECK_FALSE(world.body(still).awake);
    CHECK(world.body(slow).awake);
}

TEST_CASE("body_sleeps_in_the_step_in_which_it_has_rested_long_enough")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, 0.0f});
    settings.timeToSleep = 0.25f;
    World world(settings);
    const BodyId still = addBody(world, Circle{}, {});
    for (int i = 0; i < 15; ++i) world.step(1.0f / 64.0f); // exact in float
    CHECK(world.body(still).awake);
    world.step(1.0f / 64.0f);
    CHECK_FALSE(world.body(still).awake);
}

// Island reports are ordered by their lowest bodies and rely on the label alone.
TEST_CASE("an_island_is_labelled_with_the_lowest_index_of_its_bodies_however_they_touch")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    // From left to right: bodies 4, 1, 3, 0, and alone 2.
    for (const float x : {3.0f, 1.0f, 9.0f, 2.0f, 0.0f})
        addBody(world, makeBox(0.5f, 0.5f), {.position = {0.999f * x, 0.0f}, .sleepAllowed = false});
    world.step(kStep);
    REQUIRE(world.counters().contactsWithPoints == 3);
    const std::vector<uint32_t> labels =
        labelAwakeIslands(stateOf(world).bodies, stateOf(world).contacts.awake, {});
    CHECK((labels == std::vector<uint32_t>{0, 0, 2, 0, 0}));
}

// No joint of this engine connects two bodies yet; islands do not ask what an edge is.
TEST_CASE("a_joint_between_two_bodies_makes_one_island_and_wakes_and_keeps_awake_as_a_contact_does")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    for (const float x : {0.0f, 3.0f, 6.0f}) addBody(world, makeBox(0.5f, 0.5f), {.position = {x, 0.0f}});
    world.step(kStep);
    WorldState state = stateOf(world);
    const std::vector<ConstraintEdge> joint{{.bodyA = 2, .bodyB = 0}};
    const std::vector<ConstraintEdge> toWorld{{.bodyA = 2, .keepsAwake = true}};

    const auto labels = [&](const std::vector<ConstraintEdge>& edges) {
        return labelAwakeIslands(state.bodies, state.contacts.awake, edges);
    };
    CHECK((labels({}) == std::vector<uint32_t>{0, 1, 2}));
    CHECK((labels(joint) == std::vector<uint32_t>{0, 1, 0}));
    CHECK((labels(toWorld) == std::vector<uint32_t>{0, 1, 2}));

    SleepSettings settings{.time = 0.01f, .dt = 1.0f};
    std::vector<ContactChange> changes;
    const auto isAwake = [&](uint32_t slot) { return state.bodies.slots.at(slot).awake; };
    // Body 2 is fast and keeps body 0 awake; body 1 falls asleep.
    state.bodies.motions[2].v = {1.0f, 0.0f};
    updateSleep(state.islands, state.bodies, state.shapes, state.contacts, joint, settings, changes);
    CHECK(isAwake(0));
    CHECK_FALSE(isAwake(1));
    CHECK(isAwake(2));
    // Alone, body 0 falls asleep; the joint wakes it again, since body 2 is awake.
    updateSleep(state.islands, state.bodies, state.shapes, state.contacts, {}, settings, changes);
    REQUIRE_FALSE(isAwake(0));
    uint64_t allAwake = ~uint64_t{0};
    wakeTouched(state.islands, state.bodies, state.shapes, state.contacts, toWorld, state.broadPhase,
                allAwake);
    CHECK_FALSE(isAwake(0));
    wakeTouched(state.islands, state.bodies, state.shapes, state.contacts, joint, state.broadPhase, allAwake);
    CHECK(isAwake(0));
    CHECK_FALSE(isAwake(1));
    // A joint that keeps its body awake.
    state.bodies.motions[2].v = {0.0f, 0.0f};
    updateSleep(state.islands, state.bodies, state.shapes, state.contacts, toWorld, settings, changes);
    CHECK(isAwake(2));
    CHECK_FALSE(isAwake(0));
    updateSleep(state.islands, state.bodies, state.shapes, state.contacts, {}, settings, changes);
    CHECK_FALSE(isAwake(2));
}

// A fast body may fall asleep if the time to sleep is 0. Its contact would not be found again after waking,
// since the boxes do not overlap any more.
TEST_CASE("a_contact_whose_boxes_have_separated_ends_when_its_bodies_fall_asleep")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, 0.0f});
    settings.timeToSleep = 0.0f;
    World world(settings);
    const BodyId sensor = world.createBody({});
    world.addShape(sensor, {.geometry = makeBox(0.5f, 0.5f), .sensor = true});
    const BodyId visitor = addBody(world, makeBox(0.1f, 0.1f), {.position = {0.3f, 0.0f}});
    world.refreshContacts();
    REQUIRE(world.setVelocity(visitor, {200.0f, 0.0f}, 0.0f));
    world.step(kStep);
    REQUIRE_FALSE(world.body(sensor).awake);
    REQUIRE_FALSE(world.body(visitor).awake);
    REQUIRE(world.motion(visitor).center.x > 2.0);
    CHECK(world.counters().contacts == 0);
    REQUIRE(world.wake(visitor));
    world.refreshContacts();
    CHECK(brokenInvariant(world, WorldMoment::Stepped).empty());
}
