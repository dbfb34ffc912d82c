#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace satbox::app {

// A value of an input or a result of a run, as SQLite stores it. Empty: none (NULL). true and false are 1
// and 0.
using SweepValue = std::variant<std::monostate, int64_t, double, std::string>;

// For people: "0.35", "soft-step"; "-" for none.
std::string valueText(const SweepValue& value);

bool isNumber(const SweepValue& value);
// Of a number; 0 for other values.
double numberOf(const SweepValue& value);

} // namespace satbox::app
