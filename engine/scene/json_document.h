#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace satbox {

// A parsed JSON text as plain data. A number stores both the nearest double *and* the nearest float of its
// decimal text, since converting by way of double can round twice.
struct JsonNumber {
    double asDouble = 0.0;
    float asFloat = 0.0f;
    bool isInteger = false; // written without point or exponent, and fits into `magnitude`
    bool negative = false;  // sign of the integer
    uint64_t magnitude = 0; // absolute value of the integer
};

struct JsonValue;
struct JsonMember; // not a std::pair: its traits need a complete JsonValue
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
    int depth = 32;            // of nested arrays and objects
    size_t values = 6'000'000; // of any kind
};

// Empty, or an error message without the file's name: "line 3, column 7: ..." or "/bodies/0: the key \"x\"
// appears twice ...". `out` is valid only without an error.
std::string parseJson(std::string_view text, const JsonLimits& limits, JsonValue& out);

// Appends "/token" to a JSON pointer: escapes ~ and / (RFC 6901) and unprintable characters.
void appendPointerToken(std::string& pointer, std::string_view token);

} // namespace satbox
