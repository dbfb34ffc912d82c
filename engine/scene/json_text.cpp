#include "engine/scene/json_text.h"

#include "engine/core/number_text.h"
#include "engine/math/position.h"
#include <satbox/math.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace satbox {
namespace {

constexpr size_t kLineWidth = 110;

template<class Number>
std::string shortest(Number value)
{
    std::string text = shortestNumberText(value);
    // JSON readers parse "-0" as the integer zero and lose the sign.
    return text == "-0" ? "-0.0" : text;
}

// Indents every line except the first by two spaces. Strings in it have no raw line breaks.
std::string indented(const std::string& text)
{
    std::string result;
    result.reserve(text.size() + 16);
    for (const char c : text) {
        result += c;
        if (c == '\n') result += "  ";
    }
    return result;
}

bool fitsInLine(const std::vector<std::string>& parts)
{
    size_t width = 4;
    for (const std::string& part : parts) {
        width += part.size() + 2;
        if (width > kLineWidth || part.find('\n') != std::string::npos) return false;
    }
    return true;
}

std::string inOneLine(const std::vector<std::string>& parts, const char* open, const char* close)
{
    std::string result = open;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) result += ", ";
        result += parts[i];
    }
    return result + close;
}

std::string onePerLine(const std::vector<std::string>& parts, const char* open, const char* close)
{
    if (parts.empty()) return std::string(open) + close;
    std::string result = open;
    for (size_t i = 0; i < parts.size(); ++i) {
        result += i > 0 ? ",\n  " : "\n  ";
        result += indented(parts[i]);
    }
    return result + "\n" + close;
}

std::vector<std::string> memberTexts(const std::vector<std::pair<std::string, std::string>>& members)
{
    std::vector<std::string> parts;
    parts.reserve(members.size());
    for (const auto& [key, value] : members) parts.push_back(jsonText(key) + ": " + value);
    return parts;
}

} // namespace

std::string jsonText(std::string_view value)
{
    return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string jsonText(float value) { return shortest(value); }
std::string jsonText(double value) { return shortest(value); }
std::string jsonText(Position value) { return "[" + jsonText(value.x) + ", " + jsonText(value.y) + "]"; }

std::string coordinateText(double value, PositionGrid grid)
{
    double scale = 1.0;
    for (int digits = 0; digits <= 15; ++digits, scale *= 10.0) {
        const double rounded = std::round(value * scale) / scale;
        if (grid.snap(rounded) == value) return shortest(rounded);
    }
    return shortest(value);
}
std::string jsonText(Position value, PositionGrid grid)
{
    return "[" + coordinateText(value.x, grid) + ", " + coordinateText(value.y, grid) + "]";
}
std::string jsonText(Vec2 value) { return "[" + jsonText(value.x) + ", " + jsonText(value.y) + "]"; }

std::string jsonArray(const std::vector<std::string>& elements)
{
    return fitsInLine(elements) ? inOneLine(elements, "[", "]") : onePerLine(elements, "[", "]");
}

std::string jsonArrayOnePerLine(const std::vector<std::string>& elements)
{
    return onePerLine(elements, "[", "]");
}

std::string jsonArrayWrapped(const std::vector<std::string>& elements)
{
    if (fitsInLine(elements)) return inOneLine(elements, "[", "]");
    std::string result = "[\n  ";
    size_t width = 2;
    for (size_t i = 0; i < elements.size(); ++i) {
        if (i > 0) {
            const bool newLine = width + elements[i].size() + 2 > kLineWidth;
            result += newLine ? ",\n  " : ", ";
            width = newLine ? 2 : width + 2;
        }
        result += elements[i];
        width += elements[i].size();
    }
    return result + "\n]";
}

std::string jsonOnOneLine(std::string_view text)
{
    // JSON strings contain no raw line breaks, so their content does not change.
    std::string line;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\n') {
            line += text[i];
            continue;
        }
        while (i + 1 < text.size() && text[i + 1] == ' ') ++i;
        if (!line.empty() && line.back() == ',') line += ' ';
    }
    return line;
}

void JsonObjectText::add(std::string_view key, std::string valueText)
{
    members_.emplace_back(std::string(key), std::move(valueText));
}

std::string JsonObjectText::text() const
{
    const auto parts = memberTexts(members_);
    return fitsInLine(parts) ? inOneLine(parts, "{", "}") : onePerLine(parts, "{", "}");
}

std::string JsonObjectText::expandedText() const { return onePerLine(memberTexts(members_), "{", "}"); }

} // namespace satbox
