#include "app/text/format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <utility>

namespace satbox::app {

namespace {

constexpr std::string_view kMinus = "\u2212";

struct Prefix {
    std::string_view symbol;
    double factor;
};

constexpr std::array<Prefix, 6> kPrefixes{
    {{"μ", 1e-6}, {"m", 1e-3}, {"", 1.0}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}}};

// Numbers with which a changing value keeps its prefix, see KeptPrefix.
constexpr double kMinKept = 0.05;
constexpr double kMaxKept = 5000.0;

// The SI prefixes that may be put before a unit.
struct PrefixRules {
    std::size_t first = 2; // index of the smallest in kPrefixes; equal to `last`: no prefixes
    std::size_t last = 2;  // index of the largest
    double toSymbol = 1.0; // factor from the unit to its symbol without prefix: 1000 for kg, to g
    std::string_view rest; // the unit without prefix, which follows the prefix
};

bool isLetter(char ch) { return (ch >= 'A' && ch <= 'Z') || (ch >= 'a' && ch <= 'z'); }

PrefixRules prefixRulesOf(std::string_view unit)
{
    std::size_t end = 0;
    while (end < unit.size() && isLetter(unit[end])) ++end;
    const std::string_view symbol = unit.substr(0, end);
    // The first symbol has an exponent, which would apply to a prefix too: no prefix.
    if (end < unit.size() && unit[end] != '/' && unit[end] != ' ') return {.rest = unit};
    // Milliradians per second and kilometres per second are unusual.
    if (unit.starts_with("rad/")) return {.rest = unit};
    if (unit.starts_with("m/")) return {0, 2, 1.0, unit};
    for (const std::string_view s : {"m", "N", "J", "W", "Pa", "Hz"})
        if (symbol == s) return {0, 5, 1.0, unit};
    if (symbol == "s" || symbol == "rad") return {0, 2, 1.0, unit};
    if (unit == "kg") return {1, 4, 1000.0, "g"};
    return {.rest = unit};
}

// Precondition: 0 <= value < 1e6.
std::string threeDigits(double value)
{
    const int decimals = value < 9.995 ? 2 : (value < 99.95 ? 1 : 0);
    return fmt::format("{:.{}f}", value, decimals);
}

std::string withSign(bool negative, const std::string& text)
{
    return negative ? std::string(kMinus) + text : text;
}

} // namespace

std::string superscript(int n)
{
    constexpr std::array<std::string_view, 10> kDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = n < 0 ? "⁻" : "";
    for (const char ch : std::to_string(std::abs(n))) text += kDigits[static_cast<std::size_t>(ch - '0')];
    return text;
}

std::string formatUnbroken(double value, std::string_view unit)
{
    std::string text;
    for (const char c : formatQuantity(value, unit)) {
        if (c == ' ')
            text += "\u00a0";
        else
            text += c;
    }
    return text;
}

std::string withUnit(std::string text, std::string_view unit)
{
    if (unit.empty()) return text;
    // No space before ° and %.
    if (unit != "°" && unit != "%") text += ' ';
    return text.append(unit);
}

std::string formatNumber(double value)
{
    if (std::isnan(value)) return "not a number";
    const bool negative = value < 0.0;
    const double size = std::abs(value);
    if (std::isinf(size)) return withSign(negative, "∞");
    if (size == 0.0) return "0";
    if (size < 0.001 || size >= 999999.5) {
        int exponent = static_cast<int>(std::floor(std::log10(size)));
        double mantissa = size / std::pow(10.0, exponent);
        if (mantissa >= 9.995) {
            mantissa /= 10.0;
            ++exponent;
        }
        return withSign(negative, fmt::format("{:.2f}×10{}", mantissa, superscript(exponent)));
    }
    if (size >= 0.9995) return withSign(negative, threeDigits(size));
    const int decimals = 2 - static_cast<int>(std::floor(std::log10(size)));
    std::string text = fmt::format("{:.{}f}", size, decimals);
    // 0.09999 rounds to 0.1000: one digit too many.
    if (size >= std::pow(10.0, 2 - decimals + 1) - 0.5 * std::pow(10.0, -decimals)) text.pop_back();
    return withSign(negative, text);
}

std::string formatQuantity(double value, std::string_view unit)
{
    KeptPrefix none;
    return formatQuantity(value, unit, none);
}

