// ContactUpdate: data of persisting points, begin and end of touching, and speculative contacts.

#include "engine/world/world_access.h"
#include "tests/support/joint_fixture.h"
#include "tests/support/lcg.h"
#include <satbox/scene/scene.h>

#include <doctest/doctest.h>
#include <utility>

using namespace satbox;
using namespace satbox::test;

namespace {

const Contact& onlyContact(const World& world)
{
    REQUIRE(stateOf(world).contacts.awake.size() == 1);
    return stateOf(world).contacts.awake.front();
}

} // namespace

TEST_CASE("points_of_a_resting_box_age_by_one_each_step_and_keep_their_ids")
{
    World world;
    addGround(world);
    addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    run(world, 0.2f);
    const Contact before = onlyContact(world);
    REQUIRE(before.count == 2);
    for (int i = 0; i < 5; ++i) world.step(kStep);
    const Contact& after = onlyContact(world);
    CHECK(after.age == before.age + 5);
    for (int i = 0; i < 2; ++i) {
        CHECK(after.points[i].id == before.points[i].id);
        CHECK(after.points[i].age == before.points[i].age + 5);
    }
}

// Moves the box so far that its manifold is not recycled; the feature ids stay.
TEST_CASE("points_of_a_recomputed_manifold_keep_age_and_impulse_by_feature_id")
{
    World world;
    const BodyId ground = addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    run(world, 1.0f / 6.0f);
    const Contact before = onlyContact(world);
    REQUIRE(before.points[0].normalImpulse > 0.0f);
    // Beyond the recycle tolerance, while the same corners touch the same face.
    BodyDef def = world.bodyDef(box);
    REQUIRE(world.body(box).awake);
    world.setVelocity(box, {3.0f, 0.0f}, 0.0f);
    world.step(kStep);
    world.step(kStep);
    const Contact& after = onlyContact(world);
    REQUIRE(world.bodyDef(box).position.x > def.position.x + 0.03);
    for (int i = 0; i < 2; ++i) {
        CHECK(after.points[i].id == before.points[i].id);
        CHECK(after.points[i].age == before.points[i].age + 2);
        CHECK(after.points[i].normalImpulse > 0.0f);
    }
    CHECK(world.isValid(ground));
}

TEST_CASE("both_anchors_of_a_point_are_the_same_world_position")
{
    World world;
    addGround(world, 0.3f);
    const BodyId disc = addBody(world, Circle{{0.2f, 0.1f}, 0.5f}, {.position = {0.0f, 0.6f}});
    const BodyId box =
        addBody(world, makeBox(0.5f, 0.4f), {.position = {3.0f, 1.4f}, .rotation = makeRot(0.3f)});
    int points = 0;
    for (int i = 0; i < 60; ++i) {
        world.step(kStep);
        world.refreshContacts(); // at the present poses
        world.forEachContact([&](const Contact& c) {
            const Vec2 apart =
                stateOf(world).bodies.motions[c.bodyB].center - stateOf(world).bodies.motions[c.bodyA].center;
            for (int n = 0; n < c.count; ++n) {
                ++points;
                CHECK(length(c.points[n].anchorA - apart - c.points[n].anchorB) < 1e-4f);
            }
        });
    }
    CHECK(points > 60);
    CHECK(world.isValid(disc));
    CHECK(world.isValid(box));
}

TEST_CASE("touching_begins_at_contact_and_ends_only_beyond_the_slop")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, 0.0f});
    settings.linearSlop = 0.01f;
    World world(settings);
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.505f}});
    const auto touchesAt = [&](float height) {
        world.setTransform(box, {{0.0f, height}});
        world.refreshContacts();
        return onlyContact(world).touching;
    };
    CHECK_FALSE(touchesAt(0.505f)); // within the slop, but it has not touched yet
    CHECK(touchesAt(0.499f));
    // setTransform creates the pair again and so loses `touching`; a step does not.
    world.setVelocity(box, {0.0f, 0.3f}, 0.0f);
    world.step(kStep); // 5 mm
    world.refreshContacts();
    REQUIRE(onlyContact(world).points[0].separation > 0.001f);
    CHECK(onlyContact(world).touching);
    world.step(kStep);
    world.step(kStep);
    world.refreshContacts();
    CHECK_FALSE(onlyContact(world).touching);
}

