#include "app/sweep/sweep_run.h"
#include "tests/app/sweep/sweep_texts.h"

#include <algorithm>

namespace satbox::app {
namespace {

const std::atomic<bool> kGoOn{false};

SweepRow made(const Sweep& sweep, size_t run)
{
    World scratch;
    const auto row = makeRun(sweep, run, scratch, kGoOn);
    REQUIRE(row);
    return *row;
}

SweepValue resultOf(const Sweep& sweep, const SweepRow& row, std::string_view name)
{
    const std::vector<SweepColumn> columns = sweep.columns();
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const auto& each) { return each.name == name; });
    REQUIRE(found != columns.end());
    return row.results[static_cast<size_t>(found - columns.begin()) - row.inputs.size()];
}

} // namespace

TEST_CASE("a_run_gives_the_world_that_stepping_its_start_gives")
{
    const Sweep sweep = loadedSweep(R"(, "gravity.y": [-1, -9])");
    const SweepRow row = made(sweep, 1);
    World world = sweep.startOf(1).scene.world;
    for (int i = 0; i < 10; ++i) world.step(1.0f / world.settings().stepRate);
    CHECK(row.hash == world.hash());
    CHECK(row.key == sweep.keyOf(1));
    CHECK(row.failure == "");
    CHECK(resultOf(sweep, row, "lastStep") == SweepValue(int64_t{10}));
    CHECK(row.results.size() + row.inputs.size() == sweep.columns().size());
}

TEST_CASE("a_reused_world_gives_the_same_row_as_a_new_one")
{
    const Sweep sweep = loadedSweep(R"(, "seed": {"from": 0, "to": 3})");
    World scratch;
    for (size_t run = 0; run < 4; ++run) {
        const auto row = makeRun(sweep, run, scratch, kGoOn);
        REQUIRE(row);
        CHECK(row->hash == made(sweep, run).hash);
    }
}

TEST_CASE("until_ends_the_run_and_other_conditions_are_only_noted")
{
    const Sweep sweep = loadedSweep(
        "",
        R"(, "until": "speed > 0.5", "conditions": {"fast": "speed > 0.3", "never": "speed > 90", "left": "leaves -50 -50 50 50"})");
    const SweepRow row = made(sweep, 0);
    // v = g t: 0.3 m/s after 2 steps, 0.5 m/s after 4.
    CHECK(resultOf(sweep, row, "until.step") == SweepValue(int64_t{4}));
    CHECK(resultOf(sweep, row, "lastStep") == SweepValue(int64_t{4}));
    CHECK(resultOf(sweep, row, "fast.step") == SweepValue(int64_t{2}));
    CHECK(resultOf(sweep, row, "never.step") == SweepValue());
    CHECK(numberOf(resultOf(sweep, row, "never.value")) == doctest::Approx(4 * 9.81 / 60));
    CHECK(resultOf(sweep, row, "left.step") == SweepValue());
    const std::vector<SweepColumn> columns = sweep.columns(); // no "left.value": it measures nothing
    CHECK(std::none_of(columns.begin(), columns.end(),
                       [](const auto& each) { return each.name == "left.value"; }));
}

TEST_CASE("a_run_whose_inputs_are_refused_is_a_row_with_the_reason")
{
    const Sweep sweep =
        loadedSweep(R"(, "seed": 1, "noise.velocity": 1000, "body:ball.linearVelocity.x": 9999.5,
                                       "body:ball.linearVelocity.y": 9999.5)");
    const SweepRow row = made(sweep, 0);
    CHECK(row.failure != "");
    CHECK(row.results.empty());
}

TEST_CASE("a_body_that_is_frozen_is_the_reason_of_a_run_that_failed_and_the_rest_is_measured")
{
    // At the edge of the world, at 400 m/s.
    const Sweep sweep =
        loadedSweep(R"(, "body:ball.position.x": 1999999, "body:ball.linearVelocity.x": 400)");
    const SweepRow row = made(sweep, 0);
    CHECK(row.failure.starts_with("step 1: body 2 \"ball\" was frozen: "));
    CHECK(resultOf(sweep, row, "end.frozen") == SweepValue(int64_t{2}));
    CHECK(resultOf(sweep, row, "lastStep") == SweepValue(int64_t{10}));
}

TEST_CASE("a_run_ends_without_a_row_when_it_is_to_stop")
{
    const std::atomic<bool> stop{true};
    World scratch;
    CHECK_FALSE(makeRun(loadedSweep(""), 0, scratch, stop));
}

} // namespace satbox::app
