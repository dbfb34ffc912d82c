#include "engine/collision/distance.h"
#include "engine/world/queries_observed.h"
#include <satbox/scene/scene.h>

#include "tests/support/allocation_counter.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/random_shapes.h"

#include <doctest/doctest.h>

#include <limits>

using namespace satbox;
using namespace satbox::test;
using doctest::Approx;

namespace {

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Shapes of all kinds around `center`. Some were removed and others added, and the bodies have moved, so that
// neither slots nor trees have the order of creation.
World crowd(Position center, int count)
{
    Lcg random(91);
    World world(settingsFor(SolverType::SoftStep, {0.0f, -1.0f}));
    std::vector<BodyId> bodies;
    for (int i = 0; i < count; ++i) {
        const Transform pose = randomPose(random, 8.0f);
        const bool fixed = i % 3 == 0;
        const BodyId id = world.createBody({.type = fixed ? BodyType::Static : BodyType::Dynamic,
                                            .position = center + pose.p,
                                            .rotation = pose.q,
                                            .userValue = static_cast<uint64_t>(i)});
        const Shape shape = fixed ? randomShape(random, 1.0f) : Shape{makeBox(0.3f, 0.2f)};
        world.addShape(id, {.geometry = shape, .filter = {.category = i % 5 == 0 ? 2u : 1u}});
        bodies.push_back(id);
        if (i % 7 == 6) world.destroyBody(bodies[static_cast<size_t>(i) - 4]);
        if (i % 20 == 0) world.step(kStep);
    }
    return world;
}

World savedAndRead(const World& world)
{
    Scene scene;
    scene.name = "saved";
    scene.world = world;
    const SceneResult read = readScene(writeScene(scene), "saved.json");
    REQUIRE(read.ok());
    return read.scene.world;
}

// Distance of a shape of the world from a shape at a pose, by GJK.
float distanceTo(const World& world, ShapeId id, const Shape& shape, const WorldTransform& pose)
{
    const WorldTransform own = world.motion(world.bodyOf(id)).transform();
    return computeDistance(world.shape(id).shape, shape, invMul(own, pose)).distance;
}

std::vector<ShapeId> allShapes(const World& world)
{
    std::vector<ShapeId> ids;
    world.forEachShape([&](ShapeId id, const BodyShape&) { ids.push_back(id); });
    return ids;
}

bool equal(const WorldShapeHit& a, const WorldShapeHit& b)
{
    return a.shape == b.shape && a.point == b.point && a.normal == b.normal && a.fraction == b.fraction &&
           a.moving == b.moving;
}

// The results of a query that passes each to a function.
template<class Result, class Query>
std::vector<Result> collect(Query&& query)
{
    std::vector<Result> results;
    query([&](const Result& result) { return results.push_back(result), true; });
    return results;
}

struct VisitCounter {
    static constexpr bool kRecords = true;
    int nodes = 0;
    int tested = 0;
    void onTree(BroadPhase::Layer) {}
    void onVisit(const TreeVisit&) { ++nodes; }
    void onShape(uint32_t, ShapeTestResult) { ++tested; }
};

} // namespace

TEST_CASE("shapes_that_touch_or_overlap_a_shape_are_found_and_those_whose_boxes_overlap_are_not")
{
    World world;
    const ShapeId box = world.addShape(world.createBody({}), {.geometry = makeBox(1.0f, 1.0f)});
    CHECK(world.overlapShape(Circle{}, Position{1.4, 0.0}) == std::vector<ShapeId>{box});
    CHECK(world.overlapShape(Circle{}, Position{1.5, 0.0}) == std::vector<ShapeId>{box});
    CHECK(world.overlapShape(Circle{}, Position{1.51, 0.0}).empty());
    CHECK(world.overlapShape(Circle{}, Position{1.4, 1.4}).empty()); // beside the corner
    CHECK(world.overlapShape(Circle{{0.0f, 0.0f}, 0.1f}, Position{}) == std::vector<ShapeId>{box}); // inside
    const Segment diagonal{{-1.0f, 1.5f}, {1.5f, -1.0f}};
    CHECK(world.overlapShape(diagonal, Position{}) == std::vector<ShapeId>{box});
    CHECK(world.overlapShape(diagonal, Position{0.8, 0.8}).empty());
    CHECK(world.overlapShape(makeBox(0.5f, 0.5f), {Position{1.6, 0.0}, makeRot(kPi / 4.0f)}).size() == 1);
    CHECK(world.overlapShape(makeBox(0.5f, 0.5f), Position{1.6, 0.0}).empty());
    CHECK(world.overlapShape(Circle{}, Position{}, {.mask = 2}).empty());
}

