#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace satbox::bench {

// The middle value, or the mean of the middle two; 0 if empty.
double median(std::vector<double> values);

// Estimates the time of a step on a quiet machine. `times` has the steps of several rounds of equal length,
// one round after the other. The same step does the same work in each round, so its least time is the least
// disturbed. Returns the median of these over the steps; 0 if empty.
double quietTime(std::span<const double> times, size_t rounds);

// Nearest rank: the least value such that at least `fraction` (0 to 1) of all values are no greater; 0 if
// empty. Precondition: `sorted` is ascending.
double percentile(std::span<const double> sorted, double fraction);

} // namespace satbox::bench
