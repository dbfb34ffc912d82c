#include "tests/bench/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace satbox::bench {

double median(std::vector<double> values)
{
    if (values.empty()) return 0.0;
    const size_t middle = values.size() / 2;
    std::sort(values.begin(), values.end());
    return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

double quietTime(std::span<const double> times, size_t rounds)
{
    if (times.empty() || rounds == 0) return 0.0;
    const size_t steps = times.size() / rounds;
    std::vector<double> least(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(steps));
    for (size_t i = steps; i < steps * rounds; ++i) least[i % steps] = std::min(least[i % steps], times[i]);
    return median(std::move(least));
}

double percentile(std::span<const double> sorted, double fraction)
{
    if (sorted.empty()) return 0.0;
    const double rank = std::ceil(fraction * static_cast<double>(sorted.size()));
    const double index = std::clamp(rank - 1.0, 0.0, static_cast<double>(sorted.size() - 1));
    return sorted[static_cast<size_t>(index)];
}

} // namespace satbox::bench
