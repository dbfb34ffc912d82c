// Creating, editing and removing at step boundaries, stale handles, queries.
#include "tests/support/physics_fixture.h"
#include "tests/support/saved_world.h"
#include "tests/support/world_internals.h"
#include <satbox/scene/scene.h>

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("stale_handles_are_refused_and_not_followed")
{
    World world;
    const BodyId old = addBody(world, Circle{}, {});
    const ShapeId oldShape = world.shapesOf(old)[0];
    REQUIRE(world.destroyBody(old));
    const BodyId next = addBody(world, Circle{}, {}); // takes the same slot
    CHECK(next.index == old.index);
    CHECK_FALSE(world.isValid(old));
    CHECK_FALSE(world.isValid(oldShape));
    CHECK_FALSE(world.destroyBody(old));
    CHECK_FALSE(world.removeShape(oldShape));
    CHECK_FALSE(world.setVelocity(old, {1.0f, 0.0f}, 0.0f));
    CHECK_FALSE(world.applyImpulse(old, {1.0f, 0.0f}, {0.0f, 0.0f}));
    CHECK(world.addShape(old, {.geometry = Circle{}}).isNull());
    CHECK(world.createMouseJoint(old, {0.0f, 0.0f}).isNull());
    CHECK(world.bodyOf(oldShape).isNull());
    CHECK(world.shapesOf(old).empty());
    CHECK_FALSE(world.isValid(BodyId{}));
    CHECK(world.isValid(next));
    CHECK(world.motion(next).v == Vec2{0.0f, 0.0f});
}

TEST_CASE("bad_definitions_are_refused_and_change_nothing")
{
    World world;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(world.createBody({.position = {nan, 0.0f}}).isNull());
    CHECK(world.createBody({.linearVelocity = {0.0f, std::numeric_limits<float>::infinity()}}).isNull());
    const BodyId body = world.createBody({});
    CHECK(world.addShape(body, {.geometry = Circle{.radius = -1.0f}}).isNull());
    CHECK(world.addShape(body, {.geometry = Polygon{}}).isNull());
    CHECK(world.addShape(body, {.geometry = Circle{}, .material = {.density = nan}}).isNull());
    CHECK_FALSE(world.setVelocity(body, {nan, 0.0f}, 0.0f));
    CHECK_FALSE(world.applyForce(body, {nan, 0.0f}, {0.0f, 0.0f}));
    WorldSettings settings;
    settings.substeps = 0;
    CHECK_FALSE(world.setSettings(settings));
    CHECK(world.counters().shapes == 0);
    CHECK(world.counters().bodies == 1);
}

TEST_CASE("definitions_read_back_as_they_were_given")
{
    World world;
    const BodyDef def{.type = BodyType::Dynamic,
                      .position = {1.0f, 2.0f},
                      .rotation = makeRot(0.5f),
                      .linearVelocity = {3.0f, 4.0f},
                      .angularVelocity = 5.0f,
                      .linearDamping = 0.1f,
                      .angularDamping = 0.2f,
                      .gravityScale = 0.5f,
                      .sleepAllowed = false,
                      .bullet = true,
                      .name = "probe",
                      .userValue = 42};
    const BodyId body = world.createBody(def);
    BodyDef back = world.bodyDef(body);
    CHECK(length(Vec2{back.rotation.c - def.rotation.c, back.rotation.s - def.rotation.s}) < 1e-6f);
    back.rotation = def.rotation;
    CHECK(back == def);
    const ShapeDef shape{.geometry = makeBox(0.5f, 0.25f),
                         .local = {{0.1f, 0.2f}, makeRot(0.3f)},
                         .material = {.density = 2.0f},
                         .filter = {2, 3, -1},
                         .sensor = false};
    CHECK(world.shapeDef(world.addShape(body, shape)) == shape);
}

