#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace satbox {

// A parsed JSON text as plain data. Numbers keep what exact reading needs: a decimal text goes to the nearest
// double *and* to the nearest float, since going through double can round twice.
struct JsonNumber {
    double asDouble = 0.0;
    float asFloat = 0.0f;
    bool isInteger = false; // written without point and exponent and fitting below
    bool negative = false;  // of the integer
    uint64_t magnitude = 0; // of the integer
};

struct JsonValue;
struct JsonMember; // not a std::pair, whose traits ask for a complete JsonValue too early
using JsonArray = std::vector<JsonValue>;
using JsonObject = std::vector<JsonMember>; // in the file's order

struct JsonValue {
    std::variant<std::nullptr_t, bool, JsonNumber, std::string, JsonArray, JsonObject> data;
};

struct JsonMember {
    std::string key;
    JsonValue value;
};

const char* describeKind(const JsonValue& value); // "a number", "an array" ...

struct JsonLimits {
    int depth = 32;            // arrays and objects inside each other
    size_t values = 6'000'000; // of any kind
};

// Empty, or a sentence without the file's name: "line 3, column 7: ..." or "/bodies/0: the key \"x\" stands
// twice". `out` is meaningful only without an error.
std::string parseJson(std::string_view text, const JsonLimits& limits, JsonValue& out);

// Appends "/token" as messages show it, with ~ and / escaped as JSON pointers do (RFC 6901).
void appendPointer(std::string& path, std::string_view token);

} // namespace satbox
