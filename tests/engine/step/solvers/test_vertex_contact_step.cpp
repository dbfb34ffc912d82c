// What the vertex-contact solver (R4 in docs/references.md) reports; tests/physics tests what it does to
// bodies.

#include "tests/support/physics_fixture.h"
#include "tests/support/world_invariants.h"
#include <satbox/scene/scene.h>

#include <cmath>
#include <doctest/doctest.h>
#include <vector>

using namespace satbox;
using namespace satbox::test;
using doctest::Approx;

namespace {

constexpr Material kSmooth{.staticFriction = 0.0f, .dynamicFriction = 0.0f};

World weightless(int substeps)
{
    WorldSettings settings = settingsFor(SolverType::VertexContact, {0.0f, 0.0f});
    settings.substeps = substeps;
    World world;
    REQUIRE(world.setSettings(settings));
    return world;
}

BodyId box(World& world, Vec2 half, const BodyDef& def)
{
    return addBody(world, makeBox(half.x, half.y), def, kSmooth);
}

ShapeId shapeOf(const World& world, BodyId body) { return world.shapesOf(body).front(); }

ContactView between(const World& world, BodyId a, BodyId b)
{
    return world.contactView(shapeOf(world, a), shapeOf(world, b));
}

} // namespace

TEST_CASE("each_vertex_inside_pushes_bodies_out_by_a_tenth_of_the_depth")
{
    World world = weightless(1);
    // B rests on A with both its lower corners 0.1 m inside.
    const BodyId a = box(world, {1.0f, 0.5f}, {.position = {0.0f, 0.0f}});
    const BodyId b = box(world, {0.5f, 0.5f}, {.position = {0.0f, 0.9f}});
    world.step(kStep);
    // Two vertices: 2 x 0.1 x 0.1 m apart in one iteration, half of it each.
    CHECK(world.motion(a).center.y == Approx(-0.010f).epsilon(1e-4));
    CHECK(world.motion(b).center.y == Approx(0.910f).epsilon(1e-4));
    CHECK(world.motion(a).v == Vec2{0.0f, 0.0f});

    World onGround = weightless(1);
    box(onGround, {1.0f, 0.5f}, {.type = BodyType::Static});
    const BodyId free = box(onGround, {0.5f, 0.5f}, {.position = {0.0f, 0.9f}});
    onGround.step(kStep);
    CHECK(onGround.motion(free).center.y == Approx(0.920f).epsilon(1e-4)); // all of it
}

TEST_CASE("bodies_that_cross_without_a_vertex_inside_have_a_contact_without_points")
{
    World world = weightless(4);
    const BodyId a = box(world, {1.0f, 0.1f}, {});
    const BodyId b = box(world, {0.1f, 1.0f}, {.linearVelocity = {0.0f, 0.3f}});
    for (int i = 0; i < 30; ++i) world.step(kStep);
    CHECK(world.motion(a).center == Vec2{0.0f, 0.0f});
    CHECK(world.motion(b).center.y == Approx(0.15f).epsilon(1e-4));
    const ContactView view = between(world, a, b);
    REQUIRE(view);
    CHECK(view.contact->count > 0); // the clipped manifold has some
    CHECK(view.points.empty());
}

TEST_CASE("the_view_of_a_contact_has_the_vertices_that_were_solved")
{
    World world = weightless(1);
    const BodyId a = box(world, {1.0f, 0.5f}, {});
    const BodyId b = box(world, {0.5f, 0.5f}, {.position = {0.0f, 0.9f}, .linearVelocity = {0.0f, -1.0f}});
    const float mass = 1.0f / world.motion(b).invMass;
    const float momentum = mass * world.motion(b).v.y;
    world.step(kStep);
    const ContactView view = between(world, a, b);
    REQUIRE(view);
    CHECK(view.contact->normal.y == Approx(1.0f));
    CHECK(view.contact->referenceOwner == ReferenceOwner::A);
    REQUIRE(view.points.size() == 2);
    const float depth = 0.1f + kStep; // it moves before contacts are found
    float sum = 0.0f;
    for (size_t i = 0; i < 2; ++i) {
        const ContactPoint& point = view.points[i];
        CHECK(point.id.key == (0x80u | i)); // corners 0 and 1 of B
        CHECK(point.separation == Approx(-depth));
        CHECK(point.anchorB.x == Approx(i == 0 ? -0.5f : 0.5f));
        CHECK(point.age == 0);
        sum += point.totalImpulse;
    }
    CHECK(sum == Approx(mass * world.motion(b).v.y - momentum).epsilon(1e-4));
    CHECK(view.points[0].normalVelocity == Approx(-1.0f));
    // Vertices have impulses, the points of the manifold have none.
    world.forEachContact([](const Contact& c) {
        for (const ContactPoint& p : c.points) CHECK(p.totalImpulse == 0.0f);
    });
    CHECK(world.counters().contactPoints == 2);
    world.step(kStep);
    for (const ContactPoint& point : between(world, a, b).points) CHECK(point.age == 1);
}

