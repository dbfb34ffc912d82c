#include "engine/scene/recording_lines.h"

#include <fmt/format.h>
#include <span>

namespace satbox {
namespace {

constexpr std::string_view kBefore = ", \"sum\": \"";
constexpr std::string_view kAfter = "\"}";
constexpr size_t kDigits = 16;

} // namespace

std::string LineDigest::next(std::string_view text)
{
    hasher_.add(std::as_bytes(std::span(text.data(), text.size())));
    return hexText(hasher_.value(), kDigits);
}

std::string LineDigest::seal(std::string object)
{
    object += kBefore;
    object += next(object);
    object += kAfter;
    return object + '\n';
}

bool LineDigest::accepts(std::string_view line)
{
    constexpr size_t kTail = kDigits + kAfter.size();
    if (line.size() < kTail || !line.ends_with(kAfter)) return false;
    const std::string_view text = line.substr(0, line.size() - kTail);
    return text.ends_with(kBefore) && next(text) == line.substr(text.size(), kDigits);
}

std::string hexText(uint64_t value, size_t digits) { return fmt::format("{:0{}x}", value, digits); }

std::optional<uint64_t> parseHex(std::string_view text)
{
    if (text.empty() || text.size() > 16) return std::nullopt;
    uint64_t value = 0;
    for (const char c : text) {
        const bool isDigit = c >= '0' && c <= '9';
        if (!isDigit && (c < 'a' || c > 'f')) return std::nullopt;
        value = value * 16 + static_cast<uint64_t>(isDigit ? c - '0' : c - 'a' + 10);
    }
    return value;
}

} // namespace satbox
