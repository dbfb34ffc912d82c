// How impacts are reported in contacts and events.

#include "engine/step/impacts/impact_contacts.h"
#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("impulses_of_several_impacts_add_up_and_the_fastest_approach_is_kept")
{
    ImpactContact entry;
    entry.add(0, 2.0f, -3.0f);
    entry.add(0, 1.0f, -5.0f);
    entry.add(0, 4.0f, -1.0f);
    CHECK(entry.impulse[0] == 7.0f);
    CHECK(entry.speed[0] == -5.0f);
    CHECK(entry.impulse[1] == 0.0f);
    CHECK(entry.speed[1] == 0.0f);
}

TEST_CASE("the_settled_speed_grows_with_the_length_unit_and_with_gravity")
{
    StepContext context;
    context.h = 1.0f / 240.0f;
    CHECK(settledSpeed(context) == doctest::Approx(0.1f));
    context.speedUnit = 3.0f;
    CHECK(settledSpeed(context) == doctest::Approx(0.3f));
    context.gravity = {0.0f, -240.0f};
    CHECK(settledSpeed(context) == doctest::Approx(2.0f)); // twice what gravity gives in a substep
}

// A ball falls on a ball at rest on the ground: the impact reaches the ground within the same step.
TEST_CASE("a_contact_hit_through_another_body_is_stored_and_reported_like_the_first")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const Material elastic{.restitution = 1.0f};
    addGround(world, 0.0f, elastic);
    addBody(world, Circle{.radius = 0.5f}, {.position = {0.0f, 0.5f}}, elastic);
    addBody(world, Circle{.radius = 0.5f}, {.position = {0.0f, 1.52f}, .linearVelocity = {0.0f, -6.0f}},
            elastic);
    world.step(kStep);
    REQUIRE(world.events().hits.size() == 2);
    for (const ContactHitEvent& hit : world.events().hits)
        CHECK(hit.speed == doctest::Approx(6.0f).epsilon(0.01));
    int pushed = 0;
    world.forEachContact([&](const Contact& c) {
        if (c.count == 0 || !(c.points[0].totalImpulse > 0.0f)) return;
        ++pushed;
        CHECK(c.points[0].normalVelocity == doctest::Approx(-6.0f).epsilon(0.01));
        CHECK(c.points[0].normalImpulse == 0.0f); // it is no load
    });
    CHECK(pushed == 2);
}
