#pragma once

#include <satbox/math.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// Formats numbers for display: three significant digits, a unit with SI prefix, a true minus sign (U+2212).

// "9.81 m/s²", "12.3 mm", "1.20 kJ", "−450 mN s". The prefix, micro to giga, is put before the first symbol
// of the unit if that is m, N, J, W, Pa, Hz, s, rad or kg without an exponent. Speeds have no prefix above 1,
// rad/s has none. Time and angle have no prefix above 1; mass goes from mg to t. Other units, including "",
// get plain numbers (see formatNumber). Values below 0.005 of the smallest prefixed unit are 0. Values that
// are not finite: "not a number" or "∞" with the unit.
std::string formatQuantity(double value, std::string_view unit);
// The same with a no-break space between number and unit, for formulas that a panel wraps.
std::string formatUnbroken(double value, std::string_view unit);

// "20 m/s", "36°", "0.5" without a unit.
std::string withUnit(std::string text, std::string_view unit);

// The SI prefix that the text of a changing value keeps.
struct KeptPrefix {
    int index = -1; // into the table of prefixes; -1: none yet
};

// Like formatQuantity(value, unit), but with the prefix of the text before while the number is between 0.05
// and 5000 there, so that the unit of a value that changes in every frame does not jump: "0.0512 mm", "1234
// mm".
std::string formatQuantity(double value, std::string_view unit, KeptPrefix& kept);

// Three significant digits without prefix, integers in full: "0.600", "12.3", "1230". Below 0.001 and from
// one million with a power of ten: "1.23×10⁻⁵".
std::string formatNumber(double value);

// "⁻⁵", for powers of ten.
std::string superscript(int n);

// "512 B", "12 kB", "10.5 MB", "256 MB", in powers of 1000.
std::string formatBytes(std::size_t bytes);

// A fixed number of decimals, so that the width of a changing value does not jump: "12.350", "−0.50".
std::string formatFixed(double value, int decimals);

// `numbers`, in which each hyphen is a minus sign, with true ones.
std::string withMinusSigns(std::string_view numbers);

// "(0.600, −0.800)".
std::string formatVector(Vec2 value, int decimals);

// "12 345 678" with thin spaces (U+2009).
std::string formatCount(std::uint64_t value);
// Precondition: value >= 0.
template<std::integral Count>
std::string formatCount(Count value)
{
    return formatCount(static_cast<std::uint64_t>(value));
}

// The text with its first letter in upper or lower case, if it is one of a to z.
std::string withUpperFirst(std::string text);
std::string withLowerFirst(std::string text);

// "the outline is too thin" as a sentence: "The outline is too thin."
std::string asSentence(std::string text);

// "1 body", "1 234 bodies".
std::string countText(std::uint64_t count, std::string_view one, std::string_view many);
inline std::string bodyCountText(std::uint64_t count) { return countText(count, "body", "bodies"); }

// Parses text typed into a field of this unit: a number with . or , and either minus sign, then optionally
// the unit with or without prefix ("20 mm" in a field of metres is 0.02). Nothing for any other text and for
// values that are not finite.
std::optional<double> parseQuantity(std::string_view text, std::string_view unit);

double inDegrees(float radians);

// The text with its letters in lower case, to compare names and search.
std::string lowered(std::string_view text);
// The words of a search text, in lower case.
std::vector<std::string> loweredWords(std::string_view text);

} // namespace satbox::app
