#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <limits>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST_CASE("queries_with_non_finite_coordinates_find_nothing")
{
    World world;
    addBody(world, Circle{}, {});
    CHECK(world.queryPoint({kNan, 0.0}).empty());
    CHECK(world.queryPoint({0.0, kNan}).empty());
    CHECK(world.queryBox({{kNan, 0.0}, {1.0, 1.0}}).empty());
    CHECK(world.queryBox({{0.0, 0.0}, {1.0, kNan}}).empty());
    CHECK_FALSE(world.queryClosest({kNan, 0.0}, 1.0f).has_value());
    CHECK_FALSE(world.queryClosest({}, -1.0f).has_value());
    CHECK_FALSE(world.queryClosest({}, std::numeric_limits<float>::quiet_NaN()).has_value());
    CHECK_FALSE(world.castRay({{0.0, 0.0}, {1.0f, std::numeric_limits<float>::quiet_NaN()}}).has_value());
    CHECK_FALSE(world.castRay({{0.0, kNan}, {1.0f, 0.0f}}).has_value());
}

TEST_CASE("a_world_without_shapes_answers_every_query_with_nothing")
{
    const World world;
    CHECK(world.queryPoint({}).empty());
    CHECK(world.queryBox({{-1.0, -1.0}, {1.0, 1.0}}).empty());
    CHECK_FALSE(world.queryClosest({}, 1e3f).has_value());
    CHECK(world.castRayAll({{0.0, 0.0}, {1.0f, 0.0f}}).empty());
    CHECK(world.bounds().lower == Position{});
    CHECK(world.bounds().upper == Position{});
    CHECK(world.totalMass() == 0.0f);
}

TEST_CASE("the_closest_shape_is_the_nearest_within_reach_that_the_filter_lets_through")
{
    World world;
    const BodyId near = addBody(world, Circle{.radius = 0.5f}, {.position = {2.0, 0.0}});
    const BodyId far = world.createBody({.position = {-3.0, 0.0}});
    world.addShape(far, {.geometry = Circle{.radius = 0.5f}, .filter = {.category = 2}});
    const auto all = world.queryClosest({}, 10.0f);
    REQUIRE(all.has_value());
    CHECK(world.bodyOf(all->shape) == near);
    CHECK(all->distance == doctest::Approx(1.5));
    const auto filtered = world.queryClosest({}, 10.0f, {.mask = 2});
    REQUIRE(filtered.has_value());
    CHECK(world.bodyOf(filtered->shape) == far);
    CHECK(filtered->point.x == doctest::Approx(-2.5));
    CHECK_FALSE(world.queryClosest({}, 1.0f).has_value());
    const auto inside = world.queryClosest({2.1, 0.0}, 0.0f);
    REQUIRE(inside.has_value());
    CHECK(inside->distance == 0.0f);
    // The box of the circle is within reach, the circle is not.
    CHECK_FALSE(world.queryClosest({1.4, 0.6}, 0.2f).has_value());
}

TEST_CASE("point_queries_test_only_shapes_that_pass_the_filter")
{
    World world;
    const BodyId body = world.createBody({});
    const ShapeId shape = world.addShape(body, {.geometry = makeBox(1.0f, 1.0f), .filter = {.category = 4}});
    CHECK(world.queryPoint({0.5, 0.5}) == std::vector<ShapeId>{shape});
    CHECK(world.queryPoint({0.5, 0.5}, {.mask = 4}) == std::vector<ShapeId>{shape});
    CHECK(world.queryPoint({0.5, 0.5}, {.mask = 3}).empty());
}

TEST_CASE("hits_at_one_fraction_come_in_the_order_of_their_shapes")
{
    World world;
    const BodyId body = world.createBody({});
    const ShapeId first = world.addShape(body, {.geometry = makeBox(0.5f, 0.5f)});
    const ShapeId second = world.addShape(body, {.geometry = makeBox(0.5f, 1.0f)});
    const auto hits = world.castRayAll({{-2.0, 0.0}, {4.0f, 0.0f}});
    REQUIRE(hits.size() == 2);
    CHECK(hits[0].fraction == hits[1].fraction);
    CHECK(hits[0].shape == first);
    CHECK(hits[1].shape == second);
    const auto nearest = world.castRay({{-2.0, 0.0}, {4.0f, 0.0f}});
    REQUIRE(nearest.has_value());
    CHECK(nearest->shape == first);
}

TEST_CASE("at_the_origin_of_a_ray_the_first_of_its_shapes_is_hit_in_whichever_tree_it_is")
{
    for (const BodyType first : {BodyType::Dynamic, BodyType::Static}) {
        World world;
        const BodyId a = addBody(world, Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}}, {.type = first});
        addBody(world, Segment{{0.0f, -1.0f}, {0.0f, 1.0f}}, {.type = BodyType::Static});
        const WorldRay ray({0.0, 0.0}, {1.0f, 1.0f});
        const auto hit = world.castRay(ray);
        REQUIRE(hit.has_value());
        CHECK(hit->fraction == 0.0f);
        CHECK(world.bodyOf(hit->shape) == a);
        CHECK(world.castRayAll(ray).front().shape == hit->shape);
    }
}

TEST_CASE("both_forms_of_a_ray_agree_on_a_shape_that_rounding_puts_a_hair_beyond_the_ray_s_box")
{
    World world;
    const BodyId body = world.createBody({.type = BodyType::Static, .position = {-4.0, -4.0}});
    // Its end is 0.24 micrometres below the ray's origin and 0.12 to the right of it; the ray leads to the
    // left and down.
    world.addShape(body, {.geometry = Segment{{3.0f, 2.71764708f}, {-0.999999881f, -1.00000024f}}});
    const WorldRay ray{{-5.0, -5.0}, {-10.0f, -10.0f}};
    REQUIRE(world.castRay(ray).has_value());
    REQUIRE(world.castRayAll(ray).size() == 1);
    CHECK(world.castRayAll(ray).front().fraction == world.castRay(ray)->fraction);
}

TEST_CASE("the_view_of_a_pair_is_the_same_either_way_round_and_empty_without_a_contact")
{
    World world;
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0, 0.5}});
    const BodyId ball = addBody(world, Circle{}, {.position = {50.0, 0.5}});
    const ShapeId ofGround = world.shapeAt(0), ofBox = world.shapesOf(box)[0];
    const ShapeId ofBall = world.shapesOf(ball)[0];
    world.step(kStep);
    REQUIRE(world.contactView(ofGround, ofBox));
    CHECK(world.contactView(ofGround, ofBox).points.size() == 2);
    CHECK(world.contactView(ofBox, ofGround).contact == world.contactView(ofGround, ofBox).contact);
    CHECK_FALSE(world.contactView(ofBox, ofBall));
    CHECK_FALSE(world.contactView(ofBox, ShapeId{}));
    CHECK_FALSE(world.contactView(ShapeId{}, ofBox));
    run(world, 2.0f);
    REQUIRE_FALSE(world.body(box).awake);
    CHECK(world.contactView(ofGround, ofBox)); // in its sleeping island
    world.destroyBody(box);
    CHECK_FALSE(world.contactView(ofGround, ofBox));
}