TEST_CASE("overlaps_of_random_shapes_are_those_of_a_search_over_all_shapes_at_any_distance_from_the_origin")
{
    for (const Position center : {Position{}, Position{1.5e6, -7.3e5}}) {
        const World world = crowd(center, 300);
        Lcg random(92);
        size_t found = 0;
        for (int i = 0; i < 200; ++i) {
            const Shape shape = randomShape(random, 2.0f);
            const Transform pose = randomPose(random, 8.0f);
            const WorldTransform at{center + pose.p, pose.q};
            const Filter filter{.mask = i % 2 == 0 ? 3u : 2u};
            std::vector<ShapeId> expected;
            for (const ShapeId id : allShapes(world))
                if (shouldCollide(world.shape(id).def.filter, filter) &&
                    distanceTo(world, id, shape, at) == 0.0f)
                    expected.push_back(id);
            CHECK(world.overlapShape(shape, at, filter) == expected);
            found += expected.size();
        }
        CHECK(found > 200);
    }
}

TEST_CASE("a_cast_shape_stops_at_the_nearest_of_all_shapes_at_any_distance_from_the_origin")
{
    for (const Position center : {Position{}, Position{1.5e6, -7.3e5}}) {
        const World world = crowd(center, 300);
        Lcg random(93);
        int hits = 0;
        for (int i = 0; i < 200; ++i) {
            CAPTURE(i);
            const Shape shape = randomShape(random, 0.4f);
            const Transform pose = randomPose(random, 9.0f);
            const WorldTransform at{center + pose.p, pose.q};
            const Vec2 translation = randomPoint(random, 8.0f);
            std::optional<WorldShapeHit> expected;
            for (const ShapeId id : allShapes(world)) {
                const WorldTransform own = world.motion(world.bodyOf(id)).transform();
                const auto hit =
                    castShape(world.shape(id).shape, shape, invMul(own, at), invRotate(own.q, translation));
                if (hit && (!expected || hit->fraction < expected->fraction))
                    expected = WorldShapeHit{
                        id, transformPoint(own, hit->point), rotate(own.q, hit->normal), hit->fraction, {}};
            }
            const auto found = world.castShape(shape, at, translation);
            REQUIRE(found.has_value() == expected.has_value());
            if (!found) continue;
            ++hits;
            CHECK(equal(*found, *expected));
            // Nothing is overlapped on the way, and something is touched at its end.
            const auto atFraction = [&](float t) { return WorldTransform{at.p + t * translation, at.q}; };
            CHECK(distanceTo(world, found->shape, shape, atFraction(found->fraction)) <= 1e-5f);
            if (found->fraction > 0.0f)
                CHECK(world.overlapShape(shape, atFraction(0.999f * found->fraction)).empty());
        }
        CHECK(hits > 80);
    }
}

TEST_CASE("far_from_the_origin_a_box_falls_exactly_onto_a_wall")
{
    World world;
    const Position far{1'900'000.3, 1'900'000.7};
    addBody(world, makeBox(5.0f, 0.5f), {.type = BodyType::Static, .position = far});
    const auto hit = world.castShape(makeBox(0.25f, 0.25f), far + Vec2{1.0f, 4.8f}, {0.0f, -8.1f});
    REQUIRE(hit.has_value());
    CHECK(hit->fraction == Approx(0.5).epsilon(1e-6));
    CHECK(hit->normal == Vec2{0.0f, 1.0f});
    CHECK(hit->point.y - far.y == Approx(0.5).epsilon(1e-6));
}

