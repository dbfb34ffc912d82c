// Far from the origin: a world that is moved there steps to the same bits.

#include "engine/math/position.h"
#include "engine/world/world_access.h"
#include <satbox/math.h>
#include <satbox/scene/builders.h>
#include <satbox/scene/scene.h>
#include <satbox/shapes.h>
#include <satbox/world.h>

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <string_view>

namespace satbox {

namespace {

const std::array kPlaces{Position{1e6, -8e5}, Position{-1'999'000.0, 1'999'000.0},
                         Position{50'000.0, 3.0 * PositionGrid().spacing()}};

Position shifted(Position p, Position by) { return {p.x + by.x, p.y + by.y}; }

// The same bodies and shapes in a world of their own.
World movedCopy(const World& world, Position by)
{
    World copy(world.settings());
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        BodyDef def = world.bodyDef(id);
        def.position = shifted(def.position, by);
        const BodyId made = copy.createBody(def);
        for (const ShapeId shape : world.shapesOf(id)) copy.addShape(made, world.shapeDef(shape));
    });
    return copy;
}

std::string textOf(const World& world)
{
    Scene scene;
    scene.world = world;
    return writeScene(scene);
}

bool movesAlike(const World& world, const World& moved, Position by)
{
    bool alike = stateOf(world).contacts.awake.size() == stateOf(moved).contacts.awake.size();
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& m) {
        const BodyMotion& n = moved.motion(id);
        alike &= n.center == shifted(m.center, by) && n.q == m.q && n.v == m.v && n.w == m.w &&
                 moved.body(id).awake == body.awake;
    });
    for (size_t i = 0; alike && i < stateOf(world).contacts.awake.size(); ++i) {
        const Contact &c = stateOf(world).contacts.awake[i], &d = stateOf(moved).contacts.awake[i];
        alike &= c.shapeA == d.shapeA && c.shapeB == d.shapeB && c.count == d.count && c.normal == d.normal;
        for (int k = 0; k < c.count; ++k)
            alike &= c.points[k].normalImpulse == d.points[k].normalImpulse &&
                     c.points[k].anchorA == d.points[k].anchorA;
    }
    return alike;
}

} // namespace

TEST_CASE("displacements_on_the_grid_are_the_same_anywhere_and_undo_each_other")
{
    const PositionGrid grid;
    CHECK(grid.spacing() == 1.0 / 1073741824.0);
    CHECK(PositionGrid(0.25f).spacing() == 0.25 * grid.spacing());
    CHECK(PositionGrid(0.499f).spacing() == 0.25 * grid.spacing());
    for (const Position place : kPlaces) {
        const Position p = grid.snap(place);
        CHECK(grid.snap(p) == p);
        CHECK(std::fabs(p.x - place.x) <= 0.5 * grid.spacing());
        for (const Vec2 by : {Vec2{0.1f, -3.7f}, Vec2{1e-9f, 5e4f}, Vec2{1.0f / 3.0f, -1e-5f}}) {
            const Position there = grid.displaced(p, by);
            CHECK(grid.displaced(there, -by) == p);
            CHECK(there - p == grid.displaced({}, by) - Position{});
        }
    }
}

TEST_CASE("boxes_of_large_shapes_at_the_worlds_edge_are_saved_as_they_are")
{
    // The circle's box extends beyond 2^21 m, the limit of PositionGrid::displaced().
    World world;
    const BodyId id = world.createBody({.position = {-0.2, 1'999'999.3}, .bullet = true});
    REQUIRE_FALSE(
        world.addShape(id, {.geometry = Circle{.center = {1e5f, 2e-4f}, .radius = 99'999.9f}}).isNull());
    for (int i = 0; i < 20; ++i) {
        world.step(1.0f / 60.0f);
        Scene scene;
        scene.world = world;
        const SceneResult read = readScene(writeScene(scene), "far.json");
        REQUIRE_MESSAGE(read.ok(), read.error);
        REQUIRE(read.scene.world.hash() == world.hash());
    }
    const PositionGrid grid;
    for (int64_t k = 0; k < 1000; ++k) {
        const double place = 2'176'221.0 + static_cast<double>(k) * grid.spacing();
        REQUIRE(grid.snap(place) == place);
        REQUIRE(grid.snap(place + 0.25 * grid.spacing()) == place);
    }
}

TEST_CASE("a_scene_far_from_the_origin_moves_bit_for_bit_as_at_the_origin")
{
    constexpr std::array<std::string_view, 7> kScenes{
        "pyramid", "compound", "mixed_rain", "tumbler", "bullet_wall", "newtons_cradle", "gas"};
    for (const std::string_view name : kScenes) {
        CAPTURE(name);
        const BuiltinScene* scene = findBuiltinScene(name);
        REQUIRE(scene);
        const World built = scene->build().world;
        for (const Position by : kPlaces) {
            World world = movedCopy(built, {});
            World moved = movedCopy(built, by);
            int step = 0;
            while (step < 150 && movesAlike(world, moved, by)) {
                world.step(1.0f / 60.0f);
                moved.step(1.0f / 60.0f);
                ++step;
            }
            CHECK(step == 150);
        }
    }
}

TEST_CASE("every_solver_moves_a_far_stack_bit_for_bit_as_at_the_origin")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        CAPTURE(toString(solver));
        World built = findBuiltinScene("ten_boxes")->build().world;
        WorldSettings settings = built.settings();
        settings.solver = solver;
        REQUIRE(built.setSettings(settings));
        World world = movedCopy(built, {});
        World moved = movedCopy(built, kPlaces[0]);
        for (int i = 0; i < 300; ++i) {
            world.step(1.0f / 60.0f);
            moved.step(1.0f / 60.0f);
        }
        CHECK(movesAlike(world, moved, kPlaces[0]));
    }
}

TEST_CASE("a_pyramid_a_thousand_kilometres_away_stands_and_falls_asleep")
{
    World world = movedCopy(findBuiltinScene("pyramid")->build().world, kPlaces[0]);
    const World start = world;
    for (int i = 0; i < 1200; ++i) world.step(1.0f / 60.0f);
    CHECK(world.counters().awakeBodies == 0);
    float farthest = 0.0f;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion& m) {
        farthest = std::max(farthest, std::fabs((m.center - start.motion(id).center).x));
    });
    CHECK(farthest < 0.01f);
}

