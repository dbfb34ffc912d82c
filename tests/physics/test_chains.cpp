// Bodies on chains of one-sided segments: nothing catches on their joints, and they are open from behind.

#include "tests/support/physics_fixture.h"
#include <satbox/outlines.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

BodyId addOneSided(World& world, std::span<const Vec2> points, bool closed, const Material& material = {})
{
    const BodyId body = world.createBody({.type = BodyType::Static});
    for (const Segment& piece : makeChain(points, closed).pieces)
        world.addShape(body, {.geometry = piece, .material = material});
    return body;
}

// Level from right to left, in pieces of 0.1 m: solid above.
void addLevelGround(World& world, const Material& material, float from = -5.0f, float to = 110.0f)
{
    std::vector<Vec2> points;
    for (int i = 0; i <= static_cast<int>(10.0f * (to - from)); ++i)
        points.push_back({to - 0.1f * static_cast<float>(i), 0.0f});
    addOneSided(world, points, false, material);
}

constexpr Material kSmooth{.staticFriction = 0.0f, .dynamicFriction = 0.0f};

} // namespace

TEST_CASE("shapes_slide_100_m_over_the_joints_of_a_chain_at_constant_speed")
{
    for (const Shape& shape :
         {Shape(makeBox(0.5f, 0.25f)), Shape(makeRoundedBox(0.4f, 0.2f, 0.1f)),
          Shape(Capsule{{-0.4f, 0.0f}, {0.4f, 0.0f}, 0.25f}), Shape(makeBox(0.03f, 0.03f))}) {
        World world;
        addLevelGround(world, kSmooth);
        const float height = -computeMass(shape, 1.0f).center.y;
        const Shape lifted = transformed(shape, {{0.0f, height}, Rot{}});
        float low = 0.0f;
        if (const auto* polygon = std::get_if<Polygon>(&lifted)) {
            for (const Vec2 v : polygon->points()) low = std::min(low, v.y - polygon->radius);
        } else {
            low = -0.25f;
        }
        const BodyId body =
            addBody(world, lifted, {.position = {0.0f, -low}, .linearVelocity = {10.0f, 0.0f}}, kSmooth);
        float worst = 0.0f, highest = -1.0f;
        for (int i = 0; i < 600; ++i) {
            world.step(kStep);
            worst = std::max(worst, std::fabs(world.motion(body).v.x - 10.0f));
            highest = std::max(highest, static_cast<float>(world.motion(body).center.y) + low);
        }
        CAPTURE(kindOf(shape) == ShapeKind::Capsule);
        CHECK(world.motion(body).center.x > 99.0);
        CHECK(worst < 1e-4f * 10.0f);
        CHECK(highest < 0.005f);
    }
}

TEST_CASE("a_box_slides_over_a_chain_of_hills_without_losing_energy_at_the_joints")
{
    World world;
    std::vector<Vec2> points; // a valley, from right to left
    for (int i = 0; i <= 200; ++i) {
        const float x = 10.0f - 0.1f * static_cast<float>(i);
        points.push_back({x, 0.02f * x * x});
    }
    addOneSided(world, points, false, kSmooth);
    const BodyId box =
        addBody(world, makeBox(0.2f, 0.1f),
                {.position = {-8.0f, 1.28f + 0.15f}, .rotation = makeRot(std::atan(-0.32f))}, kSmooth);
    float right = -10.0f;
    for (int i = 0; i < 600; ++i) {
        world.step(kStep);
        right = std::max(right, static_cast<float>(world.motion(box).center.x));
    }
    CHECK(right > 7.4f); // up to nearly the same height on the other side
}