TEST_CASE("all_hits_of_a_cast_come_sorted_the_same_with_a_function_and_as_a_list")
{
    const World world = crowd({}, 400);
    const Shape shape = makeBox(0.6f, 0.6f);
    const std::vector<WorldShapeHit> all = world.castShapeAll(shape, Position{-10.0, 0.0}, {20.0f, 0.0f});
    REQUIRE(all.size() > 20); // several batches
    for (size_t i = 1; i < all.size(); ++i) CHECK(all[i - 1].fraction <= all[i].fraction);
    const auto passed = collect<WorldShapeHit>([&](auto fn) {
        world.castShape(shape, Position{-10.0, 0.0}, {20.0f, 0.0f}, {}, fn);
    });
    REQUIRE(passed.size() == all.size());
    for (size_t i = 0; i < all.size(); ++i) CHECK(equal(passed[i], all[i]));
    const auto nearest = world.castShape(shape, Position{-10.0, 0.0}, {20.0f, 0.0f});
    REQUIRE(nearest.has_value());
    CHECK(equal(*nearest, all[0]));
}

TEST_CASE("queries_with_a_function_give_the_results_of_those_that_return_lists")
{
    const World world = crowd({}, 400);
    const WorldBox box{{-6.0, -6.0}, {6.0, 6.0}};
    const auto inBox = collect<ShapeId>([&](auto fn) { world.queryBox(box, {}, fn); });
    CHECK(inBox.size() > 50);
    CHECK(inBox == world.queryBox(box));
    const Circle large{{0.0f, 0.0f}, 6.0f};
    const auto overlaps = collect<ShapeId>([&](auto fn) { world.overlapShape(large, Position{}, {}, fn); });
    CHECK(overlaps.size() > 50);
    CHECK(overlaps == world.overlapShape(large, Position{}));

    Lcg random(94);
    size_t atPoints = 0, onRays = 0;
    for (int i = 0; i < 300; ++i) {
        const Position point = Position{} + randomPoint(random, 8.0f);
        const auto containing = collect<ShapeId>([&](auto fn) { world.queryPoint(point, {.mask = 1}, fn); });
        CHECK(containing == world.queryPoint(point, {.mask = 1}));
        atPoints += containing.size();
        const WorldRay ray(point, randomPoint(random, 20.0f));
        const auto hits = collect<WorldRayHit>([&](auto fn) { world.castRay(ray, {.mask = 1}, fn); });
        const std::vector<WorldRayHit> all = world.castRayAll(ray, {.mask = 1});
        REQUIRE(hits.size() == all.size());
        for (size_t k = 0; k < all.size(); ++k) {
            CHECK(hits[k].shape == all[k].shape);
            CHECK(hits[k].fraction == all[k].fraction);
            CHECK(hits[k].point == all[k].point);
        }
        onRays += hits.size();
    }
    CHECK(atPoints > 20);
    CHECK(onRays > 600);
}

TEST_CASE("the_nearest_points_of_all_shapes_within_reach_come_nearest_first")
{
    const World world = crowd({}, 300);
    const auto points = collect<ClosestPoint>([&](auto fn) { world.queryClosest({1.0, 1.0}, 3.0f, {}, fn); });
    REQUIRE(points.size() > 20);
    for (size_t i = 1; i < points.size(); ++i) CHECK(points[i - 1].distance <= points[i].distance);
    CHECK(points.back().distance <= 3.0f);
    const auto nearest = world.queryClosest({1.0, 1.0}, 3.0f);
    REQUIRE(nearest.has_value());
    CHECK(nearest->shape == points[0].shape);
    size_t within = 0;
    for (const ShapeId id : allShapes(world)) {
        const WorldTransform pose = world.motion(world.bodyOf(id)).transform();
        const Vec2 local = invTransformPoint(pose, {1.0, 1.0});
        if (length(closestPoint(world.shape(id).shape, local) - local) <= 3.0f) ++within;
    }
    CHECK(points.size() == within);
}

