// Tunnelling, spreading non-finite numbers and explosions must never happen.

#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include <satbox/scene/builders.h>
#include <satbox/validate.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("fast_bodies_do_not_pass_through_static_geometry")
{
    for (const float speed : {20.0f, 60.0f, 150.0f, 390.0f}) {
        CAPTURE(speed);
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        const BodyId wall = world.createBody({.type = BodyType::Static, .position = {20.0f, 0.0f}});
        world.addShape(wall, {.geometry = Segment{{0.0f, -20.0f}, {0.0f, 20.0f}}});
        const BodyId ball = addBody(world, Circle{.radius = 0.1f}, {.linearVelocity = {speed, 0.0f}});
        const BodyId box = addBody(world, makeBox(0.1f, 0.1f),
                                   {.position = {0.0f, 3.0f},
                                    .rotation = makeRot(0.3f),
                                    .linearVelocity = {speed, 0.0f},
                                    .angularVelocity = 20.0f});
        const BodyId needle = addBody(world, Capsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.02f},
                                      {.position = {0.0f, -3.0f}, .linearVelocity = {speed, 0.0f}});
        for (int i = 0; i < 120; ++i) {
            world.step(kStep);
            for (const BodyId id : {ball, box, needle}) REQUIRE(world.motion(id).center.x < 20.0f);
        }
    }
}

TEST_CASE("without_continuous_collision_a_fast_body_does_pass")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, 0.0f});
    settings.continuous = false;
    World world(settings);
    const BodyId wall = world.createBody({.type = BodyType::Static, .position = {20.0f, 0.0f}});
    world.addShape(wall, {.geometry = makeBox(0.05f, 20.0f)});
    const BodyId ball = addBody(world, Circle{.radius = 0.1f}, {.linearVelocity = {390.0f, 0.0f}});
    run(world, 1.0f);
    CHECK(world.motion(ball).center.x > 100.0f);
}

TEST_CASE("bullets_do_not_pass_through_moving_bodies_either")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId target =
        addBody(world, makeBox(0.05f, 1.0f), {.position = {10.0f, 0.0f}}, {.density = 10.0f});
    const BodyId bullet =
        addBody(world, Circle{.radius = 0.05f}, {.linearVelocity = {300.0f, 0.0f}, .bullet = true});
    run(world, 1.0f);
    CHECK(world.motion(bullet).center.x < world.motion(target).center.x);
    CHECK(world.motion(target).v.x > 0.1f);
}

TEST_CASE("non_finite_body_is_frozen_and_the_rest_goes_on")
{
    World world;
    addGround(world);
    const BodyId sick = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    const BodyId above = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 1.5f}});
    run(world, 0.2f);
    editState(world, [&](WorldState& state) {
        state.bodies.motions[sick.index].v.x = std::numeric_limits<float>::quiet_NaN();
    });
    world.step(kStep);
    REQUIRE(world.events().quarantines.size() == 1);
    CHECK(world.events().quarantines[0].body == sick);
    CHECK((world.events().quarantines[0].reason == QuarantineReason::NotFinite));
    CHECK(world.body(sick).quarantined);
    run(world, 2.0f);
    CHECK(world.events().quarantines.empty());
    CHECK(isFinite(world.motion(sick)));
    CHECK(isFinite(world.motion(above)));
    CHECK(world.motion(above).center.y ==
          doctest::Approx(0.5).epsilon(0.02)); // fell through it to the ground

    // An edit unfreezes it.
    BodyDef def = world.bodyDef(sick);
    def.position = {5.0f, 3.0f};
    REQUIRE(world.setBodyDef(sick, def));
    CHECK_FALSE(world.body(sick).quarantined);
    run(world, 2.0f);
    CHECK(world.motion(sick).center.y == doctest::Approx(0.5).epsilon(0.02));
}

