#pragma once

#include "engine/core/internal_api.h"

#include <charconv>

namespace satbox {

// Reads a decimal number as std::from_chars does: the longest match at `first`, independent of the locale,
// "inf" and "nan" included. Rounds to nearest, ties to even. Out of range: numbers that round to infinity,
// and non-zero numbers that round to zero; `value` is unchanged then.
SATBOX_INTERNAL_API std::from_chars_result parseNumber(const char* first, const char* last, float& value);
SATBOX_INTERNAL_API std::from_chars_result parseNumber(const char* first, const char* last, double& value);

// The same by strtod: used by parseNumber if the standard library has no std::from_chars for float (libc++
// before version 20). The supported C libraries (glibc, musl, Apple's) round correctly.
std::from_chars_result parseNumberByStrtod(const char* first, const char* last, float& value);
std::from_chars_result parseNumberByStrtod(const char* first, const char* last, double& value);

} // namespace satbox
