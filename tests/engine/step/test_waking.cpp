// Waking by edits. Through the functions of World: tests/engine/world/test_world_edit.cpp.

#include "engine/step/waking.h"

#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

// Boxes asleep on the ground: a stack of two, and one 10 m away.
struct Asleep {
    World world;
    BodyId ground = addGround(world);
    BodyId lower = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    BodyId upper = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 1.5f}});
    BodyId other = addBody(world, makeBox(0.5f, 0.5f), {.position = {10.0f, 0.5f}});
    Asleep()
    {
        run(world, 3.0f);
        REQUIRE(stateOf(world).bodies.awake.empty());
    }
    std::vector<uint32_t> awake() const { return stateOf(world).bodies.awake; }
};

} // namespace

TEST_CASE("a_body_wakes_with_its_island_and_no_other_and_the_ground_never")
{
    Asleep a;
    wake(stateOf(a.world), a.ground.index);
    CHECK(a.awake().empty());
    wake(stateOf(a.world), a.upper.index);
    CHECK(a.awake() == std::vector<uint32_t>{a.lower.index, a.upper.index});
}

TEST_CASE("bodies_wake_in_slot_order_whatever_the_order_of_the_list")
{
    for (std::vector<uint32_t> order : {std::vector<uint32_t>{1, 3}, std::vector<uint32_t>{3, 1}}) {
        Asleep a;
        wakeAll(stateOf(a.world), order);
        CHECK(order == std::vector<uint32_t>{1, 3});
        REQUIRE(stateOf(a.world).contacts.awake.size() == 3);
        CHECK(stateOf(a.world).contacts.awake.back().bodyB == a.other.index); // its island came last
    }
}

TEST_CASE("editing_the_ground_wakes_every_island_that_touches_it")
{
    Asleep a;
    wakeWithNeighbours(stateOf(a.world), a.ground.index);
    CHECK(a.awake().size() == 3);
}

TEST_CASE("waking_restarts_the_rest_time_of_an_awake_neighbour")
{
    Asleep a;
    wake(stateOf(a.world), a.upper.index);
    a.world.step(kStep);
    REQUIRE(a.world.body(a.lower).sleepTime > 0.0f);
    wakeWithNeighbours(stateOf(a.world), a.upper.index);
    CHECK(a.world.body(a.lower).sleepTime == 0.0f);
}

TEST_CASE("a_static_body_wakes_the_sleepers_in_its_boxes")
{
    Asleep a;
    wakeOverlapping(stateOf(a.world), a.ground.index);
    CHECK(a.awake().size() == 3);
}

TEST_CASE("a_segment_added_to_terrain_wakes_the_sleeper_that_it_touches_and_no_other")
{
    Asleep a;
    const BodyId terrain = a.world.createBody({.type = BodyType::Static});
    a.world.addShape(terrain, {.geometry = Segment{{30.0f, 0.0f}, {31.0f, 0.0f}}});
    CHECK(a.awake().empty());
    a.world.addShape(terrain, {.geometry = Segment{{10.0f, 0.5f}, {12.0f, 0.5f}}});
    CHECK(a.awake() == std::vector<uint32_t>{a.other.index});
}

TEST_CASE("sleepers_in_the_path_of_a_body_wake_and_those_beyond_it_do_not")
{
    for (const float speed : {100.0f, 400.0f}) { // 1.67 m and 6.67 m in a step
        Asleep a;
        const BodyId bullet = addBody(a.world, Circle{{0.0f, 0.0f}, 0.1f},
                                      {.position = {4.0f, 0.5f}, .linearVelocity = {speed, 0.0f}});
        const uint32_t bodies[]{bullet.index};
        wakeInReach(stateOf(a.world), workspaceOf(a.world), bodies, kStep);
        CHECK(a.world.body(a.other).awake == (speed > 200.0f));
        CHECK_FALSE(a.world.body(a.lower).awake);
    }
}
