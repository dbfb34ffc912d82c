#include "engine/scene/json_fields.h"

#include "engine/core/quoted.h"
#include "engine/scene/suggest.h"

#include <cmath>
#include <fmt/format.h>

namespace satbox {
namespace {

const JsonNumber& number(const JsonPlace& place)
{
    const auto* found = std::get_if<JsonNumber>(&place.value.data);
    if (found == nullptr) fail(place, fmt::format("{}, expected a number", describeKind(place.value)));
    return *found;
}

[[noreturn]] void failRange(const JsonPlace& place, double value, double minimum, double maximum)
{
    fail(place, fmt::format("{:.9g} is out of range, allowed is {:.9g} to {:.9g}", value, minimum, maximum));
}

const JsonArray& readPair(const JsonPlace& place)
{
    const auto* items = std::get_if<JsonArray>(&place.value.data);
    if (items == nullptr) {
        fail(place, fmt::format("{}, expected an array of 2 numbers", describeKind(place.value)));
    }
    if (items->size() != 2) {
        fail(place, fmt::format("an array of length {}, expected 2 numbers [x, y]", items->size()));
    }
    return *items;
}

} // namespace

std::string JsonPlace::path() const
{
    if (parent == nullptr) return "/";
    std::string result = parent->parent == nullptr ? std::string() : parent->path();
    appendPointer(result, std::holds_alternative<JsonArray>(parent->value.data) ? std::to_string(index)
                                                                                : std::string(key));
    return result;
}

void fail(const JsonPlace& place, std::string_view sentence)
{
    throw SceneError{place.path() + ": " + std::string(sentence)};
}

void failIfWrong(const JsonPlace& place, const std::string& sentence)
{
    if (sentence.empty()) return;
    const size_t colon = sentence.find(": ");
    if (const auto* members = std::get_if<JsonObject>(&place.value.data);
        members && colon != std::string::npos) {
        for (const auto& [key, value] : *members) {
            if (sentence.compare(0, colon, key) != 0) continue;
            fail(JsonPlace{value, &place, key, 0}, std::string_view(sentence).substr(colon + 2));
        }
    }
    fail(place, sentence);
}

float readFloat(const JsonPlace& place, double minimum, double maximum)
{
    const JsonNumber& found = number(place);
    // Both are compared: a double just inside a bound may round to a float just outside it.
    if (!(found.asDouble >= minimum && found.asDouble <= maximum) ||
        !(static_cast<double>(found.asFloat) >= minimum && static_cast<double>(found.asFloat) <= maximum)) {
        // A bound that is no float itself, such as 0.001, is still allowed as it is written.
        const bool atBound = found.asDouble == minimum || found.asDouble == maximum;
        if (!atBound) failRange(place, found.asDouble, minimum, maximum);
    }
    return found.asFloat;
}

float readFloat(const JsonPlace& place)
{
    const JsonNumber& found = number(place);
    if (!std::isfinite(found.asFloat))
        fail(place, fmt::format("{:.9g} is too large a number", found.asDouble));
    return found.asFloat;
}

double readDouble(const JsonPlace& place, double minimum, double maximum)
{
    const JsonNumber& found = number(place);
    if (!(found.asDouble >= minimum && found.asDouble <= maximum)) {
        failRange(place, found.asDouble, minimum, maximum);
    }
    return found.asDouble;
}

namespace {

// "2.0" is as wrong as "2.5", but easier to mend.
[[noreturn]] void failWhole(const JsonPlace& place, const JsonNumber& found, std::string_view expected)
{
    constexpr double kMaxExact = 9e15; // larger ones are whole anyway
    const double value = found.asDouble;
    if (std::fabs(value) < kMaxExact && value == std::trunc(value)) {
        fail(place, fmt::format("a number with a point or an exponent, expected {}, here {:.0f}", expected,
                                value == 0.0 ? 0.0 : value));
    }
    fail(place, fmt::format("{:.9g}, expected {}", value, expected));
}

} // namespace

int64_t readInteger(const JsonPlace& place, int64_t minimum, int64_t maximum)
{
    const JsonNumber& found = number(place);
    if (!found.isInteger) failWhole(place, found, "a whole number");
    constexpr uint64_t kMaxMagnitude = static_cast<uint64_t>(INT64_MAX);
    if (found.magnitude <= kMaxMagnitude) {
        const auto magnitude = static_cast<int64_t>(found.magnitude);
        const int64_t value = found.negative ? -magnitude : magnitude;
        if (value >= minimum && value <= maximum) return value;
    }
    fail(place, fmt::format("{}{} is out of range, allowed is {} to {}", found.negative ? "-" : "",
                            found.magnitude, minimum, maximum));
}

uint64_t readUnsigned(const JsonPlace& place)
{
    const JsonNumber& found = number(place);
    if (!found.isInteger && found.asDouble >= 0.0) failWhole(place, found, "a whole number of 0 or more");
    if (!found.isInteger || found.negative) {
        fail(place, fmt::format("{:.9g}, expected a whole number of 0 or more", found.asDouble));
    }
    return found.magnitude;
}

bool readBool(const JsonPlace& place)
{
    const auto* found = std::get_if<bool>(&place.value.data);
    if (found == nullptr) fail(place, fmt::format("{}, expected true or false", describeKind(place.value)));
    return *found;
}

const std::string& readText(const JsonPlace& place, size_t longest)
{
    const auto* found = std::get_if<std::string>(&place.value.data);
    if (found == nullptr) fail(place, fmt::format("{}, expected a text", describeKind(place.value)));
    if (found->size() > longest) {
        fail(place, fmt::format("a text of {} bytes, at most {} are allowed", found->size(), longest));
    }
    return *found;
}

Vec2 readVec2(const JsonPlace& place)
{
    const JsonArray& items = readPair(place);
    const float x = readFloat(element(place, items, 0));
    return {x, readFloat(element(place, items, 1))};
}

Vec2 readVec2(const JsonPlace& place, double minimum, double maximum)
{
    const JsonArray& items = readPair(place);
    const float x = readFloat(element(place, items, 0), minimum, maximum);
    return {x, readFloat(element(place, items, 1), minimum, maximum)};
}

Position readPosition(const JsonPlace& place, double limit)
{
    const JsonArray& items = readPair(place);
    const double x = readDouble(element(place, items, 0), -limit, limit);
    return {x, readDouble(element(place, items, 1), -limit, limit)};
}

Rot readRotation(const JsonPlace& place)
{
    const Vec2 v = readVec2(place, -1.001, 1.001);
    constexpr float kTolerance = 1e-3f;
    const float len = length(v);
    if (std::fabs(len - 1.0f) > kTolerance) {
        fail(place, fmt::format("cosine and sine have length {:g}, expected 1", len));
    }
    return {v.x, v.y};
}

size_t readWord(const JsonPlace& place, std::span<const std::string_view> words)
{
    const std::string& text = readText(place, 1000);
    for (size_t i = 0; i < words.size(); ++i)
        if (words[i] == text) return i;
    std::string known;
    for (const std::string_view word : words) known += (known.empty() ? "" : ", ") + std::string(word);
    fail(place, fmt::format("{} is not known{} Known are: {}", quotedText(text),
                            nearestName(text, words).empty() ? "." : didYouMean(text, words), known));
}

const JsonArray& readArray(const JsonPlace& place, std::string_view what, size_t minimum, size_t maximum)
{
    const auto* items = std::get_if<JsonArray>(&place.value.data);
    if (items == nullptr) {
        fail(place, fmt::format("{}, expected an array of {}", describeKind(place.value), what));
    }
    if (items->size() < minimum || items->size() > maximum) {
        fail(place, minimum == maximum
                        ? fmt::format("{} {}, expected {}", items->size(), what, minimum)
                        : fmt::format("{} {}, allowed are {} to {}", items->size(), what, minimum, maximum));
    }
    return *items;
}

const JsonObject& readObject(const JsonPlace& place, std::string_view what)
{
    const auto* members = std::get_if<JsonObject>(&place.value.data);
    if (members == nullptr) {
        fail(place, fmt::format("{}, expected {} (an object)", describeKind(place.value), what));
    }
    return *members;
}

JsonFields::JsonFields(const JsonPlace& place, std::string_view what, std::span<const std::string_view> known)
    : place_(place), members_(readObject(place, what))
{
    for (const auto& [key, value] : members_) {
        bool found = false;
        for (const std::string_view name : known) found = found || name == key;
        if (found) continue;
        const std::string hint = didYouMean(key, known);
        fail(place, fmt::format("unknown key {}{}", quotedText(key),
                                hint.empty() ? fmt::format(" in {}", what) : hint));
    }
}

std::optional<JsonPlace> JsonFields::find(std::string_view key) const
{
    for (const auto& [name, value] : members_)
        if (name == key) return JsonPlace{value, &place_, name, 0};
    return std::nullopt;
}

JsonPlace JsonFields::require(std::string_view key) const
{
    if (auto found = find(key)) return *found;
    fail(place_, fmt::format("\"{}\" is missing", key));
}

} // namespace satbox