std::string formatQuantity(double value, std::string_view unit, KeptPrefix& kept)
{
    const PrefixRules scaling = prefixRulesOf(unit);
    // An angle this small is a rounding error of 0.
    if (unit == "°" && std::abs(value) < 0.0005) return withUnit("0", unit);
    if (scaling.first == scaling.last || !std::isfinite(value)) return withUnit(formatNumber(value), unit);
    const bool negative = value < 0.0;
    const double size = std::abs(value) * scaling.toSymbol;
    const auto symbolOf = [&](std::size_t prefix) {
        const std::string_view symbol = kPrefixes[prefix].symbol;
        return unit == "kg" && symbol == "M" ? std::string("t") : std::string(symbol).append(scaling.rest);
    };
    const bool hasKept = kept.index >= 0;
    if (size < 0.005 * kPrefixes[scaling.first].factor) {
        const bool keeps = hasKept && static_cast<std::size_t>(kept.index) > scaling.first; // not "0 μm"
        return withUnit("0", keeps ? symbolOf(static_cast<std::size_t>(kept.index)) : std::string(unit));
    }
    std::size_t at = scaling.last;
    // From 999.5 of a prefix on, the text would round to 1000: take the next prefix.
    while (at > scaling.first && size < 0.9995 * kPrefixes[at].factor) --at;
    if (hasKept) {
        const double scaled = size / kPrefixes[static_cast<std::size_t>(kept.index)].factor;
        if (scaled >= kMinKept && scaled < kMaxKept) at = static_cast<std::size_t>(kept.index);
    }
    kept.index = static_cast<int>(at);
    const double scaled = size / kPrefixes[at].factor;
    const bool isPlain = scaled >= 0.9995 && scaled < 999999.5;
    // Below the smallest prefix there are two decimals, as above it.
    const std::string text = isPlain || at == scaling.first ? threeDigits(scaled) : formatNumber(scaled);
    return withUnit(withSign(negative, text), symbolOf(at));
}

std::string formatFixed(double value, int decimals)
{
    if (!std::isfinite(value)) return formatNumber(value);
    std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
    const bool zero = text.find_first_not_of("0.") == std::string::npos;
    return withSign(value < 0.0 && !zero, text);
}

std::string formatVector(Vec2 value, int decimals)
{
    return fmt::format("({}, {})", formatFixed(static_cast<double>(value.x), decimals),
                       formatFixed(static_cast<double>(value.y), decimals));
}

std::string formatCount(std::uint64_t value)
{
    const std::string plain = std::to_string(value);
    std::string text;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (i > 0 && (plain.size() - i) % 3 == 0) text += "\u2009";
        text += plain[i];
    }
    return text;
}

std::string countText(std::uint64_t count, std::string_view one, std::string_view many)
{
    return formatCount(count).append(" ").append(count == 1 ? one : many);
}

std::string withUpperFirst(std::string text)
{
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string withLowerFirst(std::string text)
{
    if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z')
        text.front() = static_cast<char>(text.front() - 'A' + 'a');
    return text;
}

std::string asSentence(std::string text) { return withUpperFirst(std::move(text)) + "."; }

std::optional<double> parseQuantity(std::string_view text, std::string_view unit)
{
    std::string clean;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i, kMinus.size()) == kMinus) {
            clean += '-';
            i += kMinus.size() - 1;
        } else if (text.substr(i, 2) == "µ") { // U+00B5 for U+03BC
            clean += "μ";
            ++i;
        } else
            clean += text[i] == ',' ? '.' : text[i];
    }
    const auto trim = [](std::string_view s) {
        while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
        while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
        return s;
    };
    const std::string number(trim(clean));
    if (number.empty() || number.find_first_of("0123456789") == std::string::npos) return std::nullopt;
    // strtod() would read "nan", "inf" and hexadecimal numbers.
    if (number.find_first_not_of("0123456789.+-eE") == 0 || number.find_first_of("xX") != std::string::npos)
        return std::nullopt;
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    const std::string_view rest =
        trim(std::string_view(number).substr(static_cast<std::size_t>(end - number.c_str())));
    if (end == number.c_str() || !std::isfinite(value)) return std::nullopt;
    if (rest.empty() || rest == unit) return value;
    const PrefixRules scaling = prefixRulesOf(unit);
    if (unit == "kg" && rest == "t") return value * 1000.0;
    for (std::size_t i = scaling.first; i <= scaling.last && scaling.first != scaling.last; ++i)
        if (rest == std::string(kPrefixes[i].symbol).append(scaling.rest))
            return value * kPrefixes[i].factor / scaling.toSymbol;
    return std::nullopt;
}

std::string formatBytes(std::size_t bytes)
{
    const auto size = static_cast<double>(bytes);
    if (bytes < 10'000) return fmt::format("{} B", bytes);
    if (bytes < 1'000'000) return fmt::format("{:.0f} kB", size / 1e3);
    if (bytes < 10'000'000) return fmt::format("{:.2f} MB", size / 1e6);
    if (bytes < 100'000'000) return fmt::format("{:.1f} MB", size / 1e6);
    return fmt::format("{:.0f} MB", size / 1e6);
}

double inDegrees(float radians) { return static_cast<double>(radians) * 180.0 / std::numbers::pi; }

std::string withMinusSigns(std::string_view numbers)
{
    std::string text;
    for (const char c : numbers) text += c == '-' ? kMinus : std::string_view(&c, 1);
    return text;
}

std::string lowered(std::string_view text)
{
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::vector<std::string> loweredWords(std::string_view text)
{
    std::vector<std::string> words;
    std::string word;
    for (const char c : lowered(text) + ' ') {
        if (c != ' ')
            word += c;
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    return words;
}

} // namespace satbox::app
