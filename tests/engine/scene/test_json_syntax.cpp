#include "engine/scene/json_syntax.h"
#include "engine/scene/random.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace satbox {
namespace {

std::string syntaxSentenceOf(std::string_view text)
{
    const auto problem = findSyntaxError(text);
    return problem ? std::to_string(problem->offset) + ": " + problem->message : "fine";
}

} // namespace

TEST_CASE("a_text_that_is_not_json_is_told_what_was_expected")
{
    CHECK(syntaxSentenceOf(R"({"a": [1, -0.5e+3, true, null, "\u00e4\n", {}], "b": []})") == "fine");
    CHECK(syntaxSentenceOf("") == "0: the file ends here, expected { or [");
    CHECK(syntaxSentenceOf("{'a': 1}") == "1: unexpected \"'\", expected a key in double quotes or }");
    CHECK(syntaxSentenceOf("{\"a\" 1}") == "5: unexpected \"1\", expected a colon after the key");
    CHECK(syntaxSentenceOf("{\"a\": 1 \"b\": 2}") == "8: a quotation mark, expected a comma or }");
    CHECK(syntaxSentenceOf("[1, ]") == "4: unexpected \"]\", expected a value");
    CHECK(syntaxSentenceOf("[01]") == "1: unexpected \"01\", expected a number such as -0.5 or 1e-3");
    CHECK(syntaxSentenceOf("[.5]") == "1: unexpected \".5\", expected a value");
    CHECK(syntaxSentenceOf("[\"a]") ==
          "1: a quotation mark, expected a closing quotation mark for this string");
    CHECK(syntaxSentenceOf("[\"\\x\"]").find("expected a JSON escape") != std::string::npos);
    CHECK(syntaxSentenceOf("[1] [2]") == "4: unexpected \"[\", expected the end of the file");
    CHECK(syntaxSentenceOf("[\"\xff\"]") == "2: unexpected \"\\xff\", expected UTF-8");
}

TEST_CASE("a_number_has_digits_on_both_sides_of_its_point_and_in_its_exponent")
{
    for (const char* good : {"0", "-0", "10", "0.5", "-1.25", "1e5", "1E+5", "1e-05"})
        CHECK(syntaxSentenceOf(std::string("[") + good + "]") == "fine");
    for (const char* bad : {"-", "1.", "1.e5", "1e", "1e+", "-a", "00", "1.5x", "0x10", "1_000"}) {
        CAPTURE(bad);
        CHECK(syntaxSentenceOf(std::string("[") + bad + "]")
                  .ends_with(", expected a number such as -0.5 or 1e-3"));
    }
    CHECK(syntaxSentenceOf("3") == "fine"); // a number alone, which ends with the text
    CHECK(syntaxSentenceOf("3.").ends_with("expected a number such as -0.5 or 1e-3"));
}

TEST_CASE("a_string_must_end_on_its_line_with_valid_escapes_and_utf8")
{
    CHECK(syntaxSentenceOf(R"(["\"\\\/\b\f\n\r\t\u00e4\uABCD"])") == "fine");
    CHECK(syntaxSentenceOf("[\"a\nb\"]")
              .starts_with("3: unexpected \"\\u000a\", expected the closing quotation mark"));
    for (const char* bad : {"\\u12g4", "\\u12", "\\U00e4"}) {
        CAPTURE(bad);
        CHECK(syntaxSentenceOf(std::string("[\"") + bad + "\"]").find("expected a JSON escape") !=
              std::string::npos);
    }
    CHECK(syntaxSentenceOf("[\"\\").ends_with(
        "expected a JSON escape: \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four digits"));
    CHECK(syntaxSentenceOf("[\"\xc3\xa4 \xe2\x86\x92 \xf0\x9f\x98\x80\"]") == "fine");
    CHECK(syntaxSentenceOf("[\"\xf0\x9f\x98\"]").ends_with("expected UTF-8"));
}

TEST_CASE("a_byte_order_mark_at_the_beginning_is_passed_over")
{
    CHECK(syntaxSentenceOf("\xef\xbb\xbf[]") == "fine");
    CHECK(syntaxSentenceOf("[]\xef\xbb\xbf") == "2: unexpected \"\\ufeff\", expected the end of the file");
}

TEST_CASE("the_sentence_lists_what_may_follow_wherever_the_text_ends")
{
    const std::string end = "the file ends here, ";
    CHECK(syntaxSentenceOf("{") == "1: " + end + "expected a key in double quotes or }");
    CHECK(syntaxSentenceOf("{\"a\"") == "4: " + end + "expected a colon after the key");
    CHECK(syntaxSentenceOf("{\"a\":") == "5: " + end + "expected a value");
    CHECK(syntaxSentenceOf("{\"a\":1") == "6: " + end + "expected a comma or }");
    CHECK(syntaxSentenceOf("{\"a\":1,") == "7: " + end + "expected a key in double quotes");
    CHECK(syntaxSentenceOf("[") == "1: " + end + "expected a value or ]");
    CHECK(syntaxSentenceOf("[1") == "2: " + end + "expected a comma or ]");
    CHECK(syntaxSentenceOf("[1}") == "2: unexpected \"}\", expected a comma or ]");
    CHECK(syntaxSentenceOf("{\"a\": {}]") == "8: unexpected \"]\", expected a comma or }");
    CHECK(syntaxSentenceOf("{\"a\": 1, }") == "9: unexpected \"}\", expected a key in double quotes");
    CHECK(syntaxSentenceOf(" \t\r\n[ ]") == "fine");
}

TEST_CASE("the_syntax_checker_accepts_exactly_what_the_parser_accepts")
{
    std::ifstream file(test::sourcePath("assets/scenes/two_triangles.json"));
    std::stringstream whole;
    whole << file.rdbuf();
    REQUIRE(whole.str().size() > 100);
    CHECK(syntaxSentenceOf(whole.str()) == "fine");
    Random random(7);
    constexpr std::string_view kBytes = "{}[]\",:\\0123.eE+-tfnu \n\x01\x7f\x80\xc3\xa4";
    for (int round = 0; round < 4000; ++round) {
        std::string text = whole.str();
        const auto place = static_cast<size_t>(random.below(static_cast<int>(text.size())));
        const char byte = kBytes[static_cast<size_t>(random.below(static_cast<int>(kBytes.size())))];
        switch (random.below(3)) {
        case 0:
            text[place] = byte;
            break;
        case 1:
            text.insert(place, 1, byte);
            break;
        default:
            text.erase(place, 1);
            break;
        }
        CAPTURE(text);
        REQUIRE(nlohmann::json::accept(text) == !findSyntaxError(text));
    }
}

} // namespace satbox
