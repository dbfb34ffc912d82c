#pragma once

#include "engine/core/number_text.h"
#include <satbox/math.h>

#include <cstdint>
#include <fmt/format.h>
#include <string>

namespace satbox {

// Literals of C++ that a compiler reads back to the same bits, for programs that satbox writes.

template<class Number>
inline std::string decimalText(Number value)
{
    std::string text = shortestNumberText(value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}
inline std::string cppText(float value) { return decimalText(value) + 'f'; }
inline std::string cppText(double value) { return decimalText(value); }
inline std::string cppText(bool value) { return value ? "true" : "false"; }
inline std::string cppText(int value) { return std::to_string(value); }
inline std::string cppText(uint32_t value) { return std::to_string(value) + 'u'; }
inline std::string cppText(uint64_t value) { return std::to_string(value) + "ull"; }
template<class A, class B>
inline std::string braced(A a, B b)
{
    return '{' + cppText(a) + ", " + cppText(b) + '}';
}
inline std::string cppText(Vec2 value) { return braced(value.x, value.y); }
inline std::string cppText(Position value) { return braced(value.x, value.y); }
inline std::string cppText(Rot value) { return braced(value.c, value.s); }
inline std::string cppText(const std::string& text)
{
    std::string literal = "\"";
    for (const char c : text) {
        const bool isPlain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
        literal += isPlain ? std::string(1, c) : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    }
    return literal + '"';
}

} // namespace satbox
