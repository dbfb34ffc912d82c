#include "engine/scene/json_document.h"

#include <cmath>
#include <doctest/doctest.h>

namespace satbox {
namespace {

std::string sentenceOf(std::string_view text)
{
    JsonValue document;
    return parseJson(text, {}, document);
}

} // namespace

TEST_CASE("every_kind_of_value_has_a_description")
{
    const auto kindOf = [](std::string_view text) -> std::string {
        JsonValue document;
        REQUIRE(parseJson(text, {}, document) == "");
        return describeKind(document);
    };
    CHECK(kindOf("null") == "null");
    CHECK(kindOf("false") == "true or false");
    CHECK(kindOf("-1") == "a number");
    CHECK(kindOf("\"1\"") == "a string");
    CHECK(kindOf("[]") == "an array");
    CHECK(kindOf("{}") == "an object");
}

TEST_CASE("numbers_beyond_the_range_of_a_float_are_zero_or_infinite_as_floats")
{
    JsonValue document;
    REQUIRE(parseJson("1e-300", {}, document) == "");
    CHECK(std::get<JsonNumber>(document.data).asFloat == 0.0f);
    CHECK(std::get<JsonNumber>(document.data).asDouble == 1e-300);
    REQUIRE(parseJson("-1e300", {}, document) == "");
    CHECK(std::get<JsonNumber>(document.data).asFloat == -HUGE_VALF);
    CHECK(sentenceOf("[1,\n 1e999]") == "line 2, column 6: the number 1e999 is too large");
}

TEST_CASE("a_key_that_stands_twice_is_reported_with_the_path_of_its_object")
{
    CHECK(sentenceOf(R"({"a": 1, "a": 2})") == "/: the key \"a\" appears twice, expected once");
    CHECK(sentenceOf(R"({"list": [0, {"a": 1, "b": 2, "a": 3}]})") ==
          "/list/1: the key \"a\" appears twice, expected once");
}

TEST_CASE("an_object_has_at_most_256_keys")
{
    const auto withKeys = [](int count) {
        std::string text = "[{";
        for (int i = 0; i < count; ++i) text += (i > 0 ? ", \"" : "\"") + std::to_string(i) + "\": 0";
        return text + "}]";
    };
    CHECK(sentenceOf(withKeys(256)) == "");
    CHECK(sentenceOf(withKeys(257)) == "/0: more than 256 keys in one object, the maximum");
}

TEST_CASE("values_and_depth_are_limited_in_objects_as_in_arrays")
{
    JsonValue document;
    const JsonLimits limits{.depth = 2, .values = 3};
    CHECK(parseJson(R"({"a": {"b": 1}})", limits, document) == "");
    CHECK(parseJson(R"({"a": {"b": {}}})", limits, document) ==
          "/a/b: arrays and objects are nested more than 2 deep, the maximum");
    CHECK(parseJson(R"({"a": [1, true]})", limits, document) ==
          "the file has more than 3 values, the maximum");
    CHECK(parseJson(R"([1, 2, {"a": 1}])", limits, document) ==
          "the file has more than 3 values, the maximum");
}

TEST_CASE("a_syntax_error_is_reported_by_line_and_column")
{
    CHECK(sentenceOf("{\"a\": 1,\n \"b\" 2}") ==
          "line 2, column 6: not JSON: unexpected \"2\", expected a colon after the key");
    CHECK(sentenceOf("") == "line 1, column 1: not JSON: the file ends here, expected { or [");
}

TEST_CASE("pointers_escape_slashes_and_tildes")
{
    std::string path = "/a";
    appendPointerToken(path, "x/y~z");
    CHECK(path == "/a/x~1y~0z");
    appendPointerToken(path, "\x1b");
    CHECK(path == "/a/x~1y~0z/\\u001b");
}

} // namespace satbox