TEST_CASE("pushes_whose_sum_overflows_are_refused")
{
    constexpr float kMost = std::numeric_limits<float>::max();
    const auto force = [](World& w, BodyId id) {
        return w.applyForce(id, {kMost, 0.0f}, w.motion(id).center);
    };
    const auto torque = [](World& w, BodyId id) { return w.applyTorque(id, kMost); };
    const auto impulse = [](World& w, BodyId id) {
        return w.applyImpulse(id, {kMost, 0.0f}, w.motion(id).center);
    };
    const auto spin = [](World& w, BodyId id) { return w.applyAngularImpulse(id, kMost); };
    const auto check = [](auto push) {
        World world;
        addGround(world);
        const BodyId sick =
            addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}}, {.density = 0.1f});
        const BodyId above = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 1.5f}});
        run(world, 0.2f);
        push(world, sick); // a force, once
        CHECK_FALSE(push(world, sick));
        CHECK(isFinite(world.motion(sick)));
        world.step(kStep);
        CHECK(isFinite(world.motion(above)));
        run(world, 0.1f);
        CHECK_FALSE(world.body(above).quarantined);
    };
    check(force);
    check(torque);
    check(impulse);
    check(spin);
}

TEST_CASE("body_that_leaves_the_world_is_frozen_where_it_can_still_be_edited")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId far =
        addBody(world, Circle{}, {.position = {1'999'999.0, 0.0}, .linearVelocity = {300.0f, 0.0f}});
    std::vector<QuarantineEvent> events;
    for (int i = 0; i < 60; ++i) {
        world.step(kStep);
        events.insert(events.end(), world.events().quarantines.begin(), world.events().quarantines.end());
    }
    REQUIRE(events.size() == 1);
    CHECK((events[0].reason == QuarantineReason::LeftWorld));
    CHECK(world.body(far).quarantined);
    BodyDef def = world.bodyDef(far);
    CHECK(validate(def) == "");
    def.position = {0.0f, 0.0f};
    CHECK(world.setBodyDef(far, def));
    CHECK_FALSE(world.body(far).quarantined);
}

TEST_CASE("position_iterations_turn_small_bodies_and_never_stretch_them")
{
    // A large overlap at a body with little inertia: one pass rotates it by more than a radian.
    WorldSettings settings = settingsFor(SolverType::SequentialImpulse, {0.0f, 0.0f});
    settings.positionIterations = 50;
    World world(settings);
    const BodyId wall = world.createBody({.type = BodyType::Static});
    world.addShape(wall, {.geometry = makeBox(2.0f, 2.0f)});
    std::vector<BodyId> rods;
    for (int i = 0; i < 12; ++i)
        rods.push_back(addBody(world, makeBox(0.3f, 0.01f),
                               {.position = {1.9f, 0.3f * static_cast<float>(i) - 1.8f},
                                .rotation = makeRot(0.4f * static_cast<float>(i))}));
    for (int i = 0; i < 120; ++i) {
        world.step(kStep);
        for (const BodyId rod : rods) REQUIRE(length(toVec2(world.motion(rod).center)) < 10.0f);
    }
}

TEST_CASE("force_beyond_all_bounds_is_quarantined_before_it_spreads")
{
    World world;
    addGround(world);
    const BodyId sick = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    const BodyId above = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 1.5f}});
    REQUIRE(world.applyForce(sick, {3e38f, 3e38f}, {0.0f, 0.5f}));
    run(world, 1.0f);
    CHECK(isFinite(world.motion(sick)));
    CHECK(isFinite(world.motion(above)));
}

TEST_CASE("deep_overlap_is_pushed_apart_no_faster_than_the_push_speed")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId a = addBody(world, makeBox(0.5f, 0.5f), {});
    const BodyId b = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.1f, 0.0f}});
    float fastest = 0.0f;
    for (int i = 0; i < 240; ++i) {
        world.step(kStep);
        fastest = std::max(fastest, length(world.motion(b).v - world.motion(a).v));
    }
    CHECK(fastest < 1.05f * world.settings().pushSpeed);
    CHECK(maxPenetration(world) < 0.01f);
}

