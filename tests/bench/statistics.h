#pragma once

#include <span>
#include <vector>

namespace satbox::bench {

// The middle value, or the mean of the middle two; 0 of none.
double median(std::vector<double> values);

// Nearest rank: the least value that at least `fraction` (0 to 1) of all do not exceed. `sorted` is sorted,
// least first; 0 of none.
double percentile(std::span<const double> sorted, double fraction);

} // namespace satbox::bench
