#pragma once

#include "engine/core/internal_api.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace satbox {

// Escaping of text from files and command lines for messages. Control characters and bidirectional marks
// become escapes such as "\u001b", and invalid UTF-8 bytes such as "\xff", so that text can neither control a
// terminal nor disguise itself as other text. Text is cut after kMaxQuoted characters; "..." follows.
inline constexpr size_t kMaxQuoted = 80;
SATBOX_INTERNAL_API std::string printable(std::string_view text, size_t maxCharacters = kMaxQuoted);
// printable(), in quotation marks; those inside become \".
SATBOX_INTERNAL_API std::string quotedText(std::string_view text);
// Paths have a higher limit, since their end matters most.
inline constexpr size_t kMaxPathLength = 400;
SATBOX_INTERNAL_API std::string printablePath(const std::filesystem::path& path);

SATBOX_INTERNAL_API bool isUtf8(std::string_view text);

} // namespace satbox