TEST_CASE("impulses_of_all_substeps_are_summed_and_speeds_are_of_the_first")
{
    World world = weightless(8);
    const BodyId a = box(world, {1.0f, 0.5f}, {.type = BodyType::Static});
    const BodyId b = box(world, {0.5f, 0.5f}, {.position = {0.0f, 0.99f}});
    const float force = 3.0f; // N, downwards: each iteration adds a little speed
    const float mass = 1.0f / world.motion(b).invMass;
    REQUIRE(world.applyForce(b, {0.0f, -force}, {0.0f, 0.99f}));
    world.step(kStep);
    float total = 0.0f;
    for (const ContactPoint& point : between(world, a, b).points) total += point.totalImpulse;
    CHECK(total - force * kStep == Approx(mass * world.motion(b).v.y).epsilon(1e-4));
    const ContactPoint& first = between(world, a, b).points[0];
    CHECK(first.normalVelocity == Approx(-force / mass * kStep / 8.0f).epsilon(1e-3));
    CHECK(first.totalImpulse > first.normalImpulse);
}

TEST_CASE("bodies_that_meet_within_a_step_begin_to_touch_and_report_the_hit")
{
    World world = weightless(16);
    const BodyId fast =
        box(world, {0.25f, 0.25f}, {.position = {-2.0f, 0.0f}, .linearVelocity = {150.0f, 0.0f}});
    const BodyId free = box(world, {0.25f, 0.25f}, {});
    TouchLedger ledger;
    world.step(kStep);
    REQUIRE(world.events().begins.size() == 1);
    CHECK(world.events().begins[0].normal.x == Approx(1.0f));
    REQUIRE(world.events().hits.size() == 1);
    CHECK(world.events().hits[0].speed == Approx(150.0f).epsilon(1e-4));
    CHECK(brokenInvariant(world, WorldMoment::Stepped) == "");
    CHECK(ledger.afterStep(world) == "");
    CHECK(between(world, fast, free).points.size() > 0);
    for (int i = 0; i < 10; ++i) {
        world.step(kStep);
        CHECK(ledger.afterStep(world) == "");
        CHECK(brokenInvariant(world, WorldMoment::Stepped) == "");
    }
}

TEST_CASE("a_sleeping_body_in_the_way_of_a_fast_one_wakes_in_time")
{
    World world = weightless(16);
    const BodyId asleep = box(world, {0.25f, 0.25f}, {});
    const BodyId aside = box(world, {0.25f, 0.25f}, {.position = {0.0f, 3.0f}});
    for (int i = 0; i < 60; ++i) world.step(kStep);
    REQUIRE_FALSE(world.body(asleep).awake);
    const BodyId fast =
        box(world, {0.25f, 0.25f}, {.position = {-6.0f, 0.0f}, .linearVelocity = {150.0f, 0.0f}});
    for (int i = 0; i < 4; ++i) world.step(kStep);
    CHECK(world.motion(fast).v.x == Approx(75.0f).epsilon(1e-4));
    CHECK(world.motion(asleep).v.x == Approx(75.0f).epsilon(1e-4));
    CHECK_FALSE(world.body(aside).awake);
}

