#include "engine/core/number_text.h"

#include <charconv>
#include <cmath>

namespace satbox {

namespace {

template<class Number>
std::string shortest(Number number)
{
    const Number size = std::fabs(number);
    const bool plain = size == Number{0} || (size >= Number(1e-4) && size < Number(1e7));
    char text[64];
    const auto result = std::to_chars(text, text + sizeof text, number,
                                      plain ? std::chars_format::fixed : std::chars_format::scientific);
    return {text, result.ptr};
}

} // namespace

std::string numberText(float number) { return shortest(number); }
std::string numberText(double number) { return shortest(number); }
std::string numberText(int number) { return std::to_string(number); }

} // namespace satbox
