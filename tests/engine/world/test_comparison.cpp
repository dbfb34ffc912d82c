#include "engine/world/comparison.h"
#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

World falling(float gravity, float stepRate = 60.0f)
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, -gravity});
    settings.stepRate = stepRate;
    World world(settings);
    addGround(world);
    addBody(world, makeBox(0.5f, 0.5f),
            {.position = {-3.0f, 50.0f}, .gravityScale = 0.0f, .sleepAllowed = false});
    addBody(world, makeBox(0.5f, 0.5f), {.position = {3.0f, 50.0f}});
    return world;
}

} // namespace

TEST_CASE("equal_worlds_never_part_and_go_on_to_the_bits_that_they_have_alone")
{
    Comparison comparison({falling(9.81f), falling(9.81f)}, 1e-6f);
    World alone = falling(9.81f);
    for (int i = 0; i < 60; ++i) {
        comparison.step();
        alone.step(kStep);
    }
    CHECK(comparison.partings().empty());
    CHECK(comparison.worlds()[1].hash() == alone.hash());
    CHECK(comparison.msPerStep(0) > 0.0);
}

TEST_CASE("worlds_part_at_the_first_step_and_body_that_are_farther_than_asked")
{
    // The difference of both falls, h^2 (1 + 2 + ... + n) times 1 m/s^2 for substeps h, reaches 1 cm there.
    Comparison comparison({falling(9.0f), falling(10.0f), falling(9.0f)}, 0.01f);
    for (int i = 0; i < 30; ++i) comparison.step();
    REQUIRE(comparison.partings().size() == 2);
    CHECK_FALSE(comparison.partingOf(0, 2).has_value());
    const auto parting = comparison.partingOf(0, 1);
    REQUIRE(parting.has_value());
    const auto apart = [](int steps) {
        const double n = 4.0 * steps, h = 1.0 / 240.0;
        return h * h * n * (n + 1.0) / 2.0;
    };
    int expected = 1;
    while (apart(expected) <= 0.01) ++expected;
    CHECK(parting->step == static_cast<uint64_t>(expected));
    CHECK(static_cast<double>(parting->distance) == doctest::Approx(apart(expected)).epsilon(1e-3));
    CHECK(parting->body.index == 2); // the ground and the weightless box have not moved
    CHECK(parting->time == doctest::Approx(expected / 60.0));
}

TEST_CASE("worlds_of_other_step_rates_are_compared_at_the_same_time")
{
    Comparison comparison({falling(9.81f, 60.0f), falling(9.81f, 240.0f), falling(9.81f, 30.0f)}, 0.5f);
    for (int i = 0; i < 60; ++i) comparison.step();
    CHECK(comparison.worlds()[0].stepCount() == 60);
    CHECK(comparison.worlds()[1].stepCount() == 240);
    CHECK(comparison.worlds()[2].stepCount() == 30);
    CHECK(comparison.partings().empty());
}
