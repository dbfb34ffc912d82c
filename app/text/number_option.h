#pragma once

#include <functional>
#include <string>

namespace satbox::app {

// A check of a command-line option: accepts numbers from `minimum` to `maximum`; returns a message for any
// other text.
std::function<std::string(const std::string&)> numberBetween(double minimum, double maximum);

} // namespace satbox::app
