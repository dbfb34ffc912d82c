#include "app/text/plain_text.h"

#include <fmt/format.h>

namespace satbox::app {

std::string plainCountText(std::int64_t count, std::string_view one, std::string_view many)
{
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string plainLengthText(double metres)
{
    const bool isLong = metres >= 0.9995; // 999.5 mm would be written as 1e+03 mm
    return isLong ? fmt::format("{:.4g} m", metres) : fmt::format("{:.3g} mm", 1000.0 * metres);
}

} // namespace satbox::app
