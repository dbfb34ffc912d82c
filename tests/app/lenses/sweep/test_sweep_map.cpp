#include "app/lenses/sweep/sweep_map.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace satbox::app {
namespace {

SweepColumn input(const char* name) { return {.name = name, .kind = SweepColumn::Kind::Input}; }

// Inputs friction, solver and seed, and a result: 10 friction, plus 100 with the second solver, plus the
// seed.
SweepTable threeInputs()
{
    SweepTable table;
    table.columns = {input("friction"),
                     input("solver"),
                     input("seed"),
                     {.name = "distance", .kind = SweepColumn::Kind::Result}};
    for (const double friction : {0.1, 0.2, 0.3})
        for (const char* solver : {"soft-step", "vertex-contact"})
            for (const int64_t seed : {1, 2, 3}) {
                const double value =
                    10.0 * friction + (solver[0] == 'v' ? 100.0 : 0.0) + static_cast<double>(seed);
                table.rows.push_back({table.rows.size(), {friction, std::string(solver), seed, value}, {}});
            }
    return table;
}

} // namespace

TEST_CASE("the_first_choice_is_the_first_two_inputs_and_all_values_of_the_others")
{
    const SweepChoice choice = firstChoice(threeInputs());
    CHECK(choice.x == 0);
    CHECK(choice.y == 1);
    CHECK(choice.metric == 3);
    REQUIRE(choice.others.size() == 1);
    CHECK(choice.others[0].first == 2);
    CHECK_FALSE(choice.others[0].second.has_value());
}

TEST_CASE("a_result_that_all_runs_have_is_chosen_before_one_with_gaps")
{
    SweepTable table = threeInputs();
    table.columns.insert(table.columns.begin() + 3, {.name = "hit.step", .kind = SweepColumn::Kind::Result});
    for (SweepTable::Row& row : table.rows)
        row.values.insert(row.values.begin() + 3,
                          row.run % 2 == 0 ? SweepValue(static_cast<int64_t>(row.run)) : SweepValue());
    CHECK(firstChoice(table).metric == 4);
    for (SweepTable::Row& row : table.rows) row.values[4] = SweepValue(1.0);
    CHECK(firstChoice(table).metric == 3);
    for (SweepTable::Row& row : table.rows) row.values[3] = SweepValue();
    CHECK(firstChoice(table).metric == 4); // the only result
}

TEST_CASE("a_cell_has_the_runs_of_its_two_values_and_their_mean_and_range")
{
    const SweepTable table = threeInputs();
    const SweepMap map = mapOf(table, firstChoice(table));
    REQUIRE(map.x.size() == 3);
    REQUIRE(map.y.size() == 2);
    CHECK(map.x[1].label == "0.2");
    CHECK(map.y[0].label == "soft-step");
    const SweepCell& cell = map.cell(1, 0);
    CHECK(cell.rows == std::vector<size_t>{6, 7, 8});
    CHECK(cell.measured == 3);
    CHECK(*cell.mean == doctest::Approx(4.0));
    CHECK(cell.lowest == doctest::Approx(3.0));
    CHECK(cell.highest == doctest::Approx(5.0));
    CHECK(map.lowest == doctest::Approx(3.0));
    CHECK(map.highest == doctest::Approx(105.0));
    CHECK(map.shareOf(54.0, false) == doctest::Approx(0.5));
    CHECK(map.shareOf(std::sqrt(3.0 * 105.0), true) == doctest::Approx(0.5));
    CHECK(map.shareOf(1e9, false) == 1.0);
}

TEST_CASE("another_input_can_be_held_at_one_value_and_axes_can_change")
{
    const SweepTable table = threeInputs();
    SweepChoice choice = firstChoice(table);
    choice.others[0].second = SweepValue(int64_t{2});
    CHECK(*mapOf(table, choice).cell(2, 1).mean == doctest::Approx(105.0));
    choice = {.x = 2,
              .y = std::nullopt,
              .metric = 3,
              .others = {{0, SweepValue(0.3)}, {1, SweepValue(std::string("soft-step"))}}};
    const SweepMap curve = mapOf(table, choice);
    REQUIRE(curve.y.size() == 1);
    REQUIRE(curve.x.size() == 3);
    CHECK(*curve.cell(2, 0).mean == doctest::Approx(6.0));
    choice.others[0].second = SweepValue(0.7);
    CHECK(mapOf(table, choice).cells.empty());
}

TEST_CASE("runs_without_a_number_leave_a_cell_empty_and_failures_are_counted")
{
    SweepTable table = threeInputs();
    for (const size_t row : {0, 1, 2}) table.rows[row].values[3] = SweepValue();
    table.rows[0].failure = "step 3: body 7 was frozen";
    table.rows[5].values[3] = SweepValue(std::numeric_limits<double>::infinity());
    const SweepMap map = mapOf(table, firstChoice(table));
    CHECK_FALSE(map.cell(0, 0).mean.has_value());
    CHECK(map.cell(0, 0).rows.size() == 3);
    CHECK(map.cell(0, 0).failed == 1);
    CHECK(map.cell(0, 1).measured == 2);
    CHECK(*map.cell(0, 1).mean == doctest::Approx(102.5));
}

TEST_CASE("negative_numbers_have_a_true_minus_sign_in_labels_and_texts_keep_their_hyphens")
{
    CHECK(sweepLabel(-2.5) == "\u22122.5");
    CHECK(sweepLabel(int64_t{-3}) == "\u22123");
    CHECK(sweepLabel(std::string("soft-step")) == "soft-step");
    SweepTable table = threeInputs();
    for (SweepTable::Row& row : table.rows) row.values[0] = -numberOf(row.values[0]);
    const SweepMap map = mapOf(table, firstChoice(table));
    CHECK(map.x[0].label == "\u22120.3");
    CHECK(map.x[2].label == "\u22120.1");
}

TEST_CASE("ranges_of_whole_numbers_have_whole_ends_and_equal_widths")
{
    SweepTable table;
    table.columns = {input("seed"), {.name = "distance", .kind = SweepColumn::Kind::Result}};
    for (int64_t seed = 1; seed <= 100; ++seed)
        table.rows.push_back({table.rows.size(), {seed, static_cast<double>(seed)}, {}});
    const SweepMap map = mapOf(table, firstChoice(table));
    REQUIRE(map.x.size() == 20);
    CHECK(map.x.front().label == "1 to 5");
    CHECK(map.x.back().label == "96 to 100");
    for (const SweepCell& cell : map.cells) CHECK(cell.rows.size() == 5);
}

TEST_CASE("many_numbers_are_gathered_in_ranges_that_hold_each_run_once")
{
    SweepTable table;
    table.columns = {input("friction"), {.name = "distance", .kind = SweepColumn::Kind::Result}};
    for (size_t i = 0; i < 1000; ++i) {
        const double value = 0.001 * static_cast<double>(i);
        table.rows.push_back({i, {value, value}, {}});
    }
    const SweepMap map = mapOf(table, firstChoice(table));
    CHECK(map.x.size() < kMaxSweepBins);
    size_t runs = 0;
    for (const SweepCell& cell : map.cells) runs += cell.rows.size();
    CHECK(runs == 1000);
    CHECK(map.cells.front().rows.front() == 0);
    CHECK(map.cells.back().rows.back() == 999);
    CHECK(map.x.front().label.find("0 to ") == 0);
}

} // namespace satbox::app