TEST_CASE("a_query_ends_when_its_function_returns_false")
{
    const World world = crowd({}, 200);
    const WorldBox everywhere{{-99.0, -99.0}, {99.0, 99.0}};
    for (const int most : {1, 3, 7, 30}) {
        CAPTURE(most);
        int calls = 0;
        const auto count = [&](const auto&) { return ++calls < most; };
        const auto callsOf = [&](auto&& query) {
            calls = 0;
            query();
            return calls;
        };
        const Circle large{{0.0f, 0.0f}, 20.0f};
        CHECK(callsOf([&] { world.queryBox(everywhere, {}, count); }) == most);
        CHECK(callsOf([&] { world.overlapShape(large, Position{}, {}, count); }) == most);
        CHECK(callsOf([&] { world.queryClosest({}, 50.0f, {}, count); }) == most);
        CHECK(callsOf([&] { world.castShape(large, Position{}, {1.0f, 0.0f}, {}, count); }) == most);
    }
    int calls = 0;
    world.castRay(WorldRay({-20.0, 0.0}, {40.0f, 0.0f}), {}, [&](const WorldRayHit&) { return ++calls < 3; });
    CHECK(calls == 3);
}

TEST_CASE("queries_with_a_function_allocate_nothing")
{
    const World world = crowd({}, 300);
    const BodyId body = world.bodyOf(allShapes(world)[5]);
    size_t results = 0;
    const auto count = [&](const auto&) { return ++results, true; };
    const size_t before = allocationCount();
    world.queryBox({{-6.0, -6.0}, {6.0, 6.0}}, {}, count);
    world.queryPoint({}, {}, count);
    world.queryClosest({}, 5.0f, {}, count);
    world.castRay(WorldRay({-20.0, 0.0}, {40.0f, 0.0f}), {}, count);
    world.overlapShape(makeBox(3.0f, 3.0f), Position{}, {}, count);
    world.castShape(makeBox(3.0f, 3.0f), Position{-20.0, 0.0}, {40.0f, 0.0f}, {}, count);
    world.castBody(body, {30.0f, 0.0f}, count);
    CHECK(allocationCount() == before);
    CHECK(results > 300);
}

TEST_CASE("a_world_read_back_from_a_file_gives_all_results_in_the_same_order")
{
    const World world = crowd({}, 300);
    const World read = savedAndRead(world);
    // The trees of the file's world are new: its order of visits differs.
    const auto visits = [](const World& w) {
        std::vector<uint32_t> slots;
        stateOf(w).broadPhase.query({{-9.0, -9.0}, {9.0, 9.0}},
                                    [&](uint32_t slot) { return slots.push_back(slot), true; });
        return slots;
    };
    CHECK(visits(world) != visits(read));

    // A scene file numbers the shapes anew, in their order; the bodies are known by their user values.
    const auto overlaps = [](const World& w) {
        std::vector<uint64_t> bodies;
        w.overlapShape(makeBox(5.0f, 5.0f), Position{}, {},
                       [&](ShapeId id) { return bodies.push_back(w.body(w.bodyOf(id)).userValue), true; });
        return bodies;
    };
    CHECK(overlaps(world).size() > 64);
    CHECK(overlaps(world) == overlaps(read));
    const auto hits = [](const World& w) {
        std::vector<std::pair<uint64_t, float>> found;
        w.castShape(makeBox(3.0f, 3.0f), Position{-12.0, 0.0}, {24.0f, 0.0f}, {},
                    [&](const WorldShapeHit& hit) {
                        return found.emplace_back(w.body(w.bodyOf(hit.shape)).userValue, hit.fraction), true;
                    });
        return found;
    };
    CHECK(hits(world).size() > 64);
    CHECK(hits(world) == hits(read));
}

