#include "tests/support/physics_fixture.h"
#include <satbox/lab/comparison.h>

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

TEST_CASE("equal_worlds_never_diverge_and_have_the_same_bits_as_when_stepped_alone")
{
    Comparison comparison({falling(9.81f), falling(9.81f)}, 1e-6f);
    World alone = falling(9.81f);
    for (int i = 0; i < 60; ++i) {
        comparison.step();
        alone.step(kStep);
    }
    CHECK(comparison.divergences().empty());
    CHECK(comparison.worlds()[1].hash() == alone.hash());
    CHECK(comparison.msPerStep(0) > 0.0);
}

TEST_CASE("divergence_is_at_the_first_step_and_body_beyond_the_threshold")
{
    // The two falls differ by h^2 (1 + 2 + ... + n) times 1 m/s^2 for substeps h, which reaches 1 cm in this
    // step.
    Comparison comparison({falling(9.0f), falling(10.0f), falling(9.0f)}, 0.01f);
    for (int i = 0; i < 30; ++i) comparison.step();
    REQUIRE(comparison.divergences().size() == 2);
    CHECK_FALSE(comparison.findDivergence(0, 2).has_value());
    const auto divergence = comparison.findDivergence(0, 1);
    REQUIRE(divergence.has_value());
    const auto apart = [](int steps) {
        const double n = 4.0 * steps, h = 1.0 / 240.0;
        return h * h * n * (n + 1.0) / 2.0;
    };
    int expected = 1;
    while (apart(expected) <= 0.01) ++expected;
    CHECK(divergence->step == static_cast<uint64_t>(expected));
    CHECK(static_cast<double>(divergence->distance) == doctest::Approx(apart(expected)).epsilon(1e-3));
    CHECK(divergence->body.index == 2); // the ground and the weightless box have not moved
    CHECK(divergence->time == doctest::Approx(expected / 60.0));
}

TEST_CASE("worlds_of_other_step_rates_are_compared_at_the_same_time")
{
    Comparison comparison({falling(9.81f, 60.0f), falling(9.81f, 240.0f), falling(9.81f, 30.0f)}, 0.5f);
    for (int i = 0; i < 60; ++i) comparison.step();
    CHECK(comparison.worlds()[0].stepCount() == 60);
    CHECK(comparison.worlds()[1].stepCount() == 240);
    CHECK(comparison.worlds()[2].stepCount() == 30);
    CHECK(comparison.divergences().empty());
}

TEST_CASE("each_threshold_and_each_pair_of_worlds_has_its_own_entry_until_cleared")
{
    DivergenceLog divergences({0.01f, 1.0f});
    World near = falling(9.0f), far = falling(10.0f);
    const World* const worlds[] = {&near, &far};
    divergences.compare(worlds);
    CHECK(divergences.at(0).empty());
    for (int i = 0; i < 120; ++i) {
        near.step(kStep);
        far.step(kStep);
        divergences.compare(worlds);
    }
    REQUIRE(divergences.find(0, 0, 1).has_value());
    REQUIRE(divergences.find(1, 0, 1).has_value());
    CHECK(divergences.find(0, 0, 1)->step < divergences.find(1, 0, 1)->step);
    CHECK(divergences.find(1, 0, 1)->distance > 1.0f);
    CHECK_FALSE(divergences.find(0, 0, 2).has_value());
    CHECK_FALSE(divergences.find(0, 1, 1).has_value());
    CHECK(divergences.at(0).size() == 1);
    divergences.clear();
    CHECK(divergences.at(0).empty());
    CHECK(divergences.at(1).empty());
    CHECK(divergences.thresholds().size() == 2);
}

TEST_CASE("worlds_at_other_times_are_not_compared_and_what_one_world_lacks_is_left_out")
{
    DivergenceLog divergences({0.01f});
    World first = falling(9.81f), late = falling(9.81f), small = falling(9.81f);
    first.step(kStep);
    for (int i = 0; i < 30; ++i) late.step(kStep);
    const World* const apart[] = {&first, &late};
    divergences.compare(apart);
    CHECK(divergences.at(0).empty());
    small.step(kStep);
    small.destroyBody(small.bodyAt(2));
    const World* const fewer[] = {&first, &small};
    divergences.compare(fewer);
    CHECK(divergences.at(0).empty());
    const World* const none[] = {&first};
    divergences.compare(none);
    CHECK(divergences.at(0).empty());
}

TEST_CASE("a_world_that_has_made_no_step_costs_nothing_and_is_not_stepped_beyond_the_time")
{
    Comparison comparison({falling(9.81f), falling(9.81f, 30.0f)}, 0.01f);
    CHECK(comparison.msPerStep(0) == 0.0);
    comparison.step(); // to 1/60 s, half a step of the other world: it makes its step
    World slow = falling(9.81f, 30.0f);
    CHECK(stepTowards(slow, 0.0).steps == 0);
    CHECK(slow.stepCount() == 0);
    CHECK(stepTowards(slow, 0.1).steps == 3);
    CHECK(stepTowards(slow, 0.1).steps == 0);
}
