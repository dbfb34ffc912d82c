// What ContactCallbacks decide, and that threads do not change it.
#include "tests/support/physics_fixture.h"

#include <satbox/thread_pool.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <thread>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

// A platform that carries what stands on it and lets through what comes from below.
struct OneWay : ContactCallbacks {
    const World* world = nullptr;
    ShapeId platform{};
    int asked = 0;
    bool preSolve(PreSolveContact& contact) override
    {
        ++asked;
        const bool isA = contact.shapeA == platform;
        const ShapeId other = isA ? contact.shapeB : contact.shapeA;
        const Vec2 up = isA ? contact.normal : -contact.normal;
        const BodyMotion& m = world->motion(world->bodyOf(other));
        return up.y > 0.9f && m.v.y < 0.1f;
    }
    bool preContinuous(ShapeId, ShapeId other) override { return other != platform; }
};

} // namespace

TEST_CASE("a_one_way_platform_lets_a_body_jump_through_it_and_then_carries_it")
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static, .position = {0.0f, 2.0f}});
    OneWay callbacks;
    callbacks.world = &world;
    callbacks.platform = world.addShape(ground, {.geometry = makeBox(3.0f, 0.1f), .preSolve = true});
    world.setContactCallbacks(&callbacks);
    const BodyId box = addBody(world, makeBox(0.25f, 0.25f), {.linearVelocity = {0.0f, 9.0f}});
    float highest = 0.0f;
    bool touchedOnTheWayUp = false;
    for (int i = 0; i < 240; ++i) {
        world.step(kStep);
        const float y = static_cast<float>(world.motion(box).center.y);
        highest = std::max(highest, y);
        if (world.motion(box).v.y > 1.0f) touchedOnTheWayUp |= !world.events().begins.empty();
    }
    CHECK(highest > 3.5f);
    CHECK_FALSE(touchedOnTheWayUp);
    CHECK(world.motion(box).center.y == doctest::Approx(2.35).epsilon(0.01));
    CHECK(callbacks.asked > 10); // until it sleeps
}

TEST_CASE("a_refused_contact_ends_with_an_event_and_carries_nothing")
{
    struct : ContactCallbacks {
        bool accepts = true;
        bool preSolve(PreSolveContact&) override { return accepts; }
    } callbacks;
    World world;
    addGround(world);
    const BodyId box = world.createBody({.position = {0.0f, 0.5f}});
    world.addShape(box, {.geometry = makeBox(0.5f, 0.5f), .preSolve = true});
    world.setContactCallbacks(&callbacks);
    run(world, 0.3f);
    REQUIRE(world.contactsOf(box)[0].contact->touching);
    callbacks.accepts = false;
    world.step(kStep);
    CHECK(world.events().ends.size() == 1);
    CHECK(world.contactsOf(box)[0].points.empty());
    CHECK(world.motion(box).v.y == doctest::Approx(-9.81f * kStep).epsilon(0.01));
    callbacks.accepts = true;
    world.step(kStep);
    CHECK(world.events().begins.size() == 1);
    run(world, 1.0f);
    CHECK(world.motion(box).center.y == doctest::Approx(0.5).epsilon(0.01));
}

TEST_CASE("callbacks_mix_materials_and_pre_solve_changes_them_for_one_step")
{
    struct : ContactCallbacks {
        bool isIce = true;
        MixedMaterial mix(ShapeId, ShapeId, const MixedMaterial& usual) override
        {
            MixedMaterial material = usual;
            material.staticFriction = material.dynamicFriction = 0.0f;
            material.restitution = std::numeric_limits<float>::quiet_NaN(); // ignored
            return material;
        }
        bool preSolve(PreSolveContact& contact) override
        {
            if (!isIce) contact.material.staticFriction = contact.material.dynamicFriction = 0.5f;
            return true;
        }
    } callbacks;
    World world;
    world.setContactCallbacks(&callbacks);
    addGround(world);
    const BodyId box = world.createBody({.position = {0.0f, 0.5f}, .linearVelocity = {5.0f, 0.0f}});
    world.addShape(box, {.geometry = makeBox(0.5f, 0.5f), .preSolve = true});
    run(world, 0.5f);
    CHECK(world.motion(box).v.x == doctest::Approx(5.0f));
    callbacks.isIce = false;
    run(world, 0.5f);
    CHECK(world.motion(box).v.x == doctest::Approx(5.0f - 0.5f * 9.81f * 0.5f).epsilon(0.02));
    callbacks.isIce = true;
    const float before = world.motion(box).v.x;
    run(world, 0.3f);
    CHECK(world.motion(box).v.x == doctest::Approx(before));
}

