#include "engine/scene/import/rube_values.h"

#include "engine/core/bit_cast.h"
#include "engine/core/quoted.h"

#include <cmath>
#include <fmt/format.h>

namespace satbox {
namespace {

constexpr size_t kMaxTextBytes = 100'000;

float numberFrom(const JsonLocation& location)
{
    const auto* text = std::get_if<std::string>(&location.value.data);
    if (text == nullptr) return readFloat(location);
    uint32_t bits = 0;
    bool isHex = text->size() == 8;
    for (const char c : *text) {
        const bool isDigit = c >= '0' && c <= '9', isUpper = c >= 'A' && c <= 'F',
                   isLower = c >= 'a' && c <= 'f';
        isHex = isHex && (isDigit || isUpper || isLower);
        bits = bits * 16u + static_cast<uint32_t>(isDigit ? c - '0' : isUpper ? c - 'A' + 10 : c - 'a' + 10);
    }
    const float value = isHex ? bitCast<float>(bits) : 0.0f;
    if (!isHex || !std::isfinite(value))
        fail(location, fmt::format("{}, expected a number, or the 8 hexadecimal digits of a finite one",
                                   quotedText(*text)));
    return value;
}

} // namespace

RubeObject::RubeObject(const JsonLocation& location, std::string_view what)
    : location_(location), members_(readObject(location, what)), read_(members_.size(), false)
{}

std::optional<JsonLocation> RubeObject::find(std::string_view key)
{
    for (size_t i = 0; i < members_.size(); ++i) {
        if (members_[i].key != key) continue;
        read_[i] = true;
        return JsonLocation{members_[i].value, &location_, members_[i].key, 0};
    }
    return std::nullopt;
}

JsonLocation RubeObject::require(std::string_view key)
{
    if (auto found = find(key)) return *found;
    fail(location_, fmt::format("\"{}\" is missing", key));
}

float RubeObject::number(std::string_view key, float usual)
{
    const auto found = find(key);
    return found ? numberFrom(*found) : usual;
}

bool RubeObject::flag(std::string_view key, bool usual)
{
    const auto found = find(key);
    return found ? readBool(*found) : usual;
}

int64_t RubeObject::integer(std::string_view key, int64_t usual, int64_t minimum, int64_t maximum)
{
    const auto found = find(key);
    return found ? readInteger(*found, minimum, maximum) : usual;
}

Vec2 RubeObject::vector(std::string_view key)
{
    const auto found = find(key);
    if (!found) return {0.0f, 0.0f};
    if (std::holds_alternative<JsonNumber>(found->value.data)) {
        readFloat(*found, 0.0, 0.0);
        return {0.0f, 0.0f};
    }
    RubeObject object(*found, "a vector");
    return {object.number("x"), object.number("y")};
}

std::string RubeObject::text(std::string_view key)
{
    const auto found = find(key);
    return found ? readText(*found, kMaxTextBytes) : std::string();
}

std::vector<Position> RubeObject::points(std::string_view key)
{
    const JsonLocation location = require(key);
    RubeObject object(location, "an object with the arrays x and y");
    const JsonLocation xs = object.require("x"), ys = object.require("y");
    const JsonArray& xItems = readArray(xs, "numbers", 0, kMaxImportPoints);
    const JsonArray& yItems = readArray(ys, "numbers", 0, kMaxImportPoints);
    if (xItems.size() != yItems.size())
        fail(ys, fmt::format("{} numbers, expected {} as in \"x\"", yItems.size(), xItems.size()));
    std::vector<Position> points;
    points.reserve(xItems.size());
    for (size_t i = 0; i < xItems.size(); ++i)
        points.push_back(Vec2{numberFrom(element(xs, xItems, i)), numberFrom(element(ys, yItems, i))});
    return points;
}

void RubeObject::reportOthers(ConversionReport& report)
{
    for (size_t i = 0; i < members_.size(); ++i)
        if (!read_[i])
            report.refused(fmt::format("the key {}", quotedText(members_[i].key)), location_.pointer());
}

} // namespace satbox