TEST_CASE("shapes_added_and_removed_change_mass_and_keep_the_origin")
{
    World world;
    const BodyId body = addBody(world, makeBox(0.5f, 0.5f), {.position = {2.0f, 3.0f}});
    const ShapeId extra =
        world.addShape(body, {.geometry = makeBox(0.5f, 0.5f), .local = {{1.0f, 0.0f}, {}}});
    CHECK(1.0f / world.motion(body).invMass == doctest::Approx(2.0));
    CHECK(world.motion(body).center.x == doctest::Approx(2.5));
    CHECK(world.motion(body).origin() == Vec2{2.0f, 3.0f});
    // Two unit squares side by side: a 2 x 1 box of 2 kg, I = m (w^2 + h^2) / 12.
    CHECK(1.0f / world.motion(body).invInertia == doctest::Approx(2.0 * 5.0 / 12.0));
    REQUIRE(world.removeShape(extra));
    CHECK(1.0f / world.motion(body).invMass == doctest::Approx(1.0));
    CHECK(world.motion(body).center.x == doctest::Approx(2.0));
    CHECK(world.shapesOf(body).size() == 1);
}

TEST_CASE("body_that_leans_on_a_removed_one_wakes_and_falls")
{
    World world;
    const BodyId ground = addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    run(world, 3.0f);
    REQUIRE_FALSE(world.body(box).awake);
    REQUIRE(world.destroyBody(ground));
    CHECK(world.body(box).awake);
    run(world, 1.0f);
    CHECK(world.motion(box).center.y < -3.0f);
    CHECK(world.counters().contacts == 0);
}

TEST_CASE("disabled_body_neither_moves_nor_collides_until_it_is_enabled")
{
    World world;
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 3.0f}, .enabled = false});
    const BodyId ball = addBody(world, Circle{.radius = 0.2f}, {.position = {0.0f, 6.0f}});
    run(world, 2.0f);
    CHECK(world.motion(box).center.y == 3.0f);
    CHECK(world.motion(ball).center.y < 0.5f); // fell through it
    BodyDef def = world.bodyDef(box);
    def.enabled = true;
    REQUIRE(world.setBodyDef(box, def));
    run(world, 2.0f);
    CHECK(world.motion(box).center.y < 1.5f);
}

TEST_CASE("filters_and_groups_decide_who_collides")
{
    World world;
    addGround(world); // category 1, mask all
    const auto dropped = [&](float x, const Filter& filter) {
        const BodyId id = world.createBody({.position = {x, 2.0f}});
        world.addShape(id, {.geometry = Circle{}, .filter = filter});
        return id;
    };
    const BodyId lands = dropped(0.0f, {});
    const BodyId falls = dropped(10.0f, {.mask = 2});
    run(world, 3.0f);
    CHECK(world.motion(lands).center.y > 0.4f);
    CHECK(world.motion(falls).center.y < -10.0f);
}

TEST_CASE("sensor_reports_visitors_and_pushes_nothing")
{
    World world;
    const BodyId gate = world.createBody({.type = BodyType::Static});
    const ShapeId sensor = world.addShape(gate, {.geometry = makeBox(2.0f, 0.5f), .sensor = true});
    const BodyId ball = addBody(world, Circle{.radius = 0.2f}, {.position = {0.0f, 3.0f}});
    int began = 0;
    int ended = 0;
    for (int i = 0; i < 120; ++i) {
        world.step(kStep);
        for (const SensorEvent& e : world.events().sensors) {
            CHECK(e.sensor == sensor);
            CHECK(world.bodyOf(e.visitor) == ball);
            ++(e.began ? began : ended);
        }
        CHECK(world.events().begins.empty());
    }
    CHECK(began == 1);
    CHECK(ended == 1);
    CHECK(world.motion(ball).v.y == doctest::Approx(-9.81 * 2.0).epsilon(1e-3)); // fell freely
}