TEST_CASE("callbacks_and_readers_of_events_see_the_user_values_of_both_materials")
{
    constexpr uint64_t kIce = 1, kSteel = uint64_t{1} << 63;
    struct : ContactCallbacks {
        const World* world = nullptr;
        uint64_t valueOf(ShapeId shape) const { return world->shape(shape).def.material.userValue; }
        MixedMaterial mix(ShapeId a, ShapeId b, const MixedMaterial& usual) override
        {
            const bool slides = (valueOf(a) ^ valueOf(b)) == (kIce ^ kSteel);
            return slides ? MixedMaterial{0.0f, 0.0f, usual.restitution} : usual;
        }
    } callbacks;
    World world;
    callbacks.world = &world;
    world.setContactCallbacks(&callbacks);
    const BodyId ground = world.createBody({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    world.addShape(ground, {.geometry = makeBox(50.0f, 1.0f), .material = {.userValue = kIce}});
    const BodyId skate = world.createBody({.position = {0.0f, 0.5f}, .linearVelocity = {5.0f, 0.0f}});
    world.addShape(skate, {.geometry = makeBox(0.5f, 0.5f), .material = {.userValue = kSteel}});
    const BodyId crate = world.createBody({.position = {0.0f, 0.5f}, .linearVelocity = {-5.0f, 0.0f}});
    world.addShape(crate, {.geometry = makeBox(0.5f, 0.5f), .filter = {.group = -1}});
    REQUIRE(world.set(world.shapesOf(skate)[0], &ShapeDef::filter, {.group = -1}));
    world.step(kStep);
    REQUIRE(world.events().begins.size() == 2);
    for (const ContactBeginEvent& begin : world.events().begins) {
        const bool isSkate = world.bodyOf(begin.shapeA) == skate || world.bodyOf(begin.shapeB) == skate;
        CHECK((callbacks.valueOf(begin.shapeA) ^ callbacks.valueOf(begin.shapeB)) ==
              (isSkate ? kIce ^ kSteel : kIce));
    }
    run(world, 0.5f);
    CHECK(world.motion(skate).v.x == doctest::Approx(5.0f));
    CHECK(world.motion(crate).v.x > -3.0f);
}

TEST_CASE("a_custom_filter_keeps_shapes_apart_that_would_collide_in_every_solver")
{
    struct : ContactCallbacks {
        const World* world = nullptr;
        bool shouldCollide(ShapeId a, ShapeId b) override
        {
            return world->shape(a).def.userValue != world->shape(b).def.userValue;
        }
    } callbacks;
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver));
        callbacks.world = &world;
        world.setContactCallbacks(&callbacks);
        const BodyId ground = world.createBody({.type = BodyType::Static, .position = {0.0f, -1.0f}});
        world.addShape(ground, {.geometry = makeBox(50.0f, 1.0f), .userValue = 1});
        BodyId boxes[2];
        for (uint64_t i = 0; i < 2; ++i) {
            boxes[i] = world.createBody({.position = {3.0f * static_cast<float>(i), 1.0f}});
            world.addShape(boxes[i], {.geometry = makeBox(0.5f, 0.5f), .userValue = i});
        }
        run(world, 1.0f);
        CHECK(world.motion(boxes[0]).center.y == doctest::Approx(0.5).epsilon(0.05));
        CHECK(world.motion(boxes[1]).center.y < -2.0);
    }
}

TEST_CASE("pre_continuous_lets_a_fast_body_through_a_thin_wall")
{
    for (const bool lets : {false, true}) {
        struct : ContactCallbacks {
            bool lets = false;
            bool preContinuous(ShapeId, ShapeId) override { return !lets; }
            bool shouldCollide(ShapeId, ShapeId) override { return true; }
        } callbacks;
        callbacks.lets = lets;
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        world.setContactCallbacks(&callbacks);
        const BodyId wall = world.createBody({.type = BodyType::Static});
        world.addShape(wall, {.geometry = Segment{{0.0f, -5.0f}, {0.0f, 5.0f}}});
        const BodyId ball = addBody(world, Circle{{0.0f, 0.0f}, 0.1f},
                                    {.position = {-3.9f, 0.0f}, .linearVelocity = {300.0f, 0.0f}});
        run(world, 0.1f);
        CHECK((world.motion(ball).center.x > 1.0) == lets);
    }
}

TEST_CASE("a_world_with_callbacks_gives_the_same_bits_on_threads")
{
    struct Odd : ContactCallbacks {
        std::vector<std::thread::id> callers;
        bool shouldCollide(ShapeId a, ShapeId b) override
        {
            callers.push_back(std::this_thread::get_id());
            return (a.index + b.index) % 7 != 0;
        }
        bool preSolve(PreSolveContact& contact) override
        {
            callers.push_back(std::this_thread::get_id());
            contact.material.dynamicFriction = 0.1f * static_cast<float>(contact.shapeA.index % 5);
            return contact.normal.y > -0.5f || contact.shapeB.index % 3 != 0;
        }
        bool preContinuous(ShapeId fast, ShapeId) override
        {
            callers.push_back(std::this_thread::get_id());
            return fast.index % 2 == 0;
        }
    };
    const auto hashWith = [](TaskExecutor* executor) {
        World world;
        Odd callbacks;
        world.setContactCallbacks(&callbacks);
        addGround(world);
        for (int i = 0; i < 300; ++i) {
            const BodyId id = world.createBody({.position = {-10.0 + 1.02 * (i % 20), 0.6 + 1.1 * (i / 20)},
                                                .linearVelocity = {0.0f, i % 10 == 0 ? -150.0f : 0.0f}});
            world.addShape(id, {.geometry = makeBox(0.5f, 0.4f), .preSolve = i % 2 == 0});
        }
        for (int i = 0; i < 120; ++i) world.step(kStep, nullptr, executor);
        for (const std::thread::id caller : callbacks.callers) REQUIRE(caller == std::this_thread::get_id());
        REQUIRE(callbacks.callers.size() > 1000);
        return world.hash();
    };
    ThreadPool pool(4);
    CHECK(hashWith(&pool) == hashWith(nullptr));
}

