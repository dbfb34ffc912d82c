#include "tests/bench/statistics.h"

#include <algorithm>
#include <cmath>

namespace satbox::bench {

double median(std::vector<double> values)
{
    if (values.empty()) return 0.0;
    const size_t middle = values.size() / 2;
    std::sort(values.begin(), values.end());
    return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

double percentile(std::span<const double> sorted, double fraction)
{
    if (sorted.empty()) return 0.0;
    const double rank = std::ceil(fraction * static_cast<double>(sorted.size()));
    const double index = std::clamp(rank - 1.0, 0.0, static_cast<double>(sorted.size() - 1));
    return sorted[static_cast<size_t>(index)];
}

} // namespace satbox::bench
