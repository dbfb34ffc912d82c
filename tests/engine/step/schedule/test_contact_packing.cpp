// Values packed from contacts into the solver, and stored back.

#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr Material kSticky{.staticFriction = 0.8f, .dynamicFriction = 0.2f};

const Contact& onlyContact(const World& world)
{
    REQUIRE(stateOf(world).contacts.awake.size() == 1);
    return stateOf(world).contacts.awake.front();
}

} // namespace

TEST_CASE("a_contact_is_marked_as_sliding_while_friction_is_at_its_limit")
{
    World world;
    addGround(world, 0.0f, kSticky);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f),
                               {.position = {0.0f, 0.5f}, .linearVelocity = {3.0f, 0.0f}}, kSticky);
    world.step(kStep);
    world.step(kStep);
    CHECK(onlyContact(world).sliding);
    for (const ContactPoint& p : onlyContact(world).points) {
        CHECK(p.normalImpulse > 0.0f);
        CHECK(std::fabs(p.tangentImpulse) == doctest::Approx(0.2f * p.normalImpulse));
    }
    for (int i = 0; i < 200 && world.body(box).awake; ++i) world.step(kStep);
    CHECK(length(world.motion(box).v) < 0.01f);
}

TEST_CASE("impulses_of_a_step_carry_the_weight_for_its_whole_time")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        WorldSettings settings = settingsFor(solver);
        settings.sleeping = false;
        World world(settings);
        addGround(world);
        addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}}, {.density = 3.0f});
        run(world, 2.0f);
        float sum = 0.0f;
        for (const ContactPoint& p : onlyContact(world).points) sum += p.totalImpulse;
        CHECK(sum == doctest::Approx(3.0f * 9.81f * kStep).epsilon(0.01));
    }
}
