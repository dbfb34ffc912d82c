// The awake list, and mass from shapes.

#include "engine/geometry/shape.h"
#include "engine/step/proxies.h"
#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("awake_bodies_are_listed_once_and_ascending_whatever_the_order_of_waking")
{
    World world;
    std::vector<BodyId> ids;
    for (int i = 0; i < 5; ++i)
        ids.push_back(
            addBody(world, Circle{}, {.position = {4.0f * static_cast<float>(i), 0.0f}, .awake = false}));
    for (const size_t i : {3u, 0u, 4u, 3u, 1u}) world.wake(ids[i]);
    const std::vector<uint32_t>& awake = stateOf(world).bodies.awake;
    CHECK(std::ranges::is_sorted(awake));
    CHECK(std::ranges::adjacent_find(awake) == awake.end());
    REQUIRE(world.destroyBody(ids[3]));
    CHECK(std::ranges::find(stateOf(world).bodies.awake, ids[3].index) == stateOf(world).bodies.awake.end());
}

TEST_CASE("a_sensor_has_no_mass_and_does_not_move_the_centre")
{
    World world;
    const BodyId body = addBody(world, makeBox(0.5f, 0.5f), {}, {.density = 2.0f});
    const float mass = 1.0f / world.motion(body).invMass;
    world.addShape(body,
                   {.geometry = Circle{{3.0f, 0.0f}, 1.0f}, .material = {.density = 5.0f}, .sensor = true});
    CHECK(1.0f / world.motion(body).invMass == mass);
    CHECK(world.motion(body).localCenter == Vec2{0.0f, 0.0f});
    CHECK(world.motion(body).maxExtent == doctest::Approx(4.0f)); // its extent counts nevertheless
}

TEST_CASE("a_dynamic_body_without_mass_falls_as_a_point_mass_of_one_kilogram")
{
    World world;
    const BodyId body = world.createBody({});
    CHECK(world.motion(body).invMass == 1.0f);
    CHECK(world.motion(body).invInertia == 0.0f);
    const BodyId light = addBody(world, Circle{}, {}, {.density = 0.0f});
    CHECK(world.motion(light).invMass == 1.0f);
    CHECK(world.motion(light).invInertia == 0.0f);
}

// Adding a shape to a spinning body leaves the velocity of each material point unchanged; the new centre of
// mass gets the velocity of the body at that point.
TEST_CASE("a_shape_added_to_a_spinning_body_leaves_the_velocity_of_every_point_as_it_was")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId body =
        addBody(world, makeBox(0.5f, 0.5f), {.linearVelocity = {1.0f, 2.0f}, .angularVelocity = 3.0f});
    const Position places[]{{0.0, 0.0}, {1.0, 0.0}, {-0.5, 2.0}};
    std::vector<Vec2> before;
    for (const Position place : places) before.push_back(world.velocityAt(body, place));
    world.addShape(body, {.geometry = Circle{{2.0f, 0.5f}, 0.5f}});
    CHECK(world.motion(body).localCenter.x > 0.3f);
    for (size_t i = 0; i < before.size(); ++i)
        CHECK(length(world.velocityAt(body, places[i]) - before[i]) < 1e-5f);
}

TEST_CASE("min_extent_of_a_body_is_half_the_width_of_its_thinnest_shape")
{
    World world;
    const auto thinness = [&](const Shape& shape) {
        return world.motion(addBody(world, shape, {})).minExtent;
    };
    CHECK(thinness(makeBox(2.0f, 0.1f)) == doctest::Approx(0.1f));
    CHECK(thinness(makeBox(0.1f, 2.0f)) == doctest::Approx(0.1f));
    CHECK(thinness(Circle{.radius = 0.3f}) == doctest::Approx(0.3f));
    CHECK(thinness(Capsule{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.2f}) == doctest::Approx(0.2f));
    CHECK(thinness(Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}}) == 0.0f);
    const BodyId both = addBody(world, makeBox(2.0f, 0.4f), {});
    world.addShape(both, {.geometry = Circle{.radius = 0.05f}});
    CHECK(world.motion(both).minExtent == doctest::Approx(0.05f));
}

TEST_CASE("any_non_finite_number_makes_a_body_non_finite")
{
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    CHECK(isFinite(BodyMotion{}));
    for (const float bad : {nan, infinity, -infinity}) {
        BodyMotion m;
        m.v.y = bad;
        CHECK_FALSE(isFinite(m));
        m = {};
        m.w = bad;
        CHECK_FALSE(isFinite(m));
        m = {};
        m.q.s = bad;
        CHECK_FALSE(isFinite(m));
        m = {};
        m.center.x = static_cast<double>(bad);
        CHECK_FALSE(isFinite(m));
        m = {};
        m.force.x = bad;
        CHECK_FALSE(isFinite(m));
        m = {};
        m.torque = bad;
        CHECK_FALSE(isFinite(m));
    }
}

// A shape without mass is added in constant time; the result is that of all shapes together.
TEST_CASE("terrain_built_of_segments_one_by_one_is_the_body_that_all_its_shapes_give")
{
    for (const bool hasMass : {false, true}) {
        World world;
        const BodyId terrain = world.createBody({.type = BodyType::Static, .position = {3.0, 1.0}});
        if (hasMass) world.addShape(terrain, {.geometry = makeBox(1.0f, 0.5f, {2.0f, 0.0f}, Rot{})});
        for (int i = 0; i < 20; ++i) {
            const auto x = static_cast<float>(i);
            world.addShape(terrain, {.geometry = Segment{{x, 0.1f * x}, {x + 1.0f, 0.1f * x}}});
        }
        world.addShape(terrain, {.geometry = Circle{{-30.0f, 0.0f}, 0.5f}, .sensor = true});
        World again = world;
        updateMass(stateOf(again).bodies, stateOf(again).shapes, terrain.index);
        rebuildBoxes(stateOf(again), terrain.index);
        CHECK(again.hash() == world.hash());
        const BodyMotion &one = world.motion(terrain), &all = again.motion(terrain);
        CHECK(one.maxExtent == all.maxExtent);
        CHECK(one.maxExtent > 25.0f);
        CHECK(one.minExtent == all.minExtent);
        CHECK(one.center == all.center);
        CHECK(world.body(terrain).massData.mass == again.body(terrain).massData.mass);
        CHECK(world.body(terrain).massData.center == again.body(terrain).massData.center);
        const auto& boxes = stateOf(world).shapes.boxes;
        for (const ShapeId shape : world.shapesOf(terrain)) {
            CHECK(boxes[shape.index].tight == stateOf(again).shapes.boxes[shape.index].tight);
            CHECK(boxes[shape.index].fat == stateOf(again).shapes.boxes[shape.index].fat);
        }
    }
}
