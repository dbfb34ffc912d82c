#include "engine/step/proxies.h"

#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("the_margin_of_a_fat_box_is_a_quarter_of_the_half_size_within_its_two_limits")
{
    WorldSettings settings; // margins: fat 0.1 m, speculative 0.02 m
    CHECK(fatMarginOf(settings, {0.2f, 0.1f}) == doctest::Approx(0.05f));
    CHECK(fatMarginOf(settings, {9.0f, 0.1f}) == doctest::Approx(0.1f));
    CHECK(fatMarginOf(settings, {0.01f, 0.01f}) == doctest::Approx(0.02f));
    settings.lengthUnit = 10.0f;
    CHECK(fatMarginOf(settings, {9.0f, 0.1f}) == doctest::Approx(1.0f));
}

TEST_CASE("a_static_shape_has_no_margin_and_a_disabled_body_no_proxy")
{
    World world;
    const ShapeId fixed = world.shapesOf(addGround(world))[0];
    const ShapeId movable = world.shapesOf(addBody(world, makeBox(0.5f, 0.5f), {}))[0];
    const ShapeId disabled = world.shapesOf(addBody(world, makeBox(0.5f, 0.5f), {.enabled = false}))[0];
    CHECK(world.boxes(fixed).fat == world.boxes(fixed).tight);
    CHECK(world.boxes(movable).fat.upper.x == doctest::Approx(0.6));
    CHECK(world.shape(disabled).proxy < 0);
}

TEST_CASE("removing_a_proxy_ends_its_contacts_once_and_adding_it_again_finds_them_again")
{
    World world;
    const BodyId ground = addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.499f}});
    world.step(kStep);
    REQUIRE(world.counters().contactsWithPoints == 1);
    const uint32_t shape = world.shapesOf(box)[0].index;
    WorldEvents events;
    removeProxy(stateOf(world), reportOf(world), shape, events);
    removeProxy(stateOf(world), reportOf(world), shape, events);
    REQUIRE(events.ends.size() == 1);
    CHECK(events.ends[0].bodyA == ground);
    CHECK(stateOf(world).contacts.awake.empty());
    CHECK(stateOf(world).contacts.pairs.size() == 0);
    addProxy(stateOf(world), shape);
    world.refreshContacts();
    CHECK(world.counters().contactsWithPoints == 1);
}

TEST_CASE("rebuilt_boxes_follow_a_shape_that_was_moved")
{
    World world;
    const BodyId body = addBody(world, makeBox(0.5f, 0.5f), {});
    const ShapeId shape = world.shapesOf(body)[0];
    stateOf(world).bodies.motions[body.index].center.x = 7.0;
    rebuildBoxes(stateOf(world), body.index);
    CHECK(world.boxes(shape).tight.lower.x == doctest::Approx(6.5));
    CHECK(world.boxes(shape).fat.lower.x == doctest::Approx(6.4));
    CHECK(stateOf(world).broadPhase.box(world.shape(shape).proxy) == world.boxes(shape).fat);
}

TEST_CASE("a_lower_step_rate_makes_the_boxes_of_fast_bodies_reach_farther")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, 0.0f});
    settings.stepRate = 240.0f;
    World world(settings);
    const Material elastic{.restitution = 1.0f};
    const BodyId a = addBody(world, Circle{.radius = 0.5f}, {.linearVelocity = {90.0f, 0.0f}}, elastic);
    const BodyId b =
        addBody(world, Circle{.radius = 0.5f}, {.position = {1.0f + 0.375f + 0.9f, 0.0f}}, elastic);
    world.step(1.0f / 240.0f);
    settings.stepRate = 60.0f;
    REQUIRE(world.setSettings(settings));
    world.step(kStep);
    CHECK(std::abs(world.motion(a).v.x) < 0.1f);
    CHECK(world.motion(b).v.x == doctest::Approx(90.0).epsilon(0.01));
}

TEST_CASE("a_box_reaches_no_farther_than_the_top_speed_and_is_kept_while_it_reaches_far_enough")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId body = addBody(world, Circle{.radius = 0.5f}, {});
    const ShapeId shape = world.shapesOf(body)[0];
    world.step(kStep);
    REQUIRE(world.setVelocity(body, {10000.0f, 0.0f}, 0.0f));
    CHECK(world.boxes(shape).fat.upper.x == doctest::Approx(0.5 + 0.02 + 400.0 / 60.0));
    const WorldBox reached = world.boxes(shape).fat;
    REQUIRE(world.setVelocity(body, {100.0f, 0.0f}, 0.0f));
    CHECK(world.boxes(shape).fat == reached);
}

TEST_CASE("a_body_that_was_given_a_velocity_meets_another_in_its_first_step")
{
    // The gap of 0.6 m is less than the step of 1 m and more than both fat boxes together.
    enum class Given { AtCreation, Later, ByImpulse };
    for (const Given given : {Given::AtCreation, Given::Later, Given::ByImpulse}) {
        CAPTURE(static_cast<int>(given));
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        const Material elastic{.restitution = 1.0f};
        const Vec2 velocity{60.0f, 0.0f};
        const Vec2 atCreation = given == Given::AtCreation ? velocity : Vec2{0.0f, 0.0f};
        const BodyId a = addBody(world, Circle{.radius = 0.5f}, {.linearVelocity = atCreation}, elastic);
        const BodyId b = addBody(world, Circle{.radius = 0.5f}, {.position = {1.6f, 0.0f}}, elastic);
        if (given == Given::Later) REQUIRE(world.setVelocity(a, velocity, 0.0f));
        if (given == Given::ByImpulse)
            REQUIRE(
                world.applyImpulse(a, (1.0f / world.motion(a).invMass) * velocity, world.motion(a).center));
        world.step(kStep);
        CHECK(std::abs(world.motion(a).v.x) < 0.1f);
        CHECK(world.motion(b).v.x == doctest::Approx(60.0).epsilon(0.01));
        CHECK(world.motion(a).center.x < world.motion(b).center.x - 0.99);
    }
}