TEST_CASE("callbacks_belong_to_one_world")
{
    struct : ContactCallbacks {
        int asked = 0;
        bool shouldCollide(ShapeId, ShapeId) override { return ++asked < 0; }
    } callbacks;
    World world;
    world.setContactCallbacks(&callbacks);
    addGround(world);
    addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    World copy = world;
    run(copy, 0.2f);
    CHECK(callbacks.asked == 0);
    CHECK(copy.counters().contactPoints == 2);
    world = copy; // keeps its own
    world.setBodyDef(world.bodyAt(1), {.position = {5.0f, 0.5f}});
    run(world, 0.2f);
    CHECK(callbacks.asked > 0);
    CHECK(world.counters().contactPoints == 0);
    const World moved = std::move(world);
    CHECK(moved.counters().bodies == 2);
}

TEST_CASE("callbacks_may_ask_for_contacts_while_a_step_makes_and_removes_them")
{
    struct : ContactCallbacks {
        const World* world = nullptr;
        size_t seen = 0;
        void look(ShapeId shape)
        {
            size_t expected = 0;
            world->forEachContact(
                [&](const Contact& c) { expected += c.shapeA == shape.index || c.shapeB == shape.index; });
            REQUIRE(world->contactsOf(shape).size() == expected);
            seen += expected;
        }
        bool shouldCollide(ShapeId a, ShapeId b) override
        {
            look(a);
            look(b);
            return true;
        }
        bool preSolve(PreSolveContact& contact) override
        {
            look(contact.shapeA);
            return true;
        }
    } callbacks;
    World world;
    callbacks.world = &world;
    world.setContactCallbacks(&callbacks);
    addGround(world);
    for (int i = 0; i < 40; ++i) {
        const BodyId id = world.createBody({.position = {0.3 * (i % 5), 0.7 + 1.1 * (i / 5)}});
        world.addShape(id, {.geometry = makeBox(0.5f, 0.5f), .preSolve = true});
    }
    for (int i = 0; i < 60; ++i) {
        world.step(kStep);
        world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
            size_t expected = 0;
            world.forEachContact(
                [&](const Contact& c) { expected += c.bodyA == id.index || c.bodyB == id.index; });
            REQUIRE(world.contactsOf(id).size() == expected);
        });
    }
    CHECK(callbacks.seen > 1000);
}

TEST_CASE("a_filter_that_changes_its_mind_within_a_step_does_not_confuse_vertex_contacts")
{
    struct : ContactCallbacks {
        const World* world = nullptr;
        bool shouldCollide(ShapeId, ShapeId b) override
        {
            return world->motion(world->bodyOf(b)).v.y <= -2.0f;
        }
    } callbacks;
    World world(settingsFor(SolverType::VertexContact));
    callbacks.world = &world;
    addGround(world);
    for (int i = 0; i < 5; ++i)
        addBody(world, makeBox(0.5f, 0.5f),
                {.position = {2.0f * static_cast<float>(i), 1.0f + 0.3f * static_cast<float>(i)}});
    world.setContactCallbacks(&callbacks);
    for (int i = 0; i < 120; ++i) {
        world.step(kStep);
        world.forEachContactView([&](const ContactView& view) {
            for (const ContactPoint& point : view.points) REQUIRE(std::isfinite(point.normalImpulse));
            REQUIRE(view.contact->bodyA == 0); // the boxes are far from each other
        });
    }
}

TEST_CASE("contacts_that_exist_are_mixed_anew_when_callbacks_come_and_go")
{
    struct : ContactCallbacks {
        MixedMaterial mix(ShapeId, ShapeId, const MixedMaterial&) override { return {}; }
    } ice;
    World world;
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    run(world, 0.2f);
    world.setContactCallbacks(&ice);
    REQUIRE(world.setVelocity(box, {3.0f, 0.0f}, 0.0f));
    run(world, 0.2f);
    CHECK(world.motion(box).v.x == doctest::Approx(3.0f));
    world.setContactCallbacks(nullptr);
    run(world, 0.2f);
    CHECK(world.motion(box).v.x < 2.0f);
}
