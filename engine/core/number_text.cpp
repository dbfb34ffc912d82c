#include "engine/core/number_text.h"

#include "engine/core/parse_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace satbox {

namespace {

enum class Form { Fixed, Scientific, Shortest };

// Fallback by snprintf for standard libraries without std::to_chars for float and double (libc++ before
// version 14). Same text, except that a few powers of two get one more digit.
template<class Number>
std::string printed(const char* format, int precision, Number number)
{
    char text[400];
    std::snprintf(text, sizeof text, format, precision, static_cast<double>(number));
    std::string result(text);
    // The locale may use another decimal separator.
    const size_t point = result.find_first_not_of("0123456789+-e");
    if (point == std::string::npos) return result;
    return result.replace(point, result.find_first_of("0123456789", point) - point, ".");
}

template<class Number>
std::string shortestPrinted(Number number, Form form)
{
    std::string scientific;
    int precision = 0;
    for (; precision < std::numeric_limits<Number>::max_digits10; ++precision) {
        scientific = printed("%.*e", precision, number);
        Number again{};
        parseNumber(scientific.data(), scientific.data() + scientific.size(), again);
        if (again == number) break;
    }
    if (form == Form::Scientific) return scientific;
    const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
    const std::string fixed = printed("%.*f", std::max(0, precision - exponent), number);
    return form == Form::Fixed || fixed.size() <= scientific.size() ? fixed : scientific;
}

template<class Number>
std::string shortest(Number number, Form form)
{
    char text[400];
    char* const end = text + sizeof text;
    if constexpr (requires { std::to_chars(text, end, number, std::chars_format::fixed); }) {
        if (form == Form::Shortest) return {text, std::to_chars(text, end, number).ptr};
        const auto kind = form == Form::Fixed ? std::chars_format::fixed : std::chars_format::scientific;
        return {text, std::to_chars(text, end, number, kind).ptr};
    } else {
        return shortestPrinted(number, form);
    }
}

template<class Number>
std::string readableText(Number number)
{
    const Number size = std::fabs(number);
    const bool plain = size == Number{0} || (size >= Number(1e-4) && size < Number(1e7));
    return shortest(number, plain ? Form::Fixed : Form::Scientific);
}

} // namespace

std::string numberText(float number) { return readableText(number); }
std::string numberText(double number) { return readableText(number); }
std::string numberText(int number) { return std::to_string(number); }
std::string shortestNumberText(float number) { return shortest(number, Form::Shortest); }
std::string shortestNumberText(double number) { return shortest(number, Form::Shortest); }

} // namespace satbox