TEST_CASE("contact_events_come_once_with_point_normal_and_speed")
{
    World world;
    const BodyId ground = addGround(world);
    const BodyId ball =
        addBody(world, Circle{.radius = 0.5f}, {.position = {1.0f, 3.0f}, .sleepAllowed = false});
    int begins = 0;
    int hits = 0;
    for (int i = 0; i < 180; ++i) {
        world.step(kStep);
        for (const ContactBeginEvent& e : world.events().begins) {
            ++begins;
            CHECK(e.bodyA == ground);
            CHECK(e.bodyB == ball);
            CHECK(e.normal.y == doctest::Approx(1.0));
            CHECK(e.point.x == doctest::Approx(1.0).epsilon(1e-3));
            CHECK(std::fabs(e.point.y) < 0.15f);
        }
        for (const ContactHitEvent& e : world.events().hits) {
            ++hits;
            CHECK(e.speed == doctest::Approx(std::sqrt(2.0 * 9.81 * 2.5)).epsilon(0.05));
        }
    }
    CHECK(begins == 1);
    CHECK(hits == 1);
    REQUIRE(world.setTransform(ball, {{1.0f, 5.0f}, {}}));
    world.step(kStep);
    CHECK(world.events().ends.size() == 1);
}

TEST_CASE("begin_and_hit_events_of_bodies_that_move_tell_where_they_were_when_they_met")
{
    WorldSettings settings;
    settings.gravity = {0.0f, 0.0f};
    World world(settings);
    addBody(world, makeBox(0.5f, 0.5f), {.linearVelocity = {4.0f, 0.0f}});
    addBody(world, makeBox(0.5f, 0.5f), {.position = {3.0f, 0.0f}, .linearVelocity = {-2.0f, 0.0f}});
    int reported = 0;
    for (int i = 0; i < 60; ++i) {
        world.step(kStep);
        if (world.events().begins.empty()) continue;
        REQUIRE(world.events().hits.size() == 1);
        CHECK(world.events().begins[0].point == world.events().hits[0].point);
        ++reported;
    }
    CHECK(reported == 1);
}

TEST_CASE("refreshing_contacts_finds_them_where_bodies_are_now_and_moves_nothing")
{
    World world;
    const BodyId a = addBody(world, makeBox(0.5f, 0.5f), {});
    const BodyId b = addBody(world, makeBox(0.5f, 0.5f), {.position = {5.0f, 0.0f}});
    world.refreshContacts();
    CHECK(world.counters().contactsWithPoints == 0);
    for (const float x : {0.95f, 0.9f, 0.8f}) {
        REQUIRE(world.setTransform(b, {{x, 0.0f}, {}}));
        world.refreshContacts();
        int seen = 0;
        world.forEachContact([&](const Contact& c) {
            ++seen;
            CHECK(c.normal.x == doctest::Approx(1.0));
            CHECK(c.points[0].separation == doctest::Approx(static_cast<double>(x - 1.0f)).epsilon(1e-3));
        });
        CHECK(seen == 1);
    }
    CHECK(world.motion(a).center == Vec2{0.0f, 0.0f});
    CHECK(world.motion(b).center.x == doctest::Approx(0.8));
    CHECK(world.stepCount() == 0);
}

TEST_CASE("queries_find_shapes_by_ray_box_point_and_nearness")
{
    World world;
    const BodyId a = addBody(world, makeBox(0.5f, 0.5f), {.position = {2.0f, 0.0f}});
    const BodyId b = addBody(world, Circle{.radius = 0.5f}, {.position = {5.0f, 0.0f}});
    const Ray ray{{0.0f, 0.0f}, {10.0f, 0.0f}};
    const auto hit = world.castRay(ray);
    REQUIRE(hit.has_value());
    CHECK(world.bodyOf(hit->shape) == a);
    CHECK(hit->fraction == doctest::Approx(0.15));
    CHECK(hit->normal.x == doctest::Approx(-1.0));
    const auto all = world.castRayAll(ray);
    REQUIRE(all.size() == 2);
    CHECK(world.bodyOf(all[1].shape) == b);
    CHECK_FALSE(world.castRay({{0.0f, 2.0f}, {10.0f, 0.0f}}).has_value());
    CHECK_FALSE(world.castRay(ray, {.mask = 0}).has_value());
    CHECK(world.queryBox({{1.0f, -1.0f}, {3.0f, 1.0f}}).size() == 1);
    CHECK(world.queryBox({{-100.0f, -100.0f}, {100.0f, 100.0f}}).size() == 2);
    REQUIRE(world.queryPoint({5.2f, 0.2f}).size() == 1);
    CHECK(world.queryPoint({5.45f, 0.45f}).empty()); // inside the box of the circle, outside of it
    const auto near = world.queryClosest({3.0f, 0.0f}, 5.0f);
    REQUIRE(near.has_value());
    CHECK(world.bodyOf(near->shape) == a);
    CHECK(near->distance == doctest::Approx(0.5));
    CHECK_FALSE(world.queryClosest({3.0f, 10.0f}, 1.0f).has_value());
}

