#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace satbox::app {

// How numbers are written for people: three significant digits, a unit with SI prefix, a true minus sign
// (U+2212).

// "9.81 m/s²", "12.3 mm", "1.20 kJ", "−450 mN s". The prefix goes to the unit's first symbol where it is one
// that takes prefixes to the first power (m N J W Pa Hz s rad kg), from micro to giga; time and angle only
// get the small ones, mass goes from mg to t. Other units, "" among them, get plain numbers (see
// formatNumber). Less than half a thousandth of the smallest prefix is 0. Not finite: "not a number" or "∞"
// with the unit.
std::string formatQuantity(double value, std::string_view unit);

// Three significant digits without prefix: "0.600", "12.3", "1230"; powers of ten below 0.001 and from a
// million: "1.23×10⁻⁵".
std::string formatNumber(double value);

// A set number of decimals, so that the width of what changes all the time does not jump: "12.350", "−0.50".
std::string formatFixed(double value, int decimals);

// "12 345 678" with thin spaces (U+2009).
std::string formatCount(std::uint64_t value);

// What a person typed into a field of this unit: a number with . or , and either minus sign, then nothing or
// the unit with or without prefix ("20 mm" in a field of metres is 0.02). Nothing for any other text and for
// what is not finite.
std::optional<double> parseQuantity(std::string_view text, std::string_view unit);

} // namespace satbox::app
