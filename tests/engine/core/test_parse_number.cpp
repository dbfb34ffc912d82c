#include "engine/core/parse_number.h"
#include "tests/support/lcg.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <system_error>

using namespace satbox;

namespace {

template<class Number>
struct Reading {
    Number value{42}; // the previous value
    std::errc problem{};
    size_t length = 0;
};

// Reads with both functions, which must agree bit by bit.
template<class Number>
Reading<Number> reading(const std::string& text)
{
    Reading<Number> result, other;
    const char* const first = text.data();
    const auto [end, problem] = parseNumber(first, first + text.size(), result.value);
    const auto [otherEnd, otherProblem] = parseNumberByStrtod(first, first + text.size(), other.value);
    CHECK(otherEnd == end);
    CHECK(otherProblem == problem);
    const bool same = std::memcmp(&other.value, &result.value, sizeof other.value) == 0 ||
                      (std::isnan(other.value) && std::isnan(result.value));
    CHECK(same);
    return {result.value, problem, static_cast<size_t>(end - first)};
}

template<class Number>
void readsAs(const std::string& text, Number value)
{
    CAPTURE(text);
    const Reading<Number> read = reading<Number>(text);
    CHECK(read.problem == std::errc{});
    CHECK(read.length == text.size());
    CHECK(std::memcmp(&read.value, &value, sizeof value) == 0);
}

// Printed by the C library, which is exact to any requested number of digits.
std::string printed(double number, int digits)
{
    char text[1200];
    std::snprintf(text, sizeof text, "%.*e", digits, number);
    return text;
}

// The same number with one more digit, slightly larger.
std::string slightlyLarger(std::string text) { return text.insert(text.find('e'), "0000001"); }

uint64_t randomBits(test::Lcg& random) { return uint64_t{random.bits()} << 32 | random.bits(); }

} // namespace

TEST_CASE("numbers_read_to_the_nearest_float_and_double")
{
    readsAs("0", 0.0f);
    readsAs("-0", -0.0f);
    readsAs("0.1", 0.1f);
    readsAs("0.1", 0.1);
    readsAs("-9.81", -9.81f);
    readsAs("00001.50e+0001", 15.0);
    readsAs(".5", 0.5);
    readsAs("5.", 5.0);
    readsAs("1E5", 100000.0f);
    readsAs("123456789012345678901234567890", 123456789012345678901234567890.0);
    readsAs("9007199254740993", 9007199254740992.0); // a tie: rounds to even
    readsAs("9007199254740993.00000000000000000001", 9007199254740994.0);
    readsAs("16777217", 16777216.0f);
    readsAs("16777217.0000000001", 16777218.0f); // the nearest double is a tie
    readsAs("1.7976931348623158e308", std::numeric_limits<double>::max());
    readsAs("3.4028235677973366e38", std::numeric_limits<float>::max());
    readsAs("2.2250738585072011e-308", 2.2250738585072011e-308);
    readsAs("4.9e-324", std::numeric_limits<double>::denorm_min());
    readsAs("1e-45", std::numeric_limits<float>::denorm_min());
    readsAs("0e999999999999999999999", 0.0f);
    readsAs("0." + std::string(5000, '0') + "1e5001", 1.0);
    readsAs("1" + std::string(5000, '0') + "e-5000", 1.0f);
    readsAs("inf", std::numeric_limits<float>::infinity());
    readsAs("-INFINITY", -std::numeric_limits<double>::infinity());
    CHECK(std::isnan(reading<float>("NaN").value));
}

TEST_CASE("reading_a_number_stops_where_it_ends")
{
    for (const auto& [text, length] : {std::pair("1e", 1),
                                       {"1e+", 1},
                                       {"1.5.2", 3},
                                       {"2,5", 1},
                                       {"0x10", 1},
                                       {"infin", 3},
                                       {"nan(a", 3},
                                       {"nan(a_1)", 8},
                                       {"7 ", 1}}) {
        CAPTURE(text);
        CHECK(reading<double>(text).problem == std::errc{});
        CHECK(reading<double>(text).length == static_cast<size_t>(length));
    }
}

TEST_CASE("invalid_or_out_of_range_text_leaves_the_value_unchanged")
{
    for (const char* text : {"", "-", ".", "-.", "+1", " 1", "e5", "--1", "x"}) {
        CAPTURE(text);
        CHECK(reading<double>(text).problem == std::errc::invalid_argument);
        CHECK(reading<double>(text).length == 0);
        CHECK(reading<double>(text).value == 42.0);
    }
    for (const char* text :
         {"3.4028235677973367e38", "1e39", "7e-46", "-1e400", "1e-400", "1e99999999999999999999"}) {
        CAPTURE(text);
        CHECK(reading<float>(text).problem == std::errc::result_out_of_range);
        CHECK(reading<float>(text).length == std::strlen(text));
        CHECK(reading<float>(text).value == 42.0f);
    }
    CHECK(reading<double>("1.7976931348623159e308").problem == std::errc::result_out_of_range);
    CHECK(reading<double>("2.4703282292062327e-324").problem == std::errc::result_out_of_range);
}

TEST_CASE("random_numbers_read_back_and_ties_go_to_the_even_one")
{
    test::Lcg random(31);
    for (int i = 0; i < 3000; ++i) {
        const uint64_t bits = randomBits(random);
        double number = 0.0;
        std::memcpy(&number, &bits, sizeof number);
        float single = 0.0f;
        std::memcpy(&single, &bits, sizeof single);
        if (std::isfinite(number)) {
            readsAs(printed(number, 16), number);
            readsAs(printed(number, 1000), number);
        }
        if (!std::isfinite(single)) continue;
        readsAs(printed(static_cast<double>(single), 8), single);
        // The midpoint to the next float is a double.
        const float next =
            std::nextafter(single, std::copysign(std::numeric_limits<float>::infinity(), single));
        if (!std::isfinite(next)) continue;
        const std::string tie = printed((static_cast<double>(single) + static_cast<double>(next)) / 2, 200);
        readsAs(tie, (bits & 1) != 0 ? next : single);
        readsAs(slightlyLarger(tie), next);
    }
}

TEST_CASE("both_readers_agree_on_random_texts")
{
    test::Lcg random(32);
    for (int i = 0; i < 20000; ++i) {
        std::string text = std::to_string(random.bits());
        for (uint32_t more = random.below(4); more > 0; --more) text += std::to_string(random.bits());
        if (random.below(2) == 0) text.insert(random.below(static_cast<uint32_t>(text.size())), ".");
        if (random.below(2) == 0) text += "e" + std::to_string(static_cast<int>(random.below(700)) - 350);
        CAPTURE(text);
        reading<float>(text);
        reading<double>(text);
    }
}
