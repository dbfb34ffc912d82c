#include "app/lenses/what_if/what_if_run.h"

#include "tests/support/app_worlds.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;

namespace {

const VariedNumber& numberWithKey(std::string_view key)
{
    static const std::vector<VariedNumber> all = variedNumbers();
    return *std::ranges::find(all, key, &VariedNumber::key);
}

// A ball 2 m above a floor.
struct Dropped {
    World world;
    BodyId ball;

    Dropped()
    {
        world.addShape(world.createBody({.type = BodyType::Static}), {.geometry = makeBox(10.0f, 0.5f)});
        ball = world.createBody({.position = {0.0f, 3.0f}});
        world.addShape(ball, {.geometry = Circle{{}, 0.5f}});
    }
};

void finish(WhatIfRun& run)
{
    while (!run.isDone() && run.refusal().empty()) run.advance(10.0);
}

} // namespace

TEST_CASE("every_setting_with_a_number_and_every_material_can_be_varied")
{
    Dropped dropped;
    for (const VariedNumber& number : variedNumbers()) {
        CAPTURE(number.key);
        CHECK(number.usualMinimum < number.usualMaximum);
        World world = dropped.world;
        CHECK(setIn(world, number, number.usualMaximum, {}) == "");
        CHECK(valueIn(world, number, {}) == Approx(number.usualMaximum));
    }
}

TEST_CASE("paths_are_those_of_worlds_with_the_value_and_the_world_stays")
{
    Dropped dropped;
    const uint64_t hash = dropped.world.hash();
    WhatIfRun run(dropped.world, numberWithKey("restitution"), 0.0f, 1.0f, 5, 1.0f, {});
    finish(run);
    CHECK(dropped.world.hash() == hash);
    REQUIRE(run.paths().size() == 5);
    for (size_t i = 0; i < 5; ++i) {
        const WhatIfPath& path = run.paths()[i];
        CHECK(path.value == Approx(0.25 * static_cast<double>(i)));
        World world = dropped.world;
        REQUIRE(setIn(world, numberWithKey("restitution"), path.value, {}) == "");
        REQUIRE(path.centers.size() == 1);
        REQUIRE(path.centers[0].size() == 61); // a second at 60 Hz
        for (size_t step = 0; step < 61; ++step) {
            CHECK(path.centers[0][step] == world.motion(dropped.ball).center);
            world.step(1.0f / 60.0f);
        }
    }
    // The more it bounces, the higher it is after a second.
    CHECK(run.paths()[4].centers[0].back().y > run.paths()[2].centers[0].back().y + 0.3);
    CHECK(run.paths()[0].deepestOverlap > 0.0f);
}

TEST_CASE("a_material_is_varied_in_the_selected_bodies_only_and_only_their_paths_are_kept")
{
    Dropped dropped;
    const BodyId other = dropped.world.createBody({.position = {3.0f, 3.0f}});
    dropped.world.addShape(other, {.geometry = Circle{{}, 0.5f}});
    WhatIfRun run(dropped.world, numberWithKey("density"), 1.0f, 5.0f, 2, 0.1f, std::span(&other, 1));
    finish(run);
    CHECK(run.followed().size() == 1);
    World world = dropped.world;
    const float before = world.shapeDef(world.shapesOf(dropped.ball).front()).material.density;
    REQUIRE(setIn(world, numberWithKey("density"), 5.0f, std::span(&other, 1)) == "");
    CHECK(world.shapeDef(world.shapesOf(dropped.ball).front()).material.density == before);
    CHECK(world.shapeDef(world.shapesOf(other).front()).material.density == 5.0f);
}

TEST_CASE("whole_numbers_are_not_repeated_and_another_step_rate_covers_the_same_time")
{
    Dropped dropped;
    WhatIfRun substeps(dropped.world, numberWithKey("substeps"), 1.0f, 4.0f, 10, 0.1f, {});
    CHECK(substeps.paths().size() == 4);
    WhatIfRun rates(dropped.world, numberWithKey("stepRate"), 30.0f, 60.0f, 2, 0.5f, {});
    finish(rates);
    CHECK(rates.paths()[0].centers[0].size() == 16);
    CHECK(rates.paths()[1].centers[0].size() == 31);
}

TEST_CASE("a_refused_value_ends_the_run_with_the_reason")
{
    Dropped dropped;
    WhatIfRun run(dropped.world, numberWithKey("substeps"), 1.0f, 1e6f, 2, 0.1f, {});
    finish(run);
    CHECK(run.refusal().find("substeps") != std::string::npos);
    CHECK(run.isDone()); // with the paths before it
    CHECK(run.paths().size() == 1);
}
