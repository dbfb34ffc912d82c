#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace satbox::app {

// Numbers in the text that programs print on a terminal: ASCII, without separators.

// "1 run", "12345 runs". Precondition: count >= 0.
std::string plainCountText(std::int64_t count, std::string_view one, std::string_view many);
template<std::integral Count>
std::string plainCountText(Count count, std::string_view one, std::string_view many)
{
    return plainCountText(static_cast<std::int64_t>(count), one, many);
}
// "12.9 mm", "9.53 m".
std::string plainLengthText(double metres);

} // namespace satbox::app
