#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace satbox::app {

// A check of a command-line option: accepts numbers from `minimum` to `maximum`; returns a message for any
// other text.
std::function<std::string(const std::string&)> numberBetween(double minimum, double maximum);
// The same for whole numbers, without an exponent.
std::function<std::string(const std::string&)> wholeNumberBetween(std::int64_t minimum, std::int64_t maximum);

} // namespace satbox::app