TEST_CASE("hits_at_the_same_fraction_come_in_the_order_of_their_shapes")
{
    World world;
    std::vector<ShapeId> boxes;
    for (int i = 0; i < 40; ++i) // in both trees
        boxes.push_back(
            world.addShape(world.createBody({.type = i % 2 == 0 ? BodyType::Dynamic : BodyType::Static,
                                             .position = {0.0, 2.0 * i}}),
                           {.geometry = makeBox(0.5f, 0.9f)}));
    std::vector<ShapeId> hit;
    world.castShape(makeBox(0.5f, 100.0f), Position{-5.0, 40.0}, {9.0f, 0.0f}, {},
                    [&](const WorldShapeHit& found) {
                        CHECK(found.fraction == Approx(4.0 / 9.0));
                        return hit.push_back(found.shape), true;
                    });
    CHECK(hit == boxes);
}

TEST_CASE("a_cast_tests_only_nodes_and_shapes_near_its_path")
{
    World world;
    for (int x = 0; x < 60; ++x)
        for (int y = 0; y < 60; ++y)
            addBody(
                world, Circle{},
                {.type = x % 2 == 0 ? BodyType::Static : BodyType::Dynamic, .position = {3.0 * x, 3.0 * y}});
    VisitCounter all, near;
    const WorldBox everywhere{{-9.0, -9.0}, {999.0, 999.0}};
    CHECK(queryBoxObserved(world, everywhere, {}, all).size() == 3600);
    // Between two rows: the boxes of 20 circles at most are near, none is hit.
    CHECK_FALSE(castShapeObserved(world, makeBox(0.5f, 0.5f), Position{10.5, 31.5}, {60.0f, 0.0f}, {}, near));
    CHECK(near.tested == 0);
    CHECK(near.nodes * 10 < all.nodes);
    // Into a row: of the circles behind the nearest one few are tested.
    VisitCounter row;
    const auto hit =
        castShapeObserved(world, makeBox(0.5f, 0.5f), Position{10.5, 30.0}, {160.0f, 0.0f}, {}, row);
    REQUIRE(hit.has_value());
    CHECK(hit->point.x == Approx(11.5));
    CHECK(row.tested <= 10);
    CHECK(row.nodes * 10 < all.nodes);
}

TEST_CASE("shape_queries_with_invalid_arguments_find_nothing")
{
    World world;
    addBody(world, makeBox(50.0f, 50.0f), {});
    const Circle circle;
    REQUIRE(world.castShape(circle, Position{}, {1.0f, 0.0f}).has_value());
    const double nan = static_cast<double>(kNotANumber);
    for (const WorldTransform& pose : {WorldTransform{Position{nan, 0.0}}, WorldTransform{Position{0.0, nan}},
                                       WorldTransform{Position{}, Rot{kNotANumber, 0.0f}}}) {
        CHECK(world.overlapShape(circle, pose).empty());
        CHECK_FALSE(world.castShape(circle, pose, {1.0f, 0.0f}).has_value());
        CHECK(world.castShapeAll(circle, pose, {1.0f, 0.0f}).empty());
    }
    for (const Vec2 translation : {Vec2{kNotANumber, 0.0f}, Vec2{0.0f, kInfinity}, Vec2{1.1e7f, 0.0f}}) {
        CHECK_FALSE(world.castShape(circle, Position{}, translation).has_value());
        CHECK_FALSE(world.castBody(world.bodyAt(0), translation).has_value());
    }
    Polygon box = makeBox(1.0f, 1.0f);
    box.count = 2;
    for (const Shape& shape :
         {Shape{Circle{{0.0f, 0.0f}, -1.0f}}, Shape{Circle{{kNotANumber, 0.0f}, 1.0f}}, Shape{box}}) {
        CHECK(world.overlapShape(shape, Position{}).empty());
        CHECK_FALSE(world.castShape(shape, Position{}, {1.0f, 0.0f}).has_value());
    }
    int calls = 0;
    const auto count = [&](const auto&) { return ++calls, true; };
    world.queryBox({{nan, 0.0}, {1.0, 1.0}}, {}, count);
    world.queryPoint({nan, 0.0}, {}, count);
    world.queryClosest({nan, 0.0}, 1.0f, {}, count);
    world.queryClosest({}, -1.0f, {}, count);
    world.castRay({{0.0, nan}, {1.0f, 0.0f}}, {}, count);
    world.overlapShape(circle, Position{nan, 0.0}, {}, count);
    world.castShape(circle, Position{nan, 0.0}, {1.0f, 0.0f}, {}, count);
    world.castBody(BodyId{}, {1.0f, 0.0f}, count);
    CHECK(calls == 0);
}