TEST_CASE("a_sensor_reports_overlaps_only_and_ignores_fast_approaching_shapes")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId gate = world.createBody({.type = BodyType::Static});
    world.addShape(gate, {.geometry = makeBox(0.5f, 0.5f), .sensor = true});
    const BodyId ball =
        addBody(world, makeBox(0.25f, 0.25f), {.position = {-0.755f, 0.0f}, .linearVelocity = {0.06f, 0.0f}},
                {.restitution = 1.0f});
    world.step(kStep); // 5 mm away, less than the speculative margin
    CHECK(world.events().sensors.empty());
    CHECK(onlyContact(world).count == 0);
    int steps = 1;
    for (; world.events().sensors.empty() && steps < 20; ++steps) world.step(kStep);
    CHECK(world.motion(ball).center.x > -0.75);
    CHECK(world.motion(ball).center.x < -0.748);
}

TEST_CASE("pair_cached_as_separated_gets_a_speculative_contact_once_it_has_restitution")
{
    WorldSettings settings;
    settings.gravity = {0.0f, 0.0f};
    settings.fatMargin = 0.2f;
    World world(settings);
    BodyId boxes[2];
    for (int i = 0; i < 2; ++i) {
        boxes[i] = world.createBody({.position = {static_cast<float>(i) * 1.15f, 0.0f}});
        world.addShape(boxes[i], {.geometry = makeBox(0.5f, 0.5f)});
    }
    world.step(1.0f / 60.0f);
    REQUIRE(world.counters().contacts == 1);

    for (const BodyId box : boxes) {
        const ShapeId shape = world.shapesOf(box)[0];
        ShapeDef def = world.shapeDef(shape);
        def.material.restitution = 1.0f;
        world.setShapeDef(shape, def);
    }
    world.setVelocity(boxes[0], {12.0f, 0.0f}, 0.0f); // crosses the gap in this step
    world.step(1.0f / 60.0f);
    CHECK(world.motion(boxes[0]).v.x == doctest::Approx(0.0f).epsilon(1e-4));
    CHECK(world.motion(boxes[1]).v.x == doctest::Approx(12.0f).epsilon(1e-4));
    CHECK(world.motion(boxes[1]).center.x - world.motion(boxes[0]).center.x > 1.0f);
}

TEST_CASE("recycled_manifolds_of_fast_bodies_at_a_piece_of_a_chain_do_not_depend_on_their_speed")
{
    // A saved world has the pose of a manifold that may be recycled; reading it computes the manifold again.
    Lcg random(2);
    size_t points = 0;
    for (int i = 0; i < 2000; ++i) {
        World world = sleepless({0.0f, 0.0f});
        const auto number = [&](float most) { return random.between(-most, most); };
        const BodyId chain = world.createBody({.position = {number(0.4f), number(0.4f)}, .mass = 1.0f});
        world.addShape(chain, {.geometry = Segment{.p1 = {number(0.5f), number(0.5f)},
                                                   .p2 = {number(0.5f), number(0.5f)},
                                                   .oneSided = true,
                                                   .before = {number(1.5f), number(1.5f)},
                                                   .after = {number(1.5f), number(1.5f)}}});
        const BodyId body = world.createBody({.position = {number(0.6f), number(0.6f)},
                                              .rotation = makeRot(number(3.0f)),
                                              .linearVelocity = {number(20.0f), number(20.0f)},
                                              .angularVelocity = number(10.0f)});
        world.addShape(body, {.geometry = makeBox(0.3f, 0.1f), .material = {.restitution = 0.9f}});
        for (int step = 0; step < 3; ++step) {
            world.step(kStep);
            Scene scene;
            scene.world = world;
            CHECK(readScene(writeScene(scene), "scene.json").error == "");
            for (const Contact& contact : stateOf(std::as_const(world)).contacts.awake)
                points += contact.count;
        }
    }
    CHECK(points > 500);
}
