#include "engine/scene/json_fields.h"

#include <array>
#include <doctest/doctest.h>
#include <functional>

namespace satbox {
namespace {

// What `read` says about a document of this text; "read" where it takes it.
std::string sentenceOf(std::string_view text, const std::function<void(const JsonLocation&)>& read)
{
    JsonValue document;
    REQUIRE(parseJson(text, {}, document) == "");
    try {
        read(JsonLocation{document});
    } catch (const SceneError& error) {
        return error.message;
    }
    return "read";
}

float floatIn(std::string_view text, double minimum, double maximum)
{
    float value = -1.0f;
    CHECK(sentenceOf(text, [&](const JsonLocation& location) {
              value = readFloat(location, minimum, maximum);
          }) == "read");
    return value;
}

} // namespace

TEST_CASE("a_number_is_in_range_as_double_and_as_float_and_a_bound_is_allowed_as_it_is_written")
{
    // The nearest float of 0.1 is above 0.1, that of 0.7 is below 0.7.
    CHECK(floatIn("0.1", 0.0, 0.1) == 0.1f);
    CHECK(floatIn("0.7", 0.7, 1.0) == 0.7f);
    const auto unit = [](const JsonLocation& location) { readFloat(location, 0.7, 1.1); };
    CHECK(sentenceOf("1.0999999999", unit) == "/: 1.1 is out of range, expected 0.7 to 1.1");
    CHECK(sentenceOf("0.7000000001", unit) == "/: 0.7 is out of range, expected 0.7 to 1.1");
    CHECK(sentenceOf("1.2", unit) == "/: 1.2 is out of range, expected 0.7 to 1.1");
    CHECK(sentenceOf("-1e300", unit) == "/: -1e+300 is out of range, expected 0.7 to 1.1");
    CHECK(sentenceOf("null", unit) == "/: null, expected a number");
}

TEST_CASE("a_number_that_no_float_holds_is_refused_where_there_is_no_range")
{
    const auto any = [](const JsonLocation& location) { readFloat(location); };
    CHECK(sentenceOf("3.4e38", any) == "read");
    CHECK(sentenceOf("1e39", any) == "/: 1e+39 is too large for a number in single precision");
    CHECK(sentenceOf("-1e39", any) == "/: -1e+39 is too large for a number in single precision");
}

TEST_CASE("whole_numbers_are_taken_to_the_ends_of_their_range_and_no_farther")
{
    const auto any = [](const JsonLocation& location) { readInteger(location, INT64_MIN, INT64_MAX); };
    const auto few = [](const JsonLocation& location) { readInteger(location, -2, 5); };
    CHECK(sentenceOf("9223372036854775807", any) == "read");
    CHECK(sentenceOf("9223372036854775808", any) == "/: 9223372036854775808 is out of range, expected "
                                                    "-9223372036854775808 to 9223372036854775807");
    CHECK(sentenceOf("-2", few) == "read");
    CHECK(sentenceOf("5", few) == "read");
    CHECK(sentenceOf("-3", few) == "/: -3 is out of range, expected -2 to 5");
    CHECK(sentenceOf("6", few) == "/: 6 is out of range, expected -2 to 5");
    CHECK(sentenceOf("1.5", few) == "/: 1.5, expected a whole number");
    CHECK(sentenceOf("-0.0", few) ==
          "/: written with a point or an exponent, expected a whole number: write 0");
    // Beyond 64 bits a number is no integer, and so large that a point is not what is wrong with it.
    CHECK(sentenceOf("18446744073709551616", any) == "/: 1.84467441e+19, expected a whole number");
}

TEST_CASE("a_number_without_a_sign_is_neither_negative_nor_broken")
{
    const auto read = [](const JsonLocation& location) { readUnsigned(location); };
    CHECK(sentenceOf("0", read) == "read");
    CHECK(sentenceOf("2.5", read) == "/: 2.5, expected a whole number of 0 or more");
    CHECK(sentenceOf("-2.5", read) == "/: -2.5, expected a whole number of 0 or more");
    CHECK(sentenceOf("-7", read) == "/: -7, expected a whole number of 0 or more");
    CHECK(sentenceOf("\"7\"", read) == "/: a string, expected a number");
}

TEST_CASE("values_of_another_kind_are_refused_by_what_they_are")
{
    CHECK(sentenceOf("1", [](const JsonLocation& p) { readBool(p); }) ==
          "/: a number, expected true or false");
    CHECK(sentenceOf("true", [](const JsonLocation& p) { readText(p, 9); }) ==
          "/: true or false, expected a string");
    CHECK(sentenceOf("{}", [](const JsonLocation& p) { readArray(p, "points", 0, 9); }) ==
          "/: an object, expected an array of points");
    CHECK(sentenceOf("[]", [](const JsonLocation& p) { readObject(p, "a filter"); }) ==
          "/: an array, expected a filter (an object)");
    CHECK(sentenceOf("[1, \"x\"]", [](const JsonLocation& p) { readVec2(p); }) ==
          "/1: a string, expected a number");
}

TEST_CASE("arrays_have_as_many_elements_as_they_should")
{
    const auto between = [](const JsonLocation& p) { readArray(p, "points", 2, 3); };
    CHECK(sentenceOf("[1, 2]", between) == "read");
    CHECK(sentenceOf("[1]", between) == "/: 1 points, expected 2 to 3");
    CHECK(sentenceOf("[1, 2, 3, 4]", between) == "/: 4 points, expected 2 to 3");
    CHECK(sentenceOf("[1]", [](const JsonLocation& p) { readArray(p, "points", 2, 2); }) ==
          "/: 1 points, expected 2");
}

TEST_CASE("coordinates_are_refused_one_by_one_at_their_own_path")
{
    const auto point = [](const JsonLocation& p) { readVec2(p, -1.0, 1.0); };
    CHECK(sentenceOf("[1, -1]", point) == "read");
    CHECK(sentenceOf("[2, 0]", point) == "/0: 2 is out of range, expected -1 to 1");
    CHECK(sentenceOf("[0, -2]", point) == "/1: -2 is out of range, expected -1 to 1");
    const auto position = [](const JsonLocation& p) { readPosition(p, 10.0); };
    CHECK(sentenceOf("[10, -10]", position) == "read");
    CHECK(sentenceOf("[11, 0]", position) == "/0: 11 is out of range, expected -10 to 10");
    CHECK(sentenceOf("[0, -11]", position) == "/1: -11 is out of range, expected -10 to 10");
}

TEST_CASE("a_message_that_names_a_member_is_reported_at_the_members_path")
{
    const auto check = [](const char* sentence) {
        return [sentence](const JsonLocation& location) { failIfInvalid(location, sentence); };
    };
    const char* text = R"({"mass": 1, "radius": -1})";
    CHECK(sentenceOf(text, check("")) == "read");
    CHECK(sentenceOf(text, check("radius: too small")) == "/radius: too small");
    CHECK(sentenceOf(text, check("height: too small")) == "/: height: too small");
    CHECK(sentenceOf(text, check("all wrong")) == "/: all wrong");
    CHECK(sentenceOf("[1]", check("radius: too small")) == "/: radius: too small");
}

TEST_CASE("a_path_names_keys_and_places_from_the_top")
{
    CHECK(sentenceOf(R"({"a/b~c": [0, {"x": 1}]})", [](const JsonLocation& root) {
              const JsonFields top(root, "a test", {"a/b~c"});
              const JsonLocation list = top.require("a/b~c");
              const JsonLocation second = element(list, readArray(list, "values", 0, 9), 1);
              const JsonFields inner(second, "a test", {"x", "y"});
              inner.require("y");
          }) == "/a~1b~0c/1: \"y\" is missing");
}

TEST_CASE("unknown_enum_names_are_refused_with_suggestions")
{
    constexpr std::array<std::string_view, 2> words{"static", "dynamic"};
    size_t word = 0;
    const auto read = [&](const JsonLocation& p) { word = readEnumName(p, words); };
    CHECK(sentenceOf("\"dynamic\"", read) == "read");
    CHECK(word == 1);
    CHECK(sentenceOf("\"dynamc\"", read) ==
          "/: unknown name \"dynamc\", did you mean \"dynamic\"? Expected one of: static, dynamic");
    CHECK(sentenceOf("\"?\"", read) == "/: unknown name \"?\". Expected one of: static, dynamic");
}

} // namespace satbox
