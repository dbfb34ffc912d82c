#pragma once

#include "engine/scene/json_document.h"
#include <satbox/math.h>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace satbox {

// Thrown by the functions below. readScene(), readOp() and readCommand() catch it and return it as an error.
struct SceneError {
    std::string message; // "/bodies/3/position: an object, expected an array of 2 numbers"
};

// A value and its location in the document, as a chain of parents, so that the JSON pointer is formatted only
// for an error. Precondition: the parents outlive it; they are on the stack.
struct JsonLocation {
    const JsonValue& value;
    const JsonLocation* parent = nullptr;
    std::string_view key{}; // if the parent is an object
    size_t index = 0;       // if the parent is an array

    std::string pointer() const; // JSON pointer: "/bodies/3"; "/" for the whole document
};

[[noreturn]] void fail(const JsonLocation& location, std::string_view message);
// For results of satbox/validate.h, such as "radius: ...": fails at that member of the object, or at the
// object if it has no such member. Does nothing if `message` is empty.
void failIfInvalid(const JsonLocation& location, const std::string& message);

// --- single values; these fail on a wrong kind and on a value outside [minimum, maximum] ---
float readFloat(const JsonLocation& location, double minimum, double maximum);
float readFloat(const JsonLocation& location); // any finite float
double readDouble(const JsonLocation& location, double minimum, double maximum);
int64_t readInteger(const JsonLocation& location, int64_t minimum, int64_t maximum);
uint64_t readUnsigned(const JsonLocation& location);
bool readBool(const JsonLocation& location);
const std::string& readText(const JsonLocation& location, size_t maxBytes);
Vec2 readVec2(const JsonLocation& location, double minimum, double maximum);
Vec2 readVec2(const JsonLocation& location);
Position readPosition(const JsonLocation& location, double limit); // for |x| and |y|
Rot readRotation(const JsonLocation& location);                    // [cos, sin] of unit length

// Reads one of the given names; returns its index in `names`.
size_t readEnumName(const JsonLocation& location, std::span<const std::string_view> names);

const JsonArray& readArray(const JsonLocation& location, std::string_view what, size_t minimum,
                           size_t maximum);
inline JsonLocation element(const JsonLocation& array, const JsonArray& items, size_t index)
{
    return {items[index], &array, {}, index};
}
JsonLocation element(JsonLocation&&, const JsonArray&,
                     size_t) = delete; // the parent must outlive its elements

// An object with a fixed set of keys. The constructor fails on any other key and suggests the nearest known
// one.
class JsonFields {
  public:
    JsonFields(const JsonLocation& location, std::string_view what, std::span<const std::string_view> known);
    JsonFields(const JsonLocation& location, std::string_view what,
               std::initializer_list<std::string_view> known)
        : JsonFields(location, what, std::span(known.begin(), known.size()))
    {}
    JsonFields(JsonLocation&&, std::string_view, std::span<const std::string_view>) = delete;
    JsonFields(JsonLocation&&, std::string_view, std::initializer_list<std::string_view>) = delete;

    std::optional<JsonLocation> find(std::string_view key) const;
    JsonLocation require(std::string_view key) const; // fails if the key is missing
    const JsonLocation& location() const { return location_; }

  private:
    const JsonLocation& location_;
    const JsonObject& members_;
};

const JsonObject& readObject(const JsonLocation& location, std::string_view what);

// Parses `text` and calls read(root). Returns the message of a SceneError or of the parser, or an empty
// string.
template<class Read>
std::string readJson(std::string_view text, Read&& read)
{
    JsonValue document;
    if (std::string error = parseJson(text, {}, document); !error.empty()) return error;
    try {
        read(JsonLocation{document});
    } catch (const SceneError& error) {
        return error.message;
    }
    return {};
}

} // namespace satbox
