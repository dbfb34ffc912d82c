#pragma once

#include <charconv>

namespace satbox {

// Reads a decimal number as std::from_chars does: from `first` on as far as it goes, whatever the language of
// the system is, "inf" and "nan" included. The result is the nearest number, ties to even. Numbers that round
// to infinity, and numbers other than zero that round to zero, are out of range; `value` is left alone then.
std::from_chars_result parseNumber(const char* first, const char* last, float& value);
std::from_chars_result parseNumber(const char* first, const char* last, double& value);

// The same by strtod: what parseNumber does where the standard library has no std::from_chars for float
// (libc++ before version 20). The C libraries that it is used with (glibc, musl, Apple's) round correctly.
std::from_chars_result parseNumberByStrtod(const char* first, const char* last, float& value);
std::from_chars_result parseNumberByStrtod(const char* first, const char* last, double& value);

} // namespace satbox
