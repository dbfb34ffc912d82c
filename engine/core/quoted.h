#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace satbox {

// Texts from files and command lines as messages show them. Control characters, escape sequences and marks
// that turn the direction of writing become "\u001b", bytes that are no UTF-8 become "\xff", so that a text
// can neither drive a terminal nor pass for another one. Longer texts are cut at kMaxQuoted characters, with
// "..." after them.
inline constexpr size_t kMaxQuoted = 80;
std::string printable(std::string_view text, size_t maxCharacters = kMaxQuoted);
std::string quotedText(std::string_view text); // printable, between quotation marks; its own ones become \"
// Paths keep more, since their end tells most.
inline constexpr size_t kMaxPathShown = 400;
std::string printablePath(const std::filesystem::path& path);

bool isUtf8(std::string_view text);

} // namespace satbox