TEST_CASE("mouse_joint_holds_a_body_and_its_force_is_limited")
{
    World world;
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    const MouseJointId mouse = world.createMouseJoint(box, {0.0f, 0.5f});
    REQUIRE(world.isValid(mouse));
    REQUIRE(world.setMouseTarget(mouse, {0.0f, 5.0f}));
    run(world, 4.0f);
    // A soft spring is extended by m g / k with k = m (2 pi f)^2.
    const double sag = 9.81 / std::pow(2.0 * 3.14159265 * 5.0, 2.0);
    CHECK(world.motion(box).center.y == doctest::Approx(5.0 - sag).epsilon(0.003));
    CHECK(world.mouseJoint(mouse).force.y == doctest::Approx(9.81).epsilon(0.01));
    CHECK(world.body(box).awake);
    REQUIRE(world.setMouseTarget(mouse, {1000.0f, 5.0f}));
    world.step(kStep);
    CHECK(length(world.mouseJoint(mouse).force) < 1.001f * world.settings().mouseForceLimit * 9.81f);
    REQUIRE(world.destroyMouseJoint(mouse));
    CHECK_FALSE(world.setMouseTarget(mouse, {0.0f, 0.0f}));
    CHECK(length(world.motion(box).v) > 1.0f); // thrown
}

TEST_CASE("bullet_does_not_pass_through_a_thin_moving_wall")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    addBody(world, makeBox(0.01f, 5.0f), {.type = BodyType::Kinematic, .linearVelocity = {-0.5f, 0.0f}});
    const BodyId ball = addBody(world, Circle{{0.0f, 0.0f}, 0.05f},
                                {.position = {-5.0f, 0.0f}, .linearVelocity = {90.0f, 0.0f}, .bullet = true});
    run(world, 0.5f);
    CHECK(world.motion(ball).center.x < 0.0f);
}

TEST_CASE("no_box_leaves_a_turning_drum")
{
    World world = findBuiltinScene("tumbler_bench")->build().world; // 2,025 boxes, inner half-width 9.5 m
    BodyId drum;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        if (body.type == BodyType::Kinematic) drum = id;
    });
    REQUIRE(world.isValid(drum));
    run(world, 5.0f);
    world.forEachBody([&](BodyId, const Body& body, const BodyMotion& m) {
        if (body.type != BodyType::Dynamic) return;
        const Vec2 place = invTransformPoint(world.motion(drum).transform(), m.center);
        CHECK(std::max(std::fabs(place.x), std::fabs(place.y)) < 9.5f);
    });
}

TEST_CASE("bullet_hits_what_moved_out_of_its_box_in_the_same_step")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    // In the step in which the bullet arrives, the body moves into its path, out of its own fat box.
    const BodyId leaper =
        addBody(world, makeBox(0.5f, 0.5f), {.position = {3.0f, -1.2f}, .linearVelocity = {0.0f, 120.0f}});
    const BodyId bullet =
        addBody(world, Circle{{0.0f, 0.0f}, 0.05f}, {.linearVelocity = {360.0f, 0.0f}, .bullet = true});
    world.step(kStep);
    CHECK(world.motion(leaper).center.y == doctest::Approx(0.8).epsilon(1e-3));
    CHECK(world.motion(bullet).center.x < 2.6f);
}

TEST_CASE("a_body_that_a_hit_accelerates_beyond_the_top_speed_ends_the_step_at_the_top_speed")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, 0.0f});
    settings.maxSpeed = 10.0f;
    World world(settings);
    Material bouncy;
    bouncy.restitution = 1.0f;
    bouncy.density = 1000.0f;
    addBody(world, makeBox(1.0f, 1.0f), {.type = BodyType::Dynamic, .linearVelocity = {10.0f, 0.0f}}, bouncy);
    bouncy.density = 1.0f;
    const BodyId light =
        addBody(world, makeBox(0.2f, 0.2f), {.type = BodyType::Dynamic, .position = {1.5f, 0.0f}}, bouncy);
    float fastest = 0.0f;
    for (int i = 0; i < 10; ++i) {
        world.step(kStep);
        fastest = std::max(fastest, length(world.bodyDef(light).linearVelocity));
    }
    CHECK(fastest > 9.9f);
    CHECK(fastest < 10.001f);
}
