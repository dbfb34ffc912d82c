#include "app/document/scene_link.h"

#include "app/text/format.h"
#include "engine/core/quoted.h"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <optional>

namespace satbox::app {

namespace {

constexpr std::string_view kBase64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kScenePrefix = "s=";
constexpr std::string_view kRecordingPrefix = "r=";
constexpr std::size_t kMaxQuotedLink = 24; // characters of a link that is no link

std::string toBase64(std::string_view bytes)
{
    std::string text;
    text.reserve((bytes.size() * 4 + 2) / 3);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char byte : bytes) {
        bits = bits << 8 | static_cast<unsigned char>(byte);
        for (count += 8; count >= 6; count -= 6) text += kBase64Digits[bits >> (count - 6) & 63u];
    }
    if (count > 0) text += kBase64Digits[bits << (6 - count) & 63u];
    return text;
}

// Sets `wrong` to the index of the first character that is no digit.
std::optional<std::string> fromBase64(std::string_view text, std::size_t& wrong)
{
    std::string bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t bits = 0;
    int count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t digit = kBase64Digits.find(text[i]);
        if (digit == std::string_view::npos) {
            wrong = i;
            return std::nullopt;
        }
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>(bits >> count & 255u);
    }
    return bytes;
}

LinkContent refusedLink(std::string sentence)
{
    LinkContent result;
    result.error = std::move(sentence);
    return result;
}

LinkContent inflatedLink(LinkKind kind, std::string_view bytes)
{
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return refusedLink("There is not enough memory to read the link.");
    // zlib's parameter is not const, but it only reads.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    LinkContent result{.kind = kind, .text = {}, .error = {}};
    std::array<char, 16384> part;
    int status = Z_OK;
    while (status == Z_OK && result.text.size() <= kMaxLinkText) {
        stream.next_out = reinterpret_cast<Bytef*>(part.data());
        stream.avail_out = static_cast<uInt>(part.size());
        status = inflate(&stream, Z_NO_FLUSH);
        result.text.append(part.data(), part.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (result.text.size() > kMaxLinkText)
        return refusedLink(
            fmt::format("The link's text is longer than {} MiB, which is the limit.", kMaxLinkText >> 20));
    if (status != Z_STREAM_END)
        return refusedLink(
            fmt::format("The link is damaged or was cut: {} characters were read and its end is "
                        "missing or differs. Copy all of it.",
                        formatCount(bytes.size() * 4 / 3)));
    return result;
}

} // namespace

std::string linkFragment(LinkKind kind, std::string_view text)
{
    uLongf size = compressBound(static_cast<uLong>(text.size()));
    std::string packed(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
                  static_cast<uLong>(text.size()), Z_BEST_COMPRESSION) != Z_OK)
        return {};
    packed.resize(size);
    return fmt::format("#{}{}", kind == LinkKind::Scene ? kScenePrefix : kRecordingPrefix, toBase64(packed));
}

LinkContent readLink(std::string_view link)
{
    const std::size_t hash = link.find('#');
    std::string_view fragment = hash == std::string_view::npos ? link : link.substr(hash + 1);
    LinkKind kind = LinkKind::Scene;
    if (fragment.starts_with(kRecordingPrefix))
        kind = LinkKind::Recording;
    else if (!fragment.starts_with(kScenePrefix))
        return refusedLink(fmt::format("{} is no link to a scene: after '#' it begins with s= or r=.",
                                       quotedText(std::string(link.substr(0, kMaxQuotedLink)))));
    fragment.remove_prefix(kScenePrefix.size());
    while (fragment.ends_with('=')) fragment.remove_suffix(1); // padding
    std::size_t wrong = 0;
    const std::optional<std::string> bytes = fromBase64(fragment, wrong);
    if (!bytes)
        return refusedLink(
            fmt::format("Character {} of the link's text, {}, is none of A to Z, a to z, 0 to 9, - and _.",
                        wrong + 1, quotedText(std::string(fragment.substr(wrong, 1)))));
    return inflatedLink(kind, *bytes);
}

} // namespace satbox::app
