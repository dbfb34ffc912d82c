#include "engine/scene/import/svg_values.h"

#include "engine/core/ascii.h"
#include "engine/core/parse_number.h"

#include <array>
#include <cmath>
#include <vector>

namespace satbox {
namespace {

constexpr double kUnitsPerInch = 96.0;
constexpr size_t kMaxSvgTransforms = 100; // in one attribute

bool isSvgBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isSvgBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isSvgBlank(text.back())) text.remove_suffix(1);
    return text;
}

// With satbox's own sine and cosine, so that each system gets the same bits.
Rot rotationFrom(double degrees) { return makeRot(static_cast<float>(degrees * (double{kPi} / 180.0))); }

std::optional<Affine> transformFrom(std::string_view name, const std::vector<double>& v)
{
    const size_t n = v.size();
    if (name == "matrix" && n == 6) return Affine{v[0], v[1], v[2], v[3], v[4], v[5]};
    if (name == "translate" && (n == 1 || n == 2)) return Affine{.e = v[0], .f = n == 2 ? v[1] : 0.0};
    if (name == "scale" && (n == 1 || n == 2)) return Affine{.a = v[0], .d = n == 2 ? v[1] : v[0]};
    if (name == "rotate" && (n == 1 || n == 3)) {
        const Rot q = rotationFrom(v[0]);
        const double c = double{q.c}, s = double{q.s};
        const Affine turn{.a = c, .b = s, .c = -s, .d = c};
        if (n == 1) return turn;
        return mul(mul(Affine{.e = v[1], .f = v[2]}, turn), Affine{.e = -v[1], .f = -v[2]});
    }
    if ((name == "skewX" || name == "skewY") && n == 1) {
        const Rot q = rotationFrom(v[0]);
        const double tangent = double{q.s} / double{q.c};
        return name == "skewX" ? Affine{.c = tangent} : Affine{.b = tangent};
    }
    return std::nullopt;
}

} // namespace

std::optional<double> Affine::uniformScale() const
{
    const double x = a * a + b * b, y = c * c + d * d, mixed = a * c + b * d;
    constexpr double kShare = 1e-6;
    const bool isUniform = std::abs(x - y) <= kShare * x && std::abs(mixed) <= kShare * x;
    if (!isUniform) return std::nullopt;
    return std::sqrt(x);
}

Affine mul(const Affine& outer, const Affine& inner)
{
    const Position x = outer.applyLinear({inner.a, inner.b}), y = outer.applyLinear({inner.c, inner.d}),
                   origin = outer.apply({inner.e, inner.f});
    return {x.x, x.y, y.x, y.y, origin.x, origin.y};
}

void SvgScanner::skipBlanks()
{
    while (!isAtEnd() && isSvgBlank(peek())) ++at_;
}

void SvgScanner::skipSeparator()
{
    skipBlanks();
    if (peek() == ',') ++at_;
    skipBlanks();
}

std::optional<double> SvgScanner::number()
{
    size_t end = at_;
    const auto at = [&](size_t i) { return i < text_.size() ? text_[i] : '\0'; };
    const auto skipDigits = [&] {
        const size_t start = end;
        while (isDigit(at(end))) ++end;
        return end > start;
    };
    const bool hasPlus = at(end) == '+';
    if (hasPlus || at(end) == '-') ++end;
    bool hasDigits = skipDigits();
    if (at(end) == '.') {
        ++end;
        hasDigits |= skipDigits();
    }
    if (!hasDigits) return std::nullopt;
    if (at(end) == 'e' || at(end) == 'E') { // "1em" has no exponent
        const size_t mantissa = end++;
        if (at(end) == '+' || at(end) == '-') ++end;
        if (!skipDigits()) end = mantissa;
    }
    double value = 0.0;
    const auto [next, status] =
        parseNumber(text_.data() + at_ + (hasPlus ? 1 : 0), text_.data() + end, value);
    constexpr double kMaxNumber = 1e12; // keeps products finite
    if (status != std::errc{} || next != text_.data() + end || !(std::abs(value) <= kMaxNumber))
        return std::nullopt;
    at_ = end;
    return value;
}

std::string_view SvgScanner::word()
{
    const size_t start = at_;
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    while (isLetter(peek())) ++at_;
    return text_.substr(start, at_ - start);
}

std::optional<Affine> readSvgTransform(std::string_view text)
{
    SvgScanner scanner(text);
    Affine total;
    size_t count = 0;
    for (scanner.skipSeparator(); !scanner.isAtEnd(); scanner.skipSeparator()) {
        if (++count > kMaxSvgTransforms) return std::nullopt;
        const std::string_view name = scanner.word();
        scanner.skipBlanks();
        if (scanner.peek() != '(') return std::nullopt;
        scanner.advance();
        std::vector<double> values;
        for (scanner.skipBlanks(); scanner.peek() != ')'; scanner.skipSeparator()) {
            const auto value = scanner.number();
            if (!value || values.size() == 6) return std::nullopt;
            values.push_back(*value);
        }
        scanner.advance();
        const auto one = transformFrom(name, values);
        if (!one) return std::nullopt;
        total = mul(total, *one);
    }
    return total;
}

std::optional<double> readSvgLength(std::string_view text)
{
    SvgScanner scanner(text);
    scanner.skipBlanks();
    const auto value = scanner.number();
    if (!value) return std::nullopt;
    struct Unit {
        std::string_view name;
        double size;
    };
    constexpr std::array<Unit, 7> kUnits{{{"", 1.0},
                                          {"px", 1.0},
                                          {"in", kUnitsPerInch},
                                          {"cm", kUnitsPerInch / 2.54},
                                          {"mm", kUnitsPerInch / 25.4},
                                          {"pt", kUnitsPerInch / 72.0},
                                          {"pc", kUnitsPerInch / 6.0}}};
    const std::string_view name = scanner.word();
    scanner.skipBlanks();
    if (!scanner.isAtEnd()) return std::nullopt;
    for (const Unit& unit : kUnits)
        if (unit.name == name) return *value * unit.size;
    return std::nullopt;
}

std::optional<uint32_t> readSvgColor(std::string_view text)
{
    text = trimmed(text);
    if ((text.size() != 7 && text.size() != 4) || text.front() != '#') return std::nullopt;
    uint32_t rgb = 0;
    for (const char c : text.substr(1)) {
        const char lower = lowerAscii(c);
        const bool isLetter = lower >= 'a' && lower <= 'f';
        if (!isDigit(c) && !isLetter) return std::nullopt;
        const auto digit = static_cast<uint32_t>(isLetter ? lower - 'a' + 10 : c - '0');
        rgb = text.size() == 7 ? rgb * 16 + digit : rgb * 256 + digit * 17;
    }
    return rgb;
}

std::string_view svgStyleValue(std::string_view style, std::string_view property)
{
    while (!style.empty()) {
        const size_t end = style.find(';');
        const std::string_view declaration = style.substr(0, end);
        const size_t colon = declaration.find(':');
        if (colon != std::string_view::npos && trimmed(declaration.substr(0, colon)) == property)
            return trimmed(declaration.substr(colon + 1));
        style.remove_prefix(end == std::string_view::npos ? style.size() : end + 1);
    }
    return {};
}

} // namespace satbox
