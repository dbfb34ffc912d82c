#include "engine/lab/query_trace.h"
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>

#include "tests/support/lcg.h"
#include "tests/support/random_shapes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace satbox;
using doctest::Approx;
using satbox::test::Lcg;

namespace {

World groundAndThreeBoxes()
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.addShape(ground, {.geometry = makeBox(20.0f, 0.5f)});
    for (const float x : {-4.0f, 0.0f, 4.0f})
        world.addShape(world.createBody({.position = {x, 2.0f}}), {.geometry = makeBox(0.5f, 0.5f)});
    return world;
}

} // namespace

TEST_CASE("a_traced_box_query_has_the_counts_of_a_count_by_hand")
{
    const World world = groundAndThreeBoxes();
    const QueryTrace trace = traceQueryBox(world, {{-0.2f, 1.8f}, {0.2f, 2.2f}});
    REQUIRE(trace.shapes.size() == 1);
    // Two trees: the ground's root with one leaf; three leaves under two inner nodes.
    CHECK(trace.nodes == 2 + 5);
    const QueryTrace::Counts counts = trace.counts();
    CHECK(counts.visited == static_cast<int>(trace.steps.size()));
    CHECK(counts.visited == counts.entered + counts.pruned + counts.leaves);
    CHECK(trace.steps[0].layer == BroadPhase::Layer::Fixed);
    CHECK(trace.steps[0].depth == 0);
    CHECK(trace.steps[1].depth == 1); // the ground, whose box is not hit
    CHECK(trace.steps[1].visit.answer == NodeTestResult::Missed);
    CHECK(counts.leaves == 1);
    CHECK(counts.hits == 1);
    const auto found = std::ranges::find_if(
        trace.steps, [](const QueryTrace::Step& step) { return step.answer == ShapeTestResult::Hit; });
    REQUIRE(found != trace.steps.end());
    CHECK(found->shape == trace.shapes[0]);
    CHECK(found->layer == BroadPhase::Layer::Movable);
}

TEST_CASE("a_traced_query_separates_shapes_that_only_their_fat_boxes_hit")
{
    World world;
    const ShapeId circle = world.addShape(world.createBody({}), {.geometry = Circle{{0.0f, 0.0f}, 0.5f}});
    const WorldBox& tight = world.boxes(circle).tight;
    const WorldBox& fat = world.boxes(circle).fat;
    const double between = 0.5 * (tight.upper.x + fat.upper.x);
    const QueryTrace box = traceQueryBox(world, {{between, -0.1f}, {between + 1.0f, 0.1f}});
    CHECK(box.shapes.empty());
    CHECK(box.steps.back().answer == ShapeTestResult::Missed);
    CHECK(box.counts().leaves == 1);
    CHECK(box.counts().hits == 0);
    // Through the corner of the box, past the circle.
    const QueryTrace ray = traceCastRay(world, Ray{{0.1f, 1.0f}, {0.9f, -0.9f}});
    CHECK_FALSE(ray.hit);
    CHECK(ray.steps.back().answer == ShapeTestResult::Missed);
    const QueryTrace filtered = traceCastRay(world, Ray{{-2.0f, 0.0f}, {4.0f, 0.0f}}, {.mask = 0});
    CHECK_FALSE(filtered.hit);
    CHECK(filtered.steps.back().answer == ShapeTestResult::Filtered);
}

TEST_CASE("a_traced_ray_stops_searching_at_its_nearest_hit_in_both_trees")
{
    World world = groundAndThreeBoxes();
    // A wall to the left of all shapes: a hit in the first tree, before the second one is searched.
    world.addShape(world.createBody({.type = BodyType::Static, .position = {-7.0f, 2.0f}}),
                   {.geometry = makeBox(0.5f, 1.0f)});
    const QueryTrace trace = traceCastRay(world, Ray{{-10.0f, 2.0f}, {20.0f, 0.0f}});
    REQUIRE(trace.hit);
    CHECK(trace.hit->point.x == Approx(-7.5f));
    CHECK(trace.hit->normal.x == Approx(-1.0f));
    int movable = 0;
    for (const QueryTrace::Step& step : trace.steps) {
        if (step.layer != BroadPhase::Layer::Movable) continue;
        ++movable;
        if (step.visit.answer == NodeTestResult::Root) continue;
        CHECK(step.visit.answer == NodeTestResult::Missed);
        CHECK(step.visit.maxFraction == Approx(0.125f));
    }
    CHECK(movable == 3); // the root and its two children
}

TEST_CASE("traced_queries_answer_as_untraced_ones")
{
    Lcg random{12};
    for (const char* name : {"welcome", "pyramid", "box_stack"}) {
        CAPTURE(std::string(name));
        const BuiltinScene* scene = findBuiltinScene(name);
        REQUIRE(scene != nullptr);
        World world = scene->build().world;
        for (int i = 0; i < 40; ++i) world.step(1.0f / 60.0f);
        const uint64_t hash = world.hash();
        for (int i = 0; i < 200; ++i) {
            const Vec2 from = test::randomPoint(random, 8.0f) + Vec2{0.0f, 4.0f};
            const Vec2 to = test::randomPoint(random, 8.0f) + Vec2{0.0f, 4.0f};
            const Aabb box{minimum(from, to), maximum(from, to)};
            const QueryTrace traced = traceQueryBox(world, box);
            CHECK(traced.shapes == world.queryBox(box));
            CHECK(traced.counts().hits == static_cast<int>(traced.shapes.size()));

            const Ray ray{from, to - from};
            const QueryTrace cast = traceCastRay(world, ray);
            const auto hit = world.castRay(ray);
            const auto all = world.castRayAll(ray);
            REQUIRE(cast.hit.has_value() == hit.has_value());
            CHECK(all.empty() == !hit);
            if (!hit) continue;
            CHECK(cast.hit->shape == hit->shape);
            CHECK(cast.hit->point == hit->point);
            CHECK(cast.hit->fraction == hit->fraction);
            CHECK(all.front().fraction == hit->fraction);
        }
        CHECK(world.hash() == hash);
    }
}
