#include "engine/core/parse_number.h"

#include "engine/core/ascii.h"

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace satbox {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool startsWith(const char* at, const char* last, std::string_view word)
{
    return static_cast<size_t>(last - at) >= word.size() &&
           std::equal(word.begin(), word.end(), at, [](char a, char b) { return a == lowerAscii(b); });
}

// End of "nan" with its optional suffix: letters, digits and underscores in parentheses.
const char* endOfNan(const char* at, const char* last)
{
    if (at == last || *at != '(') return at;
    const char* const close = std::find_if_not(at + 1, last, [](char c) {
        return isDigit(c) || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z') || c == '_';
    });
    return close != last && *close == ')' ? close + 1 : at;
}

// End of the number at `first`; `first` if there is none. Stricter than strtod, which also accepts leading
// spaces, a plus sign and hexadecimal.
const char* endOfNumber(const char* first, const char* last)
{
    const char* at = first != last && *first == '-' ? first + 1 : first;
    if (startsWith(at, last, "inf")) return at + (startsWith(at, last, "infinity") ? 8 : 3);
    if (startsWith(at, last, "nan")) return endOfNan(at + 3, last);
    const char* const integer = at;
    at = std::find_if_not(at, last, isDigit);
    std::ptrdiff_t digits = at - integer;
    if (at != last && *at == '.') {
        const char* const fraction = ++at;
        at = std::find_if_not(at, last, isDigit);
        digits += at - fraction;
    }
    if (digits == 0) return first;
    if (at == last || lowerAscii(*at) != 'e') return at;
    const char* exponent = at + 1;
    if (exponent != last && (*exponent == '-' || *exponent == '+')) ++exponent;
    const char* const end = std::find_if_not(exponent, last, isDigit);
    return end == exponent ? at : end; // "1e" is read as 1
}

void convert(const char* text, float& value) { value = std::strtof(text, nullptr); }
void convert(const char* text, double& value) { value = std::strtod(text, nullptr); }

template<class Number>
std::from_chars_result parseByStrtod(const char* first, const char* last, Number& value)
{
    const char* const end = endOfNumber(first, last);
    if (end == first) return {first, std::errc::invalid_argument};
    std::string text(first, end);
    // The locale may use another decimal separator.
    if (const size_t point = text.find('.'); point != std::string::npos)
        text.replace(point, 1, std::localeconv()->decimal_point);
    Number number{};
    errno = 0;
    convert(text.c_str(), number);
    // Subnormal numbers set ERANGE too.
    if (errno == ERANGE && (number == Number{0} || std::isinf(number)))
        return {end, std::errc::result_out_of_range};
    value = number;
    return {end, std::errc{}};
}

template<class Number>
std::from_chars_result parse(const char* first, const char* last, Number& value)
{
    if constexpr (requires { std::from_chars(first, last, value); })
        return std::from_chars(first, last, value);
    else
        return parseByStrtod(first, last, value);
}

} // namespace

std::from_chars_result parseNumber(const char* first, const char* last, float& value)
{
    return parse(first, last, value);
}
std::from_chars_result parseNumber(const char* first, const char* last, double& value)
{
    return parse(first, last, value);
}

std::from_chars_result parseNumberByStrtod(const char* first, const char* last, float& value)
{
    return parseByStrtod(first, last, value);
}
std::from_chars_result parseNumberByStrtod(const char* first, const char* last, double& value)
{
    return parseByStrtod(first, last, value);
}

} // namespace satbox