// On a row of segments that collide from both sides, the same ball is slowed from 5 to 0.5 m/s in 10 s.
TEST_CASE("a_ball_rolls_over_the_joints_of_a_chain_as_over_the_face_of_a_box")
{
    const Material rough{.staticFriction = 0.8f, .dynamicFriction = 0.8f};
    World chain, box;
    addLevelGround(chain, rough);
    addGround(box, 0.0f, rough);
    const BodyDef def{.position = {0.0f, 0.2f}, .linearVelocity = {5.0f, 0.0f}, .angularVelocity = -25.0f};
    const BodyId onChain = addBody(chain, Circle{{0.0f, 0.0f}, 0.2f}, def, rough);
    const BodyId onBox = addBody(box, Circle{{0.0f, 0.0f}, 0.2f}, def, rough);
    float worst = 0.0f; // m
    for (int i = 0; i < 600; ++i) {
        chain.step(kStep);
        box.step(kStep);
        const BodyMotion &a = chain.motion(onChain), &b = box.motion(onBox);
        worst = std::max(worst, std::fabs(static_cast<float>(a.center.y - b.center.y)));
    }
    CHECK(worst < 1e-4f);
    CHECK(chain.motion(onChain).v.x == doctest::Approx(box.motion(onBox).v.x).epsilon(1e-4));
    CHECK(chain.motion(onChain).v.x > 4.9f);
}

TEST_CASE("a_body_that_comes_from_behind_passes_and_one_from_the_front_is_held")
{
    for (const float speed : {4.0f, 60.0f, 400.0f}) {
        for (const Shape& shape : {Shape(makeBox(0.2f, 0.2f)), Shape(Circle{{0.0f, 0.0f}, 0.2f}),
                                   Shape(makeRoundedBox(0.1f, 0.1f, 0.1f))}) {
            World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
            addLevelGround(world, {}, -10.0f, 10.0f);
            const BodyId rising =
                addBody(world, shape, {.position = {-3.03f, -4.0f}, .linearVelocity = {0.0f, speed}});
            const BodyId falling =
                addBody(world, shape, {.position = {3.03f, 4.0f}, .linearVelocity = {0.0f, -speed}});
            run(world, 3.0f);
            CAPTURE(speed);
            CHECK(world.motion(rising).center.y > 1.0);
            CHECK(world.motion(falling).center.y > 0.1);
        }
    }
}

TEST_CASE("a_closed_chain_that_runs_clockwise_keeps_bodies_inside")
{
    World world;
    std::vector<Vec2> ring;
    for (int i = 0; i < 40; ++i) {
        const Rot q = makeRot(-2.0f * kPi * static_cast<float>(i) / 40.0f);
        ring.push_back({5.0f * q.c, 3.0f * q.s});
    }
    addOneSided(world, ring, true);
    std::vector<BodyId> bodies;
    for (int i = 0; i < 40; ++i) {
        const Vec2 at{-2.8f + 0.8f * static_cast<float>(i % 8), -1.5f + 0.7f * static_cast<float>(i / 8)};
        const Rot q = makeRot(static_cast<float>(i));
        const BodyDef def{.position = at, .linearVelocity = 30.0f * Vec2{q.c, q.s}};
        if (i % 3 == 0)
            bodies.push_back(addBody(world, makeBox(0.25f, 0.15f), def, {.restitution = 0.5f}));
        else if (i % 3 == 1)
            bodies.push_back(addBody(world, Circle{{0.0f, 0.0f}, 0.2f}, def, {.restitution = 0.5f}));
        else
            bodies.push_back(addBody(world, makeRoundedBox(0.15f, 0.1f, 0.1f), def, {.restitution = 0.5f}));
    }
    run(world, 10.0f);
    for (const BodyId body : bodies) {
        const Position p = world.motion(body).center;
        CHECK(p.x * p.x / 25.0 + p.y * p.y / 9.0 < 1.0);
    }
}

TEST_CASE("a_pile_on_a_chain_comes_to_rest_and_sleeps")
{
    World world;
    const std::array<Vec2, 5> bowl{Vec2{4.0f, 3.0f}, Vec2{2.0f, 0.5f}, Vec2{0.0f, 0.0f}, Vec2{-2.0f, 0.5f},
                                   Vec2{-4.0f, 3.0f}};
    addOneSided(world, bowl, false);
    std::vector<BodyId> bodies;
    for (int i = 0; i < 9; ++i)
        bodies.push_back(
            addBody(world, i % 2 == 0 ? Shape(makeBox(0.3f, 0.2f)) : Shape(makeRoundedBox(0.2f, 0.2f, 0.1f)),
                    {.position = {-1.2f + 1.2f * static_cast<float>(i % 3),
                                  1.2f + 0.8f * static_cast<float>(i / 3)}}));
    run(world, 20.0f);
    for (const BodyId body : bodies) {
        CHECK_FALSE(world.body(body).awake);
        CHECK(world.motion(body).center.y > 0.1);
    }
}