TEST_CASE("events_and_points_are_where_the_bodies_met_and_are")
{
    // It hits the wall in the middle of the step and is metres away when the step ends.
    World world = weightless(16);
    const Material elastic{.staticFriction = 0.0f, .dynamicFriction = 0.0f, .restitution = 1.0f};
    const BodyId wall = addBody(world, makeBox(0.25f, 2.0f), {.type = BodyType::Static}, elastic);
    const BodyId ball = addBody(world, makeBox(0.25f, 0.25f),
                                {.position = {-1.0f, 0.0f}, .linearVelocity = {120.0f, 0.0f}}, elastic);
    world.step(kStep);
    REQUIRE(world.motion(ball).v.x < -100.0f);
    REQUIRE(world.motion(ball).center.x < -1.2f);
    REQUIRE(world.events().begins.size() == 1);
    REQUIRE(world.events().hits.size() == 1);
    const float stride = 120.0f * kStep / 16.0f; // largest depth of a corner in the wall
    CHECK(std::fabs(world.events().begins[0].point.x + 0.25f) < stride);
    CHECK(std::fabs(world.events().hits[0].point.x + 0.25f) < stride);
    CHECK(world.events().hits[0].speed == Approx(120.0f).epsilon(1e-3));
    // The vertices have moved with their body.
    const ContactView view = between(world, wall, ball);
    REQUIRE(view.points.size() == 2);
    for (const ContactPoint& point : view.points) {
        const Vec2 corner = invRotate(world.motion(ball).q, point.anchorB);
        CHECK(std::fabs(corner.x) == Approx(0.25f).epsilon(1e-4));
        CHECK(std::fabs(corner.y) == Approx(0.25f).epsilon(1e-4));
        const Position onA = world.motion(wall).center + point.anchorA,
                       onB = world.motion(ball).center + point.anchorB;
        CHECK(length(onA - onB) < 1e-5f);
    }
}

TEST_CASE("a_separating_contact_does_not_slide")
{
    World world = weightless(1);
    const BodyId a = box(world, {1.0f, 0.5f}, {.type = BodyType::Static});
    const BodyId b =
        addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.9f}, .linearVelocity = {2.0f, 3.0f}}, {});
    world.step(kStep);
    REQUIRE(between(world, a, b).points.size() == 2);
    CHECK_FALSE(between(world, a, b).contact->sliding);
    REQUIRE(world.setVelocity(b, {2.0f, -3.0f}, 0.0f));
    world.step(kStep);
    CHECK(between(world, a, b).contact->sliding);
    world.refreshContacts();
    CHECK(between(world, a, b).contact->sliding);
}

TEST_CASE("a_sleeping_body_hit_by_a_body_that_was_itself_hit_is_not_passed_through")
{
    World world = weightless(16);
    const Material elastic{.staticFriction = 0.0f, .dynamicFriction = 0.0f, .restitution = 1.0f};
    const BodyId sleeper = addBody(world, makeBox(0.25f, 0.25f), {.position = {4.0f, 0.0f}}, elastic);
    for (int i = 0; i < 60; ++i) world.step(kStep);
    REQUIRE_FALSE(world.body(sleeper).awake);
    const BodyId resting =
        addBody(world, makeBox(0.25f, 0.25f), {.position = {1.0f, 0.0f}, .sleepAllowed = false}, elastic);
    addBody(world, makeBox(0.5f, 0.5f), {.position = {-0.4f, 0.0f}, .linearVelocity = {150.0f, 0.0f}},
            {.density = 5.0f, .staticFriction = 0.0f, .dynamicFriction = 0.0f, .restitution = 1.0f});
    world.step(kStep);
    CHECK(world.motion(resting).center.x < world.motion(sleeper).center.x);
    CHECK(world.body(sleeper).awake);
    for (int i = 0; i < 10; ++i) world.step(kStep);
    CHECK(world.motion(sleeper).v.x > 50.0f);
}

TEST_CASE("vertices_of_sleeping_bodies_are_there_again_after_loading")
{
    Scene scene;
    WorldSettings settings = settingsFor(SolverType::VertexContact);
    settings.substeps = 16;
    REQUIRE(scene.world.setSettings(settings));
    const BodyId ground = addGround(scene.world);
    const BodyId resting = box(scene.world, {0.5f, 0.5f}, {.position = {0.0f, 0.5f}});
    for (int i = 0; i < 300 && scene.world.body(resting).awake; ++i) scene.world.step(kStep);
    REQUIRE_FALSE(scene.world.body(resting).awake);
    REQUIRE(between(scene.world, ground, resting).points.size() > 0);
    World refreshed = scene.world; // after loading, the vertices are those of the current poses
    refreshed.refreshContacts();
    const size_t expected = between(refreshed, ground, resting).points.size();
    REQUIRE(expected > 0);
    const SceneResult read = readScene(writeScene(scene), "again.json");
    REQUIRE(read.ok());
    CHECK(read.scene.world.hash() == scene.world.hash());
    CHECK(between(read.scene.world, ground, resting).points.size() == expected);
}

TEST_CASE("a_kinematic_body_that_sleeps_still_holds_what_falls_on_it")
{
    WorldSettings settings = settingsFor(SolverType::VertexContact);
    World world;
    REQUIRE(world.setSettings(settings));
    const BodyId shelf = box(world, {2.0f, 0.5f}, {.type = BodyType::Kinematic});
    for (int i = 0; i < 60; ++i) world.step(kStep);
    REQUIRE_FALSE(world.body(shelf).awake);
    const BodyId falling =
        box(world, {0.5f, 0.5f}, {.position = {0.0f, 1.5f}, .linearVelocity = {0.0f, -40.0f}});
    for (int i = 0; i < 60; ++i) world.step(kStep);
    CHECK(world.motion(falling).center.y > 0.8f);
    CHECK(world.motion(shelf).center == Vec2{0.0f, 0.0f});
}

