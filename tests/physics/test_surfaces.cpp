// Rolling resistance and surface speed against closed forms, in every solver that has them.
#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using namespace satbox::test;

namespace {

const SolverType kAllSolvers[] = {SolverType::SoftStep, SolverType::SequentialImpulse,
                                  SolverType::ManifoldImpulse, SolverType::VertexContact};

// A disc of radius 0.5 m that rolls on flat ground at `speed`, m/s, to the right.
struct RollingDisc {
    RollingDisc(SolverType solver, float resistance, float speed)
        : world([&] {
              WorldSettings settings = settingsFor(solver);
              settings.sleeping = false;
              return settings;
          }())
    {
        addGround(world);
        id = addBody(
            world, Circle{},
            {.position = {0.0f, 0.5f}, .linearVelocity = {speed, 0.0f}, .angularVelocity = -2.0f * speed},
            {.rollingResistance = resistance});
    }
    float speed() const { return world.motion(id).v.x; }
    World world;
    BodyId id;
};

} // namespace

TEST_CASE("rolling_resistance_slows_a_disc_by_two_thirds_of_it_times_gravity")
{
    // The torque c r m g acts on the rotation, and friction F = 2/3 c m g keeps the disc rolling.
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        CAPTURE(std::string(toString(solver)));
        RollingDisc disc(solver, 0.1f, 6.0f);
        run(disc.world, 1.0f);
        const float start = disc.speed();
        run(disc.world, 5.0f);
        CHECK((start - disc.speed()) / 5.0f == doctest::Approx(2.0 / 3.0 * 0.1 * kGravity).epsilon(0.01));
        CHECK(disc.world.motion(disc.id).w == doctest::Approx(-2.0f * disc.speed()).epsilon(0.01));
        run(disc.world, 10.0f); // it stops and does not roll back
        CHECK(std::fabs(disc.speed()) < 1e-4f);
    }
}

TEST_CASE("without_rolling_resistance_a_disc_keeps_its_speed")
{
    RollingDisc disc(SolverType::SoftStep, 0.0f, 6.0f);
    run(disc.world, 10.0f);
    CHECK(disc.speed() == doctest::Approx(6.0f).epsilon(0.002));
}

TEST_CASE("a_disc_rests_on_a_slope_that_is_flatter_than_its_rolling_resistance_and_rolls_on_a_steeper_one")
{
    // It begins to roll where tan(angle) exceeds the resistance.
    for (const float excess : {0.9f, 1.1f}) {
        World world(settingsFor(SolverType::SoftStep));
        const float angle = std::atan(0.2f * excess);
        addGround(world, angle);
        const Vec2 normal = rotate(makeRot(angle), {0.0f, 1.0f});
        const BodyId disc =
            addBody(world, Circle{}, {.position = 0.5f * normal}, {.rollingResistance = 0.2f});
        run(world, 3.0f);
        const double way =
            std::fabs(world.motion(disc).center.x + 0.5 * std::sin(static_cast<double>(angle)));
        CAPTURE(excess);
        if (excess < 1.0f)
            CHECK(way < 0.02);
        else
            CHECK(way > 0.3);
    }
}

TEST_CASE("a_conveyor_takes_a_box_to_its_speed_by_friction_and_no_faster")
{
    for (const SolverType solver : kAllSolvers) {
        CAPTURE(std::string(toString(solver)));
        WorldSettings settings = settingsFor(solver);
        settings.sleeping = false;
        World world(settings);
        addGround(world, 0.0f, {.surfaceSpeed = 2.0f});
        const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}},
                                   {.staticFriction = 0.25f, .dynamicFriction = 0.25f});
        // The combined coefficient is sqrt(0.25 * 0.6), or the product for vertex contacts.
        const float friction = solver == SolverType::VertexContact ? 0.15f : std::sqrt(0.15f);
        const float slides = 2.0f / (friction * static_cast<float>(kGravity));
        run(world, 0.5f * slides);
        CHECK(world.motion(box).v.x == doctest::Approx(1.0f).epsilon(0.1));
        run(world, 4.0f);
        CHECK(world.motion(box).v.x == doctest::Approx(2.0f).epsilon(0.01));
    }
}

TEST_CASE("a_ball_that_bounces_on_a_conveyor_is_taken_along")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep);
    settings.sleeping = false;
    World world(settings);
    addGround(world, 0.0f, {.staticFriction = 1.0f, .dynamicFriction = 1.0f, .surfaceSpeed = 2.0f});
    const BodyId ball = addBody(world, Circle{}, {.position = {0.0f, 3.0f}},
                                {.staticFriction = 1.0f, .dynamicFriction = 1.0f, .restitution = 0.8f});
    while (world.motion(ball).v.y <= 0.0f) world.step(kStep);
    // The impact gives the rim the speed of the belt: a third of it goes into the motion of the ball, and two
    // thirds into its spin.
    CHECK(world.motion(ball).v.x == doctest::Approx(2.0f / 3.0f).epsilon(0.02));
    CHECK(world.motion(ball).w == doctest::Approx(2.0f * 2.0f / 3.0f / 0.5f).epsilon(0.02));
}

TEST_CASE("a_belt_drives_its_own_body")
{
    // Clockwise: the lower run of the belt moves to the left, so the body goes to the right.
    World world(settingsFor(SolverType::SoftStep));
    addGround(world);
    const BodyId tank =
        addBody(world, makeBox(1.0f, 0.25f), {.position = {0.0f, 0.25f}}, {.surfaceSpeed = 1.5f});
    run(world, 3.0f);
    CHECK(world.motion(tank).v.x == doctest::Approx(1.5f).epsilon(0.01));
}

TEST_CASE("surfaces_give_the_same_bits_with_every_instruction_set")
{
    const auto build = [](InstructionSet set) {
        World world(settingsFor(SolverType::SoftStep));
        REQUIRE(world.setInstructionSet(set));
        addGround(world, 0.0f, {.surfaceSpeed = -1.0f});
        for (int i = 0; i < 60; ++i) {
            const Position at{-6.0 + 1.1 * (i % 12), 0.6 + 1.1 * (i / 12)};
            if (i % 3 == 0)
                addBody(world, makeBox(0.5f, 0.5f), {.position = at});
            else
                addBody(world, Circle{}, {.position = at, .angularVelocity = 3.0f},
                        {.rollingResistance = 0.05f * static_cast<float>(i % 5)});
        }
        run(world, 3.0f);
        return world.hash();
    };
    const uint64_t scalar = build(InstructionSet::Scalar);
    for (const InstructionSet set : availableInstructionSets()) CHECK(build(set) == scalar);
}
