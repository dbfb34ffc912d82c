// The stage. Paths and impacts: test_continuous_collision.cpp.

#include "engine/step/continuous.h"

#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

#include <array>

using namespace satbox;
using namespace satbox::test;

namespace {

// A small ball that moved through a thin wall in this step, from x = -1 to 1.
struct Passed {
    World world;
    BodyId wall = addBody(world, makeBox(0.05f, 2.0f), {.type = BodyType::Static});
    BodyId ball;

    explicit Passed(const WorldSettings& settings = {}) : world(settings)
    {
        ball = addBody(world, Circle{{0.0f, 0.0f}, 0.1f}, {.position = {-1.0f, 0.0f}});
        BodyMotion& m = stateOf(world).bodies.motions[ball.index];
        m.center.x = 1.0;
        m.moved = {2.0f, 0.0f};
        m.v = {120.0f, 0.0f};
    }
    double stopped(std::span<const uint32_t> fast)
    {
        stopFastBodies(stateOf(world), fast, nullptr);
        return world.motion(ball).center.x;
    }
};

} // namespace

TEST_CASE("fast_bodies_are_listed_by_ascending_slots_whatever_their_rows")
{
    std::array<uint32_t, 5> slots{kNoIndex, 7, 2, 9, 4};
    std::array<uint8_t, 5> fast{0, 1, 1, 0, 1};
    SolverStep step;
    step.graph.slotOf = slots;
    step.fastRows = fast;
    FrameArena arena;
    const auto found = collectFastBodies(step, arena);
    CHECK(std::vector<uint32_t>(found.begin(), found.end()) == std::vector<uint32_t>{2, 4, 7});
}

TEST_CASE("a_listed_body_is_stopped_at_the_wall_and_an_unlisted_one_is_not")
{
    Passed listed, unlisted;
    const uint32_t slots[]{listed.ball.index};
    CHECK(listed.stopped(slots) == doctest::Approx(-0.15).epsilon(0.1));
    CHECK(unlisted.stopped({}) == 1.0);
}

TEST_CASE("nothing_is_stopped_if_the_settings_or_the_solver_forbid_it")
{
    WorldSettings off;
    off.continuous = false;
    for (const WorldSettings& settings : {off, settingsFor(SolverType::ManifoldImpulse)}) {
        Passed p(settings);
        const uint32_t slots[]{p.ball.index};
        CHECK(p.stopped(slots) == 1.0);
    }
}

TEST_CASE("only_a_bullet_is_stopped_by_a_movable_body")
{
    for (const bool bullet : {false, true}) {
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        addBody(world, makeBox(0.05f, 2.0f), {});
        const BodyId ball =
            addBody(world, Circle{{0.0f, 0.0f}, 0.1f},
                    {.position = {-1.0f, 0.0f}, .linearVelocity = {120.0f, 0.0f}, .bullet = bullet});
        BodyMotion& m = stateOf(world).bodies.motions[ball.index];
        m.center.x = 1.0;
        m.moved = {2.0f, 0.0f};
        const uint32_t slots[]{ball.index};
        stopFastBodies(stateOf(world), slots, nullptr);
        CHECK((world.motion(ball).center.x < 0.0) == bullet);
    }
}
