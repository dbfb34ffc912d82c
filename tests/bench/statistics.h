#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace satbox::bench {

// The middle value, or the mean of the middle two; 0 of none.
double median(std::vector<double> values);

// What a step takes on a quiet machine. `times` are of several rounds of equally many steps, one round after
// the other; the same step does the same work in each, so that the least of its times is the one least
// disturbed. The median of these, over the steps; 0 of none.
double quietTime(std::span<const double> times, size_t rounds);

// Nearest rank: the least value that at least `fraction` (0 to 1) of all do not exceed. `sorted` is sorted,
// least first; 0 of none.
double percentile(std::span<const double> sorted, double fraction);

} // namespace satbox::bench