namespace {

bool sleeps(const World& world, BodyId id) { return !world.body(id).awake; }

// A kinematic platform with a box on it, both asleep.
struct Platform {
    World world;
    BodyId platform = addBody(world, makeBox(2.0f, 0.25f), {.type = BodyType::Kinematic});
    BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.75f}});
    Platform()
    {
        run(world, 3.0f);
        REQUIRE(sleeps(world, platform));
        REQUIRE(sleeps(world, box));
    }
};

} // namespace

TEST_CASE("nearest_hit_of_a_long_ray_is_the_first_of_all_hits")
{
    // Static shapes have boxes without a margin. The hits differ by less than the rounding of a fraction, so
    // that the ray, cut off at one hit, may end just before the box of a nearer one.
    std::mt19937 random(11);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    int hits = 0;
    for (int i = 0; i < 300; ++i) {
        World world;
        for (int k = 0; k < 12; ++k)
            addBody(world, makeBox(0.5f, 2.0f),
                    {.type = BodyType::Static,
                     .position = {1e-3f * unit(random), 0.25f * static_cast<float>(k - 6)}});
        for (int k = 0; k < 10; ++k) {
            const WorldRay ray{{-3e4f - 3e4f * unit(random), 0.0f}, {1e5f, 2.0f * (unit(random) - 0.5f)}};
            const auto nearest = world.castRay(ray);
            const auto all = world.castRayAll(ray);
            REQUIRE(nearest.has_value() == !all.empty());
            if (!nearest) continue;
            ++hits;
            REQUIRE(nearest->fraction == all.front().fraction);
            REQUIRE(nearest->shape == all.front().shape);
        }
    }
    CHECK(hits > 500);
}

TEST_CASE("ray_beyond_the_world_hits_nothing")
{
    World world;
    addBody(world, Circle{.radius = 0.5f}, {.position = {5.0f, 0.0f}});
    const auto limit = static_cast<float>(World::kMaxRayCoordinate);
    CHECK(world.castRay({{0.0f, 0.0f}, {limit, 0.0f}}).has_value());
    for (const float far : {2.0f * limit, 1e25f, std::numeric_limits<float>::infinity(),
                            std::numeric_limits<float>::quiet_NaN()}) {
        CHECK_FALSE(world.castRay({{0.0f, 0.0f}, {far, 0.0f}}).has_value());
        CHECK(world.castRayAll({{0.0f, 0.0f}, {far, 0.0f}}).empty());
        CHECK_FALSE(world.castRay({{-far, 0.0f}, {10.0f, 0.0f}}).has_value());
    }
}

TEST_CASE("platform_that_starts_to_move_wakes_what_sleeps_on_it")
{
    Platform p;
    p.world.setVelocity(p.platform, {0.0f, 1.0f}, 0.0f);
    run(p.world, 1.0f);
    CHECK_FALSE(sleeps(p.world, p.box));
    CHECK(p.world.motion(p.box).center.y == doctest::Approx(1.75).epsilon(0.02));
}

