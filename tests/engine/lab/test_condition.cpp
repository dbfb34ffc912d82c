#include "tests/support/generated_document.h"
#include "tests/support/lcg.h"
#include <satbox/lab/condition.h>

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <stdexcept>

using namespace satbox;
using namespace satbox::test;

namespace {

// The text of the condition that was read, or the error message.
std::string read(std::string_view text)
{
    Condition condition;
    const std::string error = parseCondition(text, condition);
    if (error.empty()) return conditionText(condition);
    CHECK(condition == Condition{});
    return error;
}

double drawNumber(Lcg& random)
{
    const double digits =
        static_cast<double>(random.bits()) / (1.0 + static_cast<double>(random.below(1000)));
    return digits * (random.below(2) == 0 ? 1e-9 : 1.0);
}

ConditionBody drawBody(Lcg& random)
{
    if (random.below(2) == 0) return {.number = random.below(3) == 0 ? random.bits() >> 1 : random.below(20)};
    constexpr std::string_view kLetters = "ab 7>\"\\\n\t\xc3\xa9of";
    ConditionBody body;
    for (uint32_t count = 1 + random.below(8); count > 0; --count)
        body.name += kLetters[random.below(static_cast<uint32_t>(kLetters.size()))];
    return body;
}

Condition drawCondition(Lcg& random)
{
    Condition condition;
    condition.kind = static_cast<ConditionKind>(random.below(static_cast<uint32_t>(ConditionKind::Count)));
    const ConditionForm& form = formOf(condition.kind);
    if (form.blank == ConditionBlank::Threshold) condition.threshold = drawNumber(random);
    if (form.blank == ConditionBlank::Box) {
        const Position lower{-drawNumber(random), -drawNumber(random)};
        condition.box = {lower, {lower.x + 1.0 + drawNumber(random), lower.y + 1.0 + drawNumber(random)}};
    }
    condition.scope = static_cast<ConditionScope>(random.below(form.ofContacts ? 3 : 2));
    if (condition.scope == ConditionScope::Everything) return condition;
    const bool isPair = condition.scope == ConditionScope::Between;
    for (uint32_t count = isPair ? 2 : 1 + random.below(4); count > 0; --count)
        condition.bodies.push_back(drawBody(random));
    if (isPair && condition.bodies[0] == condition.bodies[1]) condition.bodies[1] = {.name = "another"};
    return condition;
}

std::string blankText(const ConditionForm& form)
{
    if (form.blank == ConditionBlank::Threshold) return " > X";
    return form.blank == ConditionBlank::Box ? " X0 Y0 X1 Y1" : "";
}

std::string withConditionTable(const std::string& markdown)
{
    constexpr std::string_view kBegin = "<!-- conditions -->\n", kEnd = "<!-- end of conditions -->";
    const size_t begin = markdown.find(kBegin), end = markdown.find(kEnd);
    if (begin == std::string::npos || end == std::string::npos) throw std::runtime_error("no table");
    std::string table =
        "\n| Condition | True if | Unit | Exactly | Kind | `between` |\n|---|---|---|---|---|---|\n";
    for (const ConditionForm& form : conditionForms()) {
        std::string sentence(form.sentence);
        if (const size_t blank = sentence.find('_'); blank != std::string::npos)
            sentence.replace(blank, 1, form.blank == ConditionBlank::Box ? "X0 Y0 X1 Y1" : "X");
        table += "| `" + std::string(form.name) + blankText(form) + "` | " + sentence + " | " +
                 std::string(form.unit) + " | " + std::string(form.help) + " | " +
                 (form.isEvent ? "event" : "state") + " | " + (form.ofContacts ? "yes" : "") + " |\n";
    }
    return markdown.substr(0, begin + kBegin.size()) + table + "\n" + markdown.substr(end);
}

} // namespace

TEST_CASE("every_kind_of_conditions_is_read_from_its_text_and_written_the_same")
{
    for (const char* text :
         {"touch", "touch of 3", "touch 3 7", "touch \"ball\" 7", "overlap > 0.005",
          "overlap > 0.005 of 3 7 12", "overlap > 0.005 between 3 7", "impulse > 2",
          "speed > 10 of \"a \\\"fast\\\" \\\\ ball\"", "spin > 20", "energy gain > 1 of 3",
          "leaves -5 -5 5 5", "leaves -5 -5 5 5.25 of 2", "sleeps", "wakes of 1", "frozen",
          "normal flips between 1 2", "point lost of 1", "divergence > 0.01 of 1"})
        CHECK(read(text) == text);
    CHECK(read("  overlap>5e-3\tof 3 ") == "overlap > 0.005 of 3");
    CHECK(read("touch between 3 7") == "touch 3 7");
    CHECK(read("speed > 1e9") == "speed > 1e+09");
}

TEST_CASE("a_condition_is_read_with_its_kind_threshold_box_and_bodies")
{
    Condition condition;
    REQUIRE(parseCondition("overlap > 0.005 between 3 \"ball\"", condition) == "");
    CHECK((condition.kind == ConditionKind::Overlap));
    CHECK(condition.threshold == 0.005);
    CHECK((condition.scope == ConditionScope::Between));
    REQUIRE(condition.bodies.size() == 2);
    CHECK(condition.bodies[0].number == 3);
    CHECK(condition.bodies[0].name.empty());
    CHECK(condition.bodies[1].number == kNoIndex);
    CHECK(condition.bodies[1].name == "ball");
    REQUIRE(parseCondition("leaves -1 -2 3 4", condition) == "");
    CHECK((condition.box == WorldBox{{-1.0, -2.0}, {3.0, 4.0}}));
    CHECK((condition.scope == ConditionScope::Everything));
}

