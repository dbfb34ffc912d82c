#include "engine/scene/json_fields.h"

#include "engine/core/quoted.h"
#include "engine/core/suggest.h"

#include <cmath>
#include <fmt/format.h>

namespace satbox {
namespace {

const JsonNumber& number(const JsonLocation& location)
{
    const auto* found = std::get_if<JsonNumber>(&location.value.data);
    if (found == nullptr) fail(location, fmt::format("{}, expected a number", describeKind(location.value)));
    return *found;
}

// Limits are floats: seven digits, so that 0.0002 is not written as 0.000199999995.
std::string limitText(double limit)
{
    const bool isWhole = std::floor(limit) == limit && std::fabs(limit) < 1e9;
    return isWhole ? fmt::format("{:.0f}", limit) : fmt::format("{:.7g}", limit);
}

[[noreturn]] void failRange(const JsonLocation& location, double value, double minimum, double maximum)
{
    fail(location, fmt::format("{:.9g} is out of range, expected {} to {}", value, limitText(minimum),
                               limitText(maximum)));
}

const JsonArray& readPair(const JsonLocation& location)
{
    const auto* items = std::get_if<JsonArray>(&location.value.data);
    if (items == nullptr) {
        fail(location, fmt::format("{}, expected an array of 2 numbers", describeKind(location.value)));
    }
    if (items->size() != 2) {
        fail(location, fmt::format("an array of length {}, expected 2 numbers [x, y]", items->size()));
    }
    return *items;
}

} // namespace

std::string JsonLocation::pointer() const
{
    if (parent == nullptr) return "/";
    std::string result = parent->parent == nullptr ? std::string() : parent->pointer();
    appendPointerToken(result, std::holds_alternative<JsonArray>(parent->value.data) ? std::to_string(index)
                                                                                     : std::string(key));
    return result;
}

void fail(const JsonLocation& location, std::string_view message)
{
    throw SceneError{location.pointer() + ": " + std::string(message)};
}

void failIfInvalid(const JsonLocation& location, const std::string& message)
{
    if (message.empty()) return;
    const size_t colon = message.find(": ");
    if (const auto* members = std::get_if<JsonObject>(&location.value.data);
        members && colon != std::string::npos) {
        for (const auto& [key, value] : *members) {
            if (message.compare(0, colon, key) != 0) continue;
            fail(JsonLocation{value, &location, key, 0}, std::string_view(message).substr(colon + 2));
        }
    }
    fail(location, message);
}

float readFloat(const JsonLocation& location, double minimum, double maximum)
{
    const JsonNumber& found = number(location);
    // Compares both: a double just inside a bound may round to a float just outside it.
    if (!(found.asDouble >= minimum && found.asDouble <= maximum) ||
        !(static_cast<double>(found.asFloat) >= minimum && static_cast<double>(found.asFloat) <= maximum)) {
        // A bound that is not exactly a float, such as 0.001, is still allowed.
        const bool atBound = found.asDouble == minimum || found.asDouble == maximum;
        if (!atBound) failRange(location, found.asDouble, minimum, maximum);
    }
    return found.asFloat;
}

float readFloat(const JsonLocation& location)
{
    const JsonNumber& found = number(location);
    if (!std::isfinite(found.asFloat))
        fail(location, fmt::format("{:.9g} is too large for a number in single precision", found.asDouble));
    return found.asFloat;
}

double readDouble(const JsonLocation& location, double minimum, double maximum)
{
    const JsonNumber& found = number(location);
    if (!(found.asDouble >= minimum && found.asDouble <= maximum)) {
        failRange(location, found.asDouble, minimum, maximum);
    }
    return found.asDouble;
}

namespace {

// Fails for a number that is not written as an integer. For "2.0" the message says what to write instead.
[[noreturn]] void failNotInteger(const JsonLocation& location, const JsonNumber& found,
                                 std::string_view expected)
{
    constexpr double kMaxExact = 9e15; // every larger double is a whole number
    const double value = found.asDouble;
    if (std::fabs(value) < kMaxExact && value == std::trunc(value)) {
        fail(location, fmt::format("written with a point or an exponent, expected {}: write {:.0f}", expected,
                                   value == 0.0 ? 0.0 : value));
    }
    fail(location, fmt::format("{:.9g}, expected {}", value, expected));
}

} // namespace

int64_t readInteger(const JsonLocation& location, int64_t minimum, int64_t maximum)
{
    const JsonNumber& found = number(location);
    if (!found.isInteger) failNotInteger(location, found, "a whole number");
    constexpr uint64_t kMaxMagnitude = static_cast<uint64_t>(INT64_MAX);
    if (found.magnitude <= kMaxMagnitude) {
        const auto magnitude = static_cast<int64_t>(found.magnitude);
        const int64_t value = found.negative ? -magnitude : magnitude;
        if (value >= minimum && value <= maximum) return value;
    }
    fail(location, fmt::format("{}{} is out of range, expected {} to {}", found.negative ? "-" : "",
                               found.magnitude, minimum, maximum));
}

uint64_t readUnsigned(const JsonLocation& location)
{
    const JsonNumber& found = number(location);
    if (!found.isInteger && found.asDouble >= static_cast<double>(UINT64_MAX))
        fail(location,
             fmt::format("{:.9g} is out of range, expected at most {}", found.asDouble, UINT64_MAX));
    if (!found.isInteger && found.asDouble >= 0.0)
        failNotInteger(location, found, "a whole number of 0 or more");
    if (!found.isInteger || found.negative) {
        fail(location, fmt::format("{:.9g}, expected a whole number of 0 or more", found.asDouble));
    }
    return found.magnitude;
}

bool readBool(const JsonLocation& location)
{
    const auto* found = std::get_if<bool>(&location.value.data);
    if (found == nullptr)
        fail(location, fmt::format("{}, expected true or false", describeKind(location.value)));
    return *found;
}

const std::string& readText(const JsonLocation& location, size_t maxBytes)
{
    const auto* found = std::get_if<std::string>(&location.value.data);
    if (found == nullptr) fail(location, fmt::format("{}, expected a string", describeKind(location.value)));
    if (found->size() > maxBytes) {
        fail(location, fmt::format("a string of {} bytes, expected at most {}", found->size(), maxBytes));
    }
    return *found;
}

Vec2 readVec2(const JsonLocation& location)
{
    const JsonArray& items = readPair(location);
    const float x = readFloat(element(location, items, 0));
    return {x, readFloat(element(location, items, 1))};
}

Vec2 readVec2(const JsonLocation& location, double minimum, double maximum)
{
    const JsonArray& items = readPair(location);
    const float x = readFloat(element(location, items, 0), minimum, maximum);
    return {x, readFloat(element(location, items, 1), minimum, maximum)};
}

Position readPosition(const JsonLocation& location, double limit)
{
    const JsonArray& items = readPair(location);
    const double x = readDouble(element(location, items, 0), -limit, limit);
    return {x, readDouble(element(location, items, 1), -limit, limit)};
}

Rot readRotation(const JsonLocation& location)
{
    const Vec2 v = readVec2(location, -1.001, 1.001);
    constexpr float kTolerance = 1e-3f;
    const float len = length(v);
    if (std::fabs(len - 1.0f) > kTolerance) {
        fail(location, fmt::format("cosine and sine have length {:g}, expected 1", len));
    }
    return {v.x, v.y};
}

size_t readEnumName(const JsonLocation& location, std::span<const std::string_view> names)
{
    const std::string& text = readText(location, 1000);
    for (size_t i = 0; i < names.size(); ++i)
        if (names[i] == text) return i;
    std::string known;
    for (const std::string_view name : names) known += (known.empty() ? "" : ", ") + std::string(name);
    const std::string hint = didYouMean(text, names);
    fail(location, fmt::format("unknown name {}{} Expected one of: {}", quotedText(text),
                               hint.empty() ? "." : hint, known));
}

const JsonArray& readArray(const JsonLocation& location, std::string_view what, size_t minimum,
                           size_t maximum)
{
    const auto* items = std::get_if<JsonArray>(&location.value.data);
    if (items == nullptr) {
        fail(location, fmt::format("{}, expected an array of {}", describeKind(location.value), what));
    }
    if (items->size() < minimum || items->size() > maximum) {
        fail(location, minimum == maximum
                           ? fmt::format("{} {}, expected {}", items->size(), what, minimum)
                           : fmt::format("{} {}, expected {} to {}", items->size(), what, minimum, maximum));
    }
    return *items;
}

const JsonObject& readObject(const JsonLocation& location, std::string_view what)
{
    const auto* members = std::get_if<JsonObject>(&location.value.data);
    if (members == nullptr) {
        fail(location, fmt::format("{}, expected {} (an object)", describeKind(location.value), what));
    }
    return *members;
}

JsonFields::JsonFields(const JsonLocation& location, std::string_view what,
                       std::span<const std::string_view> known)
    : location_(location), members_(readObject(location, what))
{
    for (const auto& [key, value] : members_) {
        bool found = false;
        for (const std::string_view name : known) found = found || name == key;
        if (found) continue;
        const std::string hint = didYouMean(key, known);
        fail(location, fmt::format("unknown key {}{}", quotedText(key),
                                   hint.empty() ? fmt::format(" in {}", what) : hint));
    }
}

std::optional<JsonLocation> JsonFields::find(std::string_view key) const
{
    for (const auto& [name, value] : members_)
        if (name == key) return JsonLocation{value, &location_, name, 0};
    return std::nullopt;
}

JsonLocation JsonFields::require(std::string_view key) const
{
    if (auto found = find(key)) return *found;
    fail(location_, fmt::format("\"{}\" is missing", key));
}

} // namespace satbox