TEST_CASE("platform_that_wakes_and_stays_lets_the_box_on_it_sleep_and_keeps_their_contact")
{
    Platform p;
    p.world.wake(p.platform);
    run(p.world, 2.0f);
    CHECK(sleeps(p.world, p.box));
    CHECK(p.world.counters().contactsWithPoints == 1);
}

TEST_CASE("box_falls_when_the_platform_it_sleeps_on_goes_even_when_the_platform_is_awake")
{
    World world;
    const BodyId platform =
        addBody(world, makeBox(2.0f, 0.25f), {.type = BodyType::Kinematic, .sleepAllowed = false});
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.75f}});
    run(world, 3.0f);
    REQUIRE(sleeps(world, box));
    REQUIRE_FALSE(sleeps(world, platform));
    world.destroyBody(platform);
    run(world, 1.0f);
    CHECK(world.motion(box).center.y < -2.0f);
}

TEST_CASE("static_body_put_into_a_sleeper_wakes_it")
{
    World world;
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    const BodyId block =
        addBody(world, makeBox(0.5f, 0.5f), {.type = BodyType::Static, .position = {5, 0.5f}});
    run(world, 3.0f);
    REQUIRE(sleeps(world, box));
    SUBCASE("moved") { world.setTransform(block, {{0.9f, 0.5f}, {}}); }
    SUBCASE("created")
    {
        addBody(world, makeBox(0.5f, 0.5f), {.type = BodyType::Static, .position = {0.9f, 0.5f}});
    }
    SUBCASE("grown") { world.setShapeDef(world.shapesOf(block)[0], {.geometry = makeBox(4.6f, 0.5f)}); }
    CHECK_FALSE(sleeps(world, box));
    world.refreshContacts();
    CHECK(world.counters().contactsWithPoints == 2);
    run(world, 1.0f);
    CHECK(world.motion(box).center.x < -0.05f);
}

// Pairs of sleeping discs, created in an order that differs from their order in space, so that a tree finds
// them in an order that differs from slot order. A world that was read from a file has another tree.
TEST_CASE("sleepers_wake_in_one_order_whatever_the_tree_looks_like")
{
    Scene scene;
    scene.world = World(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    for (int i = 0; i < 40; ++i) {
        const auto x = static_cast<float>(4 * (i * 17 % 40));
        addBody(scene.world, Circle{}, {.position = {x, 0.0f}});
        addBody(scene.world, Circle{}, {.position = {x + 1.0f, 0.0f}});
    }
    run(scene.world, 2.0f);
    REQUIRE(scene.world.counters().awakeBodies == 0);
    SceneResult read = readScene(writeScene(scene), "test");
    REQUIRE(read.ok());
    std::vector<std::vector<uint32_t>> orders;
    for (World* world : {&scene.world, &read.scene.world}) {
        addBody(*world, makeBox(100.0f, 0.2f), {.type = BodyType::Static, .position = {80.0f, -0.6f}});
        CHECK(world->counters().awakeBodies == 80);
        std::vector<uint32_t>& order = orders.emplace_back();
        world->forEachContact([&](const Contact& c) { order.push_back(c.bodyA); });
        run(*world, 0.5f);
    }
    CHECK(orders[0].size() == 40);
    CHECK(orders[0] == orders[1]);
    CHECK(scene.world.hash() == read.scene.world.hash());
}

TEST_CASE("moving_kinematic_body_wakes_a_sleeper_whichever_came_first")
{
    for (const bool kinematicFirst : {false, true}) {
        CAPTURE(kinematicFirst);
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        const BodyDef paddle{.type = BodyType::Kinematic,
                             .position = {-3.0f, 0.0f},
                             .linearVelocity = {0.5f, 0.0f}, // too slow for continuous collision
                             .sleepAllowed = false};
        if (kinematicFirst) addBody(world, makeBox(0.5f, 0.5f), paddle);
        const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {});
        if (!kinematicFirst) addBody(world, makeBox(0.5f, 0.5f), paddle);
        run(world, 3.0f);
        REQUIRE(sleeps(world, box));
        run(world, 3.0f); // the paddle reaches it after 4 s
        CHECK_FALSE(sleeps(world, box));
        CHECK(world.motion(box).center.x > 0.9);
    }
}

