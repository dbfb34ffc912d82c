#include "engine/core/quoted.h"

#include <cstdint>

namespace satbox {

namespace {

struct Character {
    uint32_t code = 0;
    size_t bytes = 0; // 0: invalid UTF-8
};

// First character of the text. As RFC 3629 requires, overlong forms, surrogates and code points above
// U+10FFFF are invalid.
Character decodeFirst(std::string_view text)
{
    const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[i])); };
    const uint32_t lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
    uint32_t code = lead & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0u) != 0x80u) return {};
        code = code << 6 | (byte(i) & 0x3fu);
    }
    const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
    if (overlong || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) return {};
    return {code, bytes};
}

bool isVisible(uint32_t code)
{
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false; // C0, delete, C1
    // Arabic letter mark; zero-width and directional marks; line and paragraph separators, embeddings and
    // overrides; isolates; byte-order mark; tags.
    return !(code == 0x061c || (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
             (code >= 0x2060 && code <= 0x206f) || code == 0xfeff || (code >= 0xe0000 && code <= 0xe007f));
}

std::string hexadecimal(uint32_t value, size_t digits)
{
    std::string text;
    for (size_t i = digits; i-- > 0;) text += "0123456789abcdef"[value >> (4 * i) & 0xfu];
    return text;
}

std::string escaped(std::string_view text, size_t maxCharacters, std::string_view alsoEscaped)
{
    std::string result;
    for (size_t count = 0; !text.empty(); ++count) {
        if (count == maxCharacters) return result + "...";
        const Character next = decodeFirst(text);
        const size_t bytes = next.bytes == 0 ? 1 : next.bytes;
        if (next.bytes == 0)
            result += "\\x" + hexadecimal(static_cast<unsigned char>(text[0]), 2);
        else if (!isVisible(next.code))
            result +=
                next.code > 0xffff ? "\\U" + hexadecimal(next.code, 8) : "\\u" + hexadecimal(next.code, 4);
        else if (alsoEscaped.find(text[0]) != std::string_view::npos)
            result += std::string("\\") + text[0];
        else
            result += text.substr(0, bytes);
        text.remove_prefix(bytes);
    }
    return result;
}

} // namespace

std::string printable(std::string_view text, size_t maxCharacters)
{
    return escaped(text, maxCharacters, {});
}

std::string quotedText(std::string_view text) { return "\"" + escaped(text, kMaxQuoted, "\"") + "\""; }

std::string printablePath(const std::filesystem::path& path)
{
    return printable(path.string(), kMaxPathLength);
}

bool isUtf8(std::string_view text)
{
    while (!text.empty()) {
        const Character next = decodeFirst(text);
        if (next.bytes == 0) return false;
        text.remove_prefix(next.bytes);
    }
    return true;
}

} // namespace satbox
