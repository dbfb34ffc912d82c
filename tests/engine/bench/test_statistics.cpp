#include "tests/bench/statistics.h"

#include <doctest/doctest.h>
#include <vector>

using namespace satbox::bench;

TEST_CASE("a_quiet_time_is_the_median_of_what_each_step_took_at_least")
{
    // Three rounds of three steps; least are 2, 1 and 5.
    const std::vector<double> times{9, 1, 6, 2, 7, 8, 3, 4, 5};
    CHECK(quietTime(times, 3) == 2.0);
    CHECK(quietTime(times, 1) == median(times));
    CHECK(quietTime({}, 2) == 0.0);
}