TEST_CASE("body_with_fixed_rotation_never_has_a_spin")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId made = addBody(world, makeBox(0.5f, 0.5f), {.angularVelocity = 3.0f, .fixedRotation = true});
    CHECK(world.motion(made).w == 0.0f);
    const BodyId fixed =
        addBody(world, makeBox(0.5f, 0.5f), {.position = {5.0f, 0.0f}, .angularVelocity = 3.0f});
    run(world, 0.1f);
    BodyDef def = world.bodyDef(fixed);
    CHECK(def.angularVelocity == 3.0f);
    def.fixedRotation = true;
    REQUIRE(world.setBodyDef(fixed, def));
    CHECK(world.motion(fixed).w == 0.0f);
    REQUIRE(world.setVelocity(fixed, {1.0f, 0.0f}, 3.0f));
    CHECK(world.motion(fixed).w == 0.0f);
    const Rot turned = world.motion(fixed).q;
    run(world, 0.5f);
    CHECK(world.motion(fixed).q == turned);
}

TEST_CASE("sensor_reports_that_its_visitor_left_though_both_fell_asleep_meanwhile")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    for (const bool visitorFirst : {false, true}) {
        const Vec2 place{visitorFirst ? 10.0f : 0.0f, 0.0f};
        const auto add = [&](bool sensor) {
            const BodyId id = world.createBody({.position = place});
            world.addShape(id, {.geometry = makeBox(0.5f, 0.5f), .sensor = sensor});
            return id;
        };
        const BodyId first = add(!visitorFirst);
        const BodyId second = add(visitorFirst);
        const BodyId visitor = visitorFirst ? first : second;
        run(world, 2.0f);
        REQUIRE(sleeps(world, first));
        REQUIRE(sleeps(world, second));
        world.setVelocity(visitor, {0.0f, 20.0f}, 0.0f);
        int ended = 0;
        for (int i = 0; i < 30; ++i) {
            world.step(kStep);
            for (const SensorEvent& e : world.events().sensors) ended += e.began ? 0 : 1;
        }
        CHECK(ended == 1);
    }
}

TEST_CASE("touching_found_by_refreshing_is_reported_by_the_next_step_and_does_not_age")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    addBody(world, Circle{}, {});
    const BodyId b = addBody(world, Circle{}, {.position = {5.0f, 0.0f}});
    world.step(kStep);
    world.setTransform(b, {{0.95f, 0.0f}, {}});
    world.refreshContacts();
    CHECK(world.events().begins.empty());
    const uint64_t before = world.hash();
    world.refreshContacts();
    CHECK(world.hash() == before);
    world.step(kStep);
    CHECK(world.events().begins.size() == 1);
}

TEST_CASE("two_mouse_joints_on_one_body_keep_their_own_forces")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId box = addBody(world, makeBox(1.0f, 1.0f), {});
    const MouseJointId left = world.createMouseJoint(box, {-1.0f, 0.0f});
    const MouseJointId right = world.createMouseJoint(box, {1.0f, 0.0f});
    world.setMouseTarget(left, {-2.0f, 0.0f});
    world.setMouseTarget(right, {2.0f, 0.0f});
    world.step(kStep);
    CHECK(world.mouseJoint(left).force.x < 0.0f);
    CHECK(world.mouseJoint(right).force.x > 0.0f);
}

TEST_CASE("mouse_lets_go_of_a_body_that_ceases_to_be_dynamic")
{
    World world;
    const BodyId box = addBody(world, makeBox(1.0f, 1.0f), {});
    const MouseJointId mouse = world.createMouseJoint(box, {0.0f, 0.0f});
    BodyDef def = world.bodyDef(box);
    def.enabled = false;
    world.setBodyDef(box, def);
    CHECK(world.isValid(mouse));
    def.type = BodyType::Static;
    world.setBodyDef(box, def);
    CHECK_FALSE(world.isValid(mouse));
}