TEST_CASE("vertices_of_sleeping_bodies_stay_and_those_of_removed_ones_go")
{
    WorldSettings settings = settingsFor(SolverType::VertexContact);
    settings.substeps = 16;
    World world;
    REQUIRE(world.setSettings(settings));
    const BodyId ground = addGround(world);
    const BodyId resting = box(world, {0.5f, 0.5f}, {.position = {0.0f, 0.5f}});
    const BodyId other = box(world, {0.5f, 0.5f}, {.position = {9.0f, 4.0f}, .sleepAllowed = false});
    for (int i = 0; i < 300 && world.body(resting).awake; ++i) world.step(kStep);
    REQUIRE_FALSE(world.body(resting).awake);
    const size_t points = between(world, ground, resting).points.size();
    REQUIRE(points > 0);
    for (int i = 0; i < 10; ++i) world.step(kStep);
    CHECK(between(world, ground, resting).points.size() == points);
    const World copy = world;
    CHECK(between(copy, ground, resting).points.size() == points);

    // Its slot is reused, and no vertex of it remains.
    REQUIRE(world.destroyBody(resting));
    const BodyId next = box(world, {0.5f, 0.5f}, {.position = {0.0f, 0.51f}, .awake = false});
    REQUIRE(next.index == resting.index);
    world.refreshContacts();
    CHECK(between(world, ground, next).points.empty());
    CHECK(world.body(other).awake);
}

TEST_CASE("a_paused_world_that_is_edited_shows_vertices_at_the_present_poses")
{
    World world = weightless(1);
    const BodyId a = box(world, {1.0f, 0.5f}, {});
    const BodyId b = box(world, {0.5f, 0.5f}, {.position = {0.0f, 0.9f}});
    world.refreshContacts();
    REQUIRE(between(world, a, b).points.size() == 2);
    CHECK(between(world, a, b).points[0].separation == Approx(-0.1f));
    world.step(kStep);
    const float impulse = between(world, a, b).points[0].totalImpulse;
    REQUIRE(world.setTransform(b, {{0.2f, 0.7f}, Rot{}}));
    world.refreshContacts();
    const ContactView moved = between(world, a, b);
    REQUIRE(moved.points.size() == 2);
    CHECK(moved.points[0].separation == Approx(-(0.5f - 0.2f + world.motion(a).center.y)));
    CHECK(moved.points[0].totalImpulse == impulse);
    REQUIRE(world.setTransform(b, {{0.0f, 5.0f}, Rot{}}));
    world.refreshContacts();
    CHECK(between(world, a, b).points.empty());
}

TEST_CASE("other_solvers_and_sensors_show_the_points_of_their_manifolds")
{
    World world;
    const BodyId ground = addGround(world);
    const BodyId above = box(world, {0.5f, 0.5f}, {.position = {0.0f, 0.5f}});
    world.step(kStep);
    CHECK(between(world, ground, above).points.size() == 2);
    CHECK(between(world, ground, above).points.data() == between(world, ground, above).contact->points);

    World sensing = weightless(2);
    const BodyId a = box(sensing, {0.5f, 0.5f}, {});
    const BodyId b = sensing.createBody({.position = {0.6f, 0.0f}});
    sensing.addShape(b, {.geometry = makeBox(0.5f, 0.5f), .sensor = true});
    for (int i = 0; i < 3; ++i) sensing.step(kStep);
    CHECK(sensing.motion(a).center == Vec2{0.0f, 0.0f});
    CHECK(between(sensing, a, b).points.size() == 2);
}

TEST_CASE("nothing_stops_a_fast_body_by_continuous_collision")
{
    for (const SolverType solver : {SolverType::VertexContact, SolverType::ManifoldImpulse}) {
        World world(settingsFor(solver, {0.0f, 0.0f}));
        box(world, {0.02f, 5.0f}, {.type = BodyType::Static});
        const BodyId shot =
            box(world, {0.1f, 0.1f}, {.position = {-1.1f, 0.0f}, .linearVelocity = {300.0f, 0.0f}});
        world.step(kStep);
        CHECK(world.motion(shot).center.x == Approx(3.9f));
    }
}
