#include "app/lenses/plot/step_rows.h"

#include <doctest/doctest.h>

#include <array>

using namespace satbox::app;

namespace {

using Rows = StepRows<float>;

void set(Rows& rows, uint64_t step)
{
    const std::array row{static_cast<float>(step), -static_cast<float>(step)};
    rows.set(step, row);
}

bool holds(const Rows& rows, uint64_t step)
{
    return rows.has(step) && rows.at(step)[0] == static_cast<float>(step) &&
           rows.at(step)[1] == -static_cast<float>(step);
}

} // namespace

TEST_CASE("rows_are_found_by_their_steps_whatever_the_order_in_which_they_were_set")
{
    Rows rows(2);
    CHECK_FALSE(rows.has(0));
    for (const uint64_t step : {100u, 103u, 90u, 95u, 101u}) set(rows, step);
    for (const uint64_t step : {90u, 95u, 100u, 101u, 103u}) CHECK(holds(rows, step));
    for (const uint64_t step : {0u, 89u, 91u, 102u, 104u}) CHECK_FALSE(rows.has(step));
}

TEST_CASE("rows_from_a_step_on_can_be_dropped")
{
    Rows rows(2);
    for (uint64_t step = 10; step < 20; ++step) set(rows, step);
    rows.dropFrom(30);
    CHECK(holds(rows, 19));
    rows.dropFrom(15);
    CHECK(holds(rows, 14));
    CHECK_FALSE(rows.has(15));
    set(rows, 16);
    CHECK_FALSE(rows.has(15)); // not what it was before
    CHECK(holds(rows, 16));
    rows.dropFrom(3);
    CHECK_FALSE(rows.has(10));
}

TEST_CASE("rows_stay_within_their_limit_and_those_farthest_from_the_last_one_set_go_first")
{
    Rows rows(2);
    const uint64_t last = 3 * Rows::kMaxSteps;
    for (uint64_t step = 0; step <= last; ++step) set(rows, step);
    CHECK(holds(rows, last));
    CHECK(holds(rows, last - Rows::kMaxSteps / 2));
    CHECK_FALSE(rows.has(last - Rows::kMaxSteps));
    // Twice: a vector may have room for as many again.
    CHECK(rows.bytes() <= 2 * Rows::kMaxSteps * (2 * sizeof(float) + 1));

    const uint64_t early = last - Rows::kMaxSteps - 10;
    set(rows, early);
    CHECK(holds(rows, early));
    CHECK_FALSE(rows.has(last));
    set(rows, 5); // far from all others
    CHECK(holds(rows, 5));
    CHECK_FALSE(rows.has(early));
}