TEST_CASE("shape_added_to_a_disabled_body_knows_where_it_is")
{
    World world;
    const BodyId body = world.createBody({.position = {7.0f, 0.0f}, .enabled = false});
    world.addShape(body, {.geometry = makeBox(0.5f, 0.5f)});
    CHECK(world.bounds().lower.x == doctest::Approx(6.5));
}

TEST_CASE("steps_too_short_or_long_for_a_float_do_nothing")
{
    World world;
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.51f}});
    const uint64_t before = world.hash();
    for (const float dt : {1e-38f, 0.0f, -kStep, 1e30f, std::numeric_limits<float>::quiet_NaN()})
        world.step(dt);
    CHECK(world.hash() == before);
    world.step(kMinStep);
    world.step(kMaxStep);
    CHECK_FALSE(world.body(box).quarantined);
}

TEST_CASE("speeds_that_no_definition_may_have_are_refused")
{
    World world;
    const BodyId ball = addBody(world, Circle{}, {.linearVelocity = {1.0f, 0.0f}});
    CHECK_FALSE(world.setVelocity(ball, {1e30f, 0.0f}, 0.0f));
    CHECK_FALSE(world.setVelocity(ball, {0.0f, 0.0f}, 1e6f));
    CHECK(world.motion(ball).v == Vec2{1.0f, 0.0f});
}

// A world reuses its constraint graph while nothing changes; a copy builds its own.
TEST_CASE("after_any_edit_a_world_steps_like_a_copy_without_cached_data")
{
    const auto edits = std::to_array<std::function<void(World&, BodyId, BodyId)>>({
        [](World&, BodyId, BodyId) {},
        [](World& w, BodyId low, BodyId) {
            w.setBodyDef(low, {.type = BodyType::Static, .position = {0.0f, 0.5f}});
        },
        [](World& w, BodyId low, BodyId) {
            w.setBodyDef(low, {.type = BodyType::Kinematic, .position = {0.0f, 0.5f}});
        },
        [](World& w, BodyId low, BodyId) {
            w.setBodyDef(low, {.position = {0.0f, 0.5f}, .enabled = false});
        },
        [](World& w, BodyId low, BodyId) {
            w.setBodyDef(low, {.position = {0.0f, 0.5f}, .linearDamping = 3.0f});
        },
        [](World& w, BodyId low, BodyId) { w.destroyBody(low); },
        [](World& w, BodyId, BodyId high) {
            w.addShape(high, {.geometry = Circle{{0.6f, 0.0f}, 0.3f}});
        },
        [](World& w, BodyId, BodyId high) {
            w.setVelocity(high, {2.0f, 1.0f}, 3.0f);
        },
        [](World& w, BodyId, BodyId) {
            addBody(w, Circle{}, {.position = {0.5f, 3.0f}});
        },
    });
    for (size_t i = 0; i < edits.size(); ++i) {
        World world(settingsFor(SolverType::SoftStep));
        addGround(world);
        const BodyId low = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
        const BodyId high = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.1f, 1.5f}});
        for (int k = 0; k < 40; ++k) // enough contacts of one colour that they stay where they are
            addBody(world, makeBox(0.5f, 0.5f), {.position = {3.0f + 1.2f * static_cast<float>(k), 0.5f}});
        for (int step = 0; step < 20; ++step) world.step(kStep);
        workspaceOf(world).graph.graph.coloursUsed = 99; // overwritten when the graph is rebuilt
        world.step(kStep);
        REQUIRE(workspaceOf(world).graph.graph.coloursUsed == 99);
        edits[i](world, low, high);
        CHECK_MESSAGE(saveRoundTripError(world) == "", "edit ", i);
        for (int step = 0; step < 90; ++step) {
            World copy = world;
            world.step(kStep);
            copy.step(kStep);
            REQUIRE_MESSAGE(world == copy, "edit ", i, ", step ", step);
        }
    }
}