TEST_CASE("queries_far_from_the_origin_answer_as_at_the_origin")
{
    const Position by = kPlaces[0];
    World world;
    for (int i = 0; i < 2; ++i) {
        const BodyId ball = world.createBody({.position = i == 0 ? Position{} : by});
        world.addShape(ball, {.geometry = Circle{{0.0f, 0.0f}, 0.5f}});
        const BodyId box = world.createBody({.position = shifted({1.3, 0.0}, i == 0 ? Position{} : by)});
        world.addShape(box, {.geometry = makeBox(0.25f, 0.25f)});
    }
    const auto near = world.castRay({Position{-2.0, 0.001}, {10.0f, 0.0f}});
    const auto far = world.castRay({shifted({-2.0, 0.001}, by), {10.0f, 0.0f}});
    REQUIRE(near);
    REQUIRE(far);
    CHECK(far->fraction == near->fraction);
    CHECK(length(far->point - shifted(near->point, by)) < 1e-9f);
    // A query box that ends 1 mm before the ball, and one that reaches it.
    CHECK(world.queryBox({shifted({-1.0, -0.1}, by), shifted({-0.501, 0.1}, by)}).empty());
    CHECK(world.queryBox({shifted({-1.0, -0.1}, by), shifted({-0.499, 0.1}, by)}).size() == 1);
    CHECK(world.queryPoint(shifted({0.499, 0.0}, by)).size() == 1);
    CHECK(world.queryPoint(shifted({0.501, 0.0}, by)).empty());
    const auto closest = world.queryClosest(shifted({0.775, 0.0}, by), 1.0f);
    REQUIRE(closest);
    CHECK(closest->distance == doctest::Approx(0.275));
}

TEST_CASE("a_scene_far_from_the_origin_is_saved_and_read_back_whole")
{
    World world = movedCopy(findBuiltinScene("pyramid")->build().world, kPlaces[0]);
    for (int i = 0; i < 30; ++i) world.step(1.0f / 60.0f);
    const SceneResult read = readScene(textOf(world), "far.json");
    REQUIRE(read.error == "");
    World back = read.scene.world;
    CHECK(back.hash() == world.hash());
    for (int i = 0; i < 60; ++i) {
        world.step(1.0f / 60.0f);
        back.step(1.0f / 60.0f);
    }
    CHECK(back.hash() == world.hash());
}

TEST_CASE("another_length_unit_moves_bodies_by_no_more_than_its_grid_and_is_saved_whole")
{
    World world = findBuiltinScene("pyramid")->build().world;
    WorldSettings settings = world.settings();
    settings.lengthUnit = 0.01f;
    REQUIRE(world.setSettings(settings));
    for (int i = 0; i < 5; ++i) world.step(1.0f / 240.0f);
    const World before = world;
    settings.lengthUnit = 4.0f;
    REQUIRE(world.setSettings(settings));
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion& m) {
        CHECK(std::fabs(m.center.x - before.motion(id).center.x) <= 2.0 * PositionGrid().spacing());
    });
    World back = readScene(textOf(world), "unit.json").scene.world;
    CHECK(back.hash() == world.hash());
    back.step(1.0f / 60.0f);
    world.step(1.0f / 60.0f);
    CHECK(back.hash() == world.hash());
}

TEST_CASE("bodies_beyond_two_thousand_kilometres_are_frozen_and_refused")
{
    World world;
    CHECK(world.createBody({.position = {2'000'001.0, 0.0}}).isNull());
    const BodyId body = world.createBody({.position = {1'999'999.0, 0.0}, .linearVelocity = {100.0f, 0.0f}});
    world.addShape(body, {.geometry = makeBox(0.5f, 0.5f)});
    for (int i = 0; i < 60; ++i) world.step(1.0f / 60.0f);
    CHECK(world.body(body).quarantined);
    CHECK(world.motion(body).center.x <= kMaxPosition);
}

} // namespace satbox
