#include "app/sweep/sweep_differences.h"
#include "tests/app/sweep/sweep_texts.h"
#include "tests/support/paths.h"

#include <limits>

namespace satbox::app {
namespace {

namespace fs = std::filesystem;

const std::string kThreeRuns = R"(, "gravity.y": [-1, -2, -3])";

// A row with these results of lastStep, end.speed and rest.time.
SweepRow rowWith(const Sweep& sweep, size_t run, double speed, SweepValue rest, uint64_t hash)
{
    return {.run = run,
            .key = sweep.keyOf(run),
            .inputs = sweep.inputsOf(run),
            .results = {int64_t{10}, speed, std::move(rest)},
            .hash = hash};
}

// What compareSweeps() finds between two files with these rows.
SweepDifferences differencesOf(const char* name, const Sweep& sweep, const std::vector<SweepRow>& before,
                               const std::vector<SweepRow>& now)
{
    const fs::path folder = test::emptyArtefactFolder(std::string("sweep_differences_") + name);
    SweepResults first, second;
    REQUIRE(first.create(folder / "before.sqlite", sweep) == "");
    REQUIRE(first.addRows(sweep, before) == "");
    REQUIRE(second.create(folder / "now.sqlite", sweep) == "");
    REQUIRE(second.addRows(sweep, now) == "");
    SweepDifferences found;
    REQUIRE(compareSweeps(sweep, first, second, found) == "");
    return found;
}

Sweep sweepWithTolerances(const std::string& tolerances)
{
    return loadedSweep(kThreeRuns, R"(, "metrics": ["end.speed", "rest.time"])" + tolerances);
}

} // namespace

TEST_CASE("differences_within_one_percent_or_a_millionth_are_none_unless_the_sweep_says_otherwise" *
          doctest::skip(!hasSweepResults()))
{
    const Sweep plain = sweepWithTolerances("");
    const std::vector<SweepRow> before{rowWith(plain, 0, 2.0, 1.0, 7), rowWith(plain, 1, 0.0, 1.0, 8),
                                       rowWith(plain, 2, 4.0, 1.0, 9)};
    const std::vector<SweepRow> now{rowWith(plain, 0, 2.019, 1.0, 7), rowWith(plain, 1, 0.9e-6, 1.0, 88),
                                    rowWith(plain, 2, 4.1, 1.0, 99)};
    const SweepDifferences found = differencesOf("default", plain, before, now);
    CHECK(found.runs == 3);
    CHECK(found.sameBits == 1);
    CHECK(found.runsBeyond == 1);
    REQUIRE(found.list.size() == 1);
    CHECK(found.list[0].run == 2);
    CHECK(found.list[0].column == "end.speed");
    CHECK(found.list[0].tolerances == doctest::Approx(2.5));

    const Sweep strict = sweepWithTolerances(R"(, "tolerances": {"*": 1, "end.speed": {"absolute": 0.01}})");
    const SweepDifferences more = differencesOf("strict", strict, before, now);
    REQUIRE(more.list.size() == 2);
    CHECK(more.list[0].run == 2); // ten tolerances
    CHECK(more.list[1].run == 0);
    REQUIRE(more.columns.size() == 1);
    CHECK(more.columns[0].runs == 2);
    CHECK(more.columns[0].run == 2);
    CHECK(more.columns[0].largest == doctest::Approx(0.1));
}

TEST_CASE(
    "a_value_or_a_failure_that_only_one_has_is_a_difference_and_runs_of_one_file_only_are_not_compared" *
    doctest::skip(!hasSweepResults()))
{
    const Sweep sweep = sweepWithTolerances(R"(, "tolerances": {"*": 1000})");
    std::vector<SweepRow> now{rowWith(sweep, 0, 2.0, {}, 7), rowWith(sweep, 1, 2.0, 1.0, 7)};
    now[1].failure = "step 3: body 1 was frozen";
    const SweepDifferences found = differencesOf(
        "missing", sweep,
        {rowWith(sweep, 0, 2.0, 1.0, 7), rowWith(sweep, 1, 2.0, 1.0, 7), rowWith(sweep, 2, 2.0, 1.0, 7)},
        now);
    CHECK(found.runs == 2);
    CHECK(found.runsBeyond == 2);
    REQUIRE(found.list.size() == 2);
    CHECK(found.list[0].column == "rest.time");
    CHECK(found.list[0].tolerances == std::numeric_limits<double>::infinity());
    CHECK(found.list[1].column == "failure");
}

} // namespace satbox::app