TEST_CASE("a_cast_body_stops_with_the_first_of_its_shapes_that_hits_another_body")
{
    World world;
    const BodyId wall =
        addBody(world, makeBox(0.5f, 5.0f), {.type = BodyType::Static, .position = {10.0, 0.0}});
    const BodyId body = world.createBody({.position = {0.0, 0.0}, .rotation = makeRot(kPi / 2.0f)});
    const ShapeId rear = world.addShape(body, {.geometry = Circle{{0.0f, 1.0f}, 0.5f}});   // at (-1, 0)
    const ShapeId front = world.addShape(body, {.geometry = Circle{{0.0f, -2.0f}, 0.5f}}); // at (2, 0)
    const auto hit = world.castBody(body, {20.0f, 0.0f});
    REQUIRE(hit.has_value());
    CHECK(world.bodyOf(hit->shape) == wall);
    CHECK(hit->moving == front);
    CHECK(hit->fraction == Approx(7.0 / 20.0));
    CHECK(hit->normal.x == Approx(-1.0));
    CHECK(hit->point.x == Approx(9.5));
    std::vector<ShapeId> moving;
    world.castBody(body, {20.0f, 0.0f},
                   [&](const WorldShapeHit& found) { return moving.push_back(found.moving), true; });
    CHECK(moving == std::vector<ShapeId>{front, rear});
    CHECK_FALSE(world.castBody(body, {-20.0f, 0.0f}).has_value()); // its own shapes do not count
    world.destroyBody(body);
    CHECK_FALSE(world.castBody(body, {20.0f, 0.0f}).has_value());
}

TEST_CASE("a_cast_body_passes_what_cannot_block_it")
{
    World world;
    const auto at = [&](double x, const ShapeDef& def) {
        const BodyId id = world.createBody({.type = BodyType::Static, .position = {x, 0.0}});
        world.addShape(id, def);
        return id;
    };
    at(4.0, {.geometry = makeBox(0.5f, 1.0f), .sensor = true});
    at(6.0, {.geometry = makeBox(0.5f, 1.0f), .filter = {.category = 2}});
    const BodyId joined = at(8.0, {.geometry = makeBox(0.5f, 1.0f)});
    const BodyId disabled = at(10.0, {.geometry = makeBox(0.5f, 1.0f)});
    BodyDef def = world.bodyDef(disabled);
    def.enabled = false;
    REQUIRE(world.setBodyDef(disabled, def));
    const BodyId last = at(12.0, {.geometry = makeBox(0.5f, 1.0f)});
    const BodyId body = world.createBody({});
    world.addShape(body, {.geometry = makeBox(0.5f, 0.5f), .filter = {.mask = 1}});
    world.addShape(body, {.geometry = makeBox(3.0f, 0.5f), .filter = {.mask = 1}, .sensor = true});
    REQUIRE(world.createJoint({.bodyA = body, .bodyB = joined, .kind = FilterJoint{}}));
    const auto hit = world.castBody(body, {20.0f, 0.0f});
    REQUIRE(hit.has_value());
    CHECK(world.bodyOf(hit->shape) == last);
    CHECK(hit->fraction == Approx(11.0 / 20.0));
}
