#include "engine/scene/json_document.h"
#include "engine/scene/json_text.h"
#include "engine/scene/random.h"

#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

namespace satbox {

TEST_CASE("floats_are_written_as_their_shortest_text_and_read_back_to_the_same_bits")
{
    CHECK(jsonText(0.1f) == "0.1");
    CHECK(jsonText(1.0f) == "1");
    CHECK(jsonText(-0.0f) == "-0.0");
    Random random(1);
    for (int i = 0; i < 20'000; ++i) {
        const auto value = std::bit_cast<float>(random.next());
        if (!std::isfinite(value)) continue;
        JsonValue document;
        REQUIRE(parseJson(jsonText(value), {}, document).empty());
        const float again = std::get<JsonNumber>(document.data).asFloat;
        REQUIRE(std::bit_cast<uint32_t>(again) == std::bit_cast<uint32_t>(value));
    }
}

TEST_CASE("a_decimal_is_rounded_to_float_once_and_not_through_double")
{
    // Just above the middle between 1 and the next float. The nearest double is the middle itself, which
    // would be rounded down to 1, to the even one.
    JsonValue document;
    REQUIRE(parseJson("1.00000005960464477540", {}, document).empty());
    CHECK(std::get<JsonNumber>(document.data).asFloat == std::nextafter(1.0f, 2.0f));
}

TEST_CASE("texts_are_escaped_and_read_back")
{
    const std::string text = "quote \" backslash \\ line\nend, caf\xc3\xa9";
    JsonValue document;
    REQUIRE(parseJson(jsonText(text), {}, document).empty());
    CHECK(std::get<std::string>(document.data) == text);
    REQUIRE(parseJson(jsonText("broken \xff byte"), {}, document).empty());
}

TEST_CASE("short_objects_stand_in_one_line_and_long_ones_in_several")
{
    JsonObjectText inner;
    inner.add("a", "1");
    inner.add("b", jsonText(Vec2{1.0f, 2.5f}));
    CHECK(inner.text() == R"({"a": 1, "b": [1, 2.5]})");
    JsonObjectText outer;
    outer.add("list", jsonArrayOnePerLine({inner.text(), inner.text()}));
    CHECK(outer.text() ==
          "{\n  \"list\": [\n    {\"a\": 1, \"b\": [1, 2.5]},\n    {\"a\": 1, \"b\": [1, 2.5]}\n  ]\n}");
    CHECK(jsonArrayOnePerLine({}) == "[]");
}

TEST_CASE("integers_keep_all_64_bits")
{
    JsonValue document;
    REQUIRE(parseJson("18446744073709551615", {}, document).empty());
    const auto& number = std::get<JsonNumber>(document.data);
    CHECK(number.isInteger);
    CHECK(number.magnitude == std::numeric_limits<uint64_t>::max());
    REQUIRE(parseJson("-9223372036854775808", {}, document).empty());
    CHECK(std::get<JsonNumber>(document.data).negative);
    CHECK(std::get<JsonNumber>(document.data).magnitude == 9223372036854775808ull);
}

TEST_CASE("a_text_with_too_many_values_is_refused_while_reading")
{
    JsonValue document;
    const JsonLimits limits{.depth = 4, .values = 5};
    CHECK(parseJson("[1, 2, 3, 4]", limits, document).empty());
    CHECK(parseJson("[1, 2, 3, 4, 5]", limits, document) == "the file has more than 5 values, the maximum");
    CHECK(parseJson("[[[[]]]]", limits, document).empty());
    CHECK(parseJson("[[[[[]]]]]", limits, document).find("nested more than") != std::string::npos);
}

} // namespace satbox