TEST_CASE("random_conditions_survive_being_written_and_read")
{
    Lcg random(71);
    for (int i = 0; i < 20000; ++i) {
        const Condition condition = drawCondition(random);
        const std::string text = conditionText(condition);
        CAPTURE(text);
        REQUIRE(validate(condition) == "");
        Condition again;
        REQUIRE(parseCondition(text, again) == "");
        REQUIRE(again == condition);
        REQUIRE(conditionText(again) == text);
    }
}

TEST_CASE("random_bytes_and_cut_texts_are_refused_or_read_but_never_crash")
{
    Lcg random(72);
    int refused = 0;
    for (int i = 0; i < 20000; ++i) {
        std::string text = conditionText(drawCondition(random));
        if (random.below(2) == 0) text.resize(random.below(static_cast<uint32_t>(text.size() + 1)));
        for (uint32_t count = random.below(4); count > 0 && !text.empty(); --count)
            text[random.below(static_cast<uint32_t>(text.size()))] = static_cast<char>(random.bits());
        Condition condition;
        if (parseCondition(text, condition).empty())
            REQUIRE(validate(condition).empty());
        else
            ++refused;
    }
    CHECK(refused > 5000);
}

TEST_CASE("bad_texts_get_a_sentence_with_the_place_the_mistake_and_the_remedy")
{
    CHECK(read("") == "the condition is empty, expected one such as overlap > 0.005");
    CHECK(read("overlp > 1") == "character 1: \"overlp\" is not a condition, did you mean \"overlap\"?");
    CHECK(read("energi gain > 1") ==
          "character 1: \"energi gain\" is not a condition, did you mean \"energy gain\"?");
    CHECK(read("energy > 1") == "character 1: \"energy\" is not a condition, did you mean \"energy gain\"?");
    CHECK(read("banana").starts_with(
        "character 1: \"banana\" is not a condition; the conditions are touch, overlap"));
    CHECK(read("overlap") == "at the end: expected > and a number in m: overlap > 0.005");
    CHECK(read("overlap 0.005") == "character 9: \"0.005\": expected > and a number in m: overlap > 0.005");
    CHECK(read("overlap > 5mm") == "character 11: \"5mm\": expected a number in m: overlap > 0.005");
    CHECK(read("overlap > inf") == "character 11: \"inf\": expected a number in m: overlap > 0.005");
    CHECK(read("overlap > -1") == "overlap: the threshold -1 is negative or not finite; use 0 or more");
    CHECK(read("leaves 0 0 5") == "at the end: expected four numbers in m, the lower left and the upper "
                                  "right corner of the box: leaves -5 "
                                  "-5 5 5");
    CHECK(read("leaves 5 5 -5 -5") ==
          "leaves: the box is empty; give its lower left corner first, then its upper right corner");
    CHECK(read("sleeps on 3").starts_with("character 8: \"on\": expected the end, or of and bodies: of 3 7"));
    CHECK(read("impulse > 1 betwen 1 2") == "character 13: \"betwen\": expected the end, or of and bodies, "
                                            "or between and two bodies: of 3, between 3 "
                                            "7, did you mean \"between\"?");
    CHECK(read("speed > 1 between 1 2") == "character 11: \"between\": between is for contacts, expected of");
    CHECK(read("speed > 1 of") == "at the end: expected a body: its number, or its name in quotation marks");
    CHECK(read("speed > 1 of ball") ==
          "character 14: \"ball\": expected a body: its number, or its name in quotation marks");
    CHECK(read("speed > 1 of 99999999999") ==
          "character 14: \"99999999999\": expected a body: its number, or its name in quotation marks");
    CHECK(read("speed > 1 of \"\"") ==
          "character 14: \"\\\"\\\"\": an empty name, expected the name of a body");
    CHECK(read("speed > 1 of \"\xc3\xa9\" \"ball") ==
          "character 18: the quotation mark is never closed; put another after the name");
    CHECK(read("touch 3") == "at the end: expected a body: its number, or its name in quotation marks");
    CHECK(read("touch 3 7 9") == "character 11: \"9\": two bodies are given already, expected the end");
    CHECK(read("touch 3 3") == "between needs two different bodies");
}

TEST_CASE("conditions_that_are_made_in_code_are_checked_like_texts")
{
    CHECK(validate(Condition{}) == "");
    CHECK(validate({.kind = ConditionKind::Count}) != "");
    CHECK(validate({.kind = ConditionKind::Speed, .threshold = std::numeric_limits<double>::quiet_NaN()}) !=
          "");
    CHECK(validate({.kind = ConditionKind::Sleeps, .threshold = 1.0}) == "sleeps has no threshold");
    CHECK(validate({.kind = ConditionKind::Sleeps, .box = {{0.0, 0.0}, {1.0, 1.0}}}) == "sleeps has no box");
    CHECK(validate({.kind = ConditionKind::Leaves}) != "");
    CHECK(validate({.scope = ConditionScope::Of}) == "of: no body is listed");
    CHECK(validate({.bodies = {{.number = 1}}}) != "");
    CHECK(validate({.scope = ConditionScope::Of, .bodies = {{.number = 1, .name = "ball"}}}) != "");
    CHECK(validate({.scope = ConditionScope::Of, .bodies = {ConditionBody{}}}) != "");
    CHECK(validate({.kind = ConditionKind::Spin,
                    .scope = ConditionScope::Between,
                    .bodies = {{.number = 1}, {.number = 2}}}) ==
          "between is for contacts, and spin is about single bodies; use of");
}

TEST_CASE("the_table_of_conditions_in_the_documents_is_made_from_the_table_in_the_code")
{
    checkOrWrite("docs/conditions.md", withConditionTable);
}
