#pragma once

namespace satbox {

// Independent of the locale, unlike tolower().
constexpr char lowerAscii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

} // namespace satbox
