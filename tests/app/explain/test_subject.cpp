#include "app/explain/subject.h"

#include <satbox/scene/builders.h>

#include <doctest/doctest.h>
#include <string>

using namespace satbox;
using namespace satbox::app;

namespace {

// The subject that was read, as text, or the error message.
std::string read(std::string_view text)
{
    ExplainSubject subject;
    const std::string error = parseSubject(text, subject);
    if (error.empty()) return subjectText(subject);
    CHECK(subject == ExplainSubject{});
    return error;
}

} // namespace

TEST_CASE("every_subject_is_written_as_it_is_read")
{
    for (const char* text : {"contact:3,7", "body:0", "step", "island:12", "energy"})
        CHECK(read(text) == text);
}

TEST_CASE("a_wrong_subject_is_refused_with_the_place_and_what_would_be_right")
{
    CHECK(read("") ==
          "character 1: \"\" is nothing to explain; expected contact:A,B, body:N, step, island:N or energy");
    CHECK(read("contcat:3,7").ends_with("did you mean \"contact\"?"));
    CHECK(read("contact") == "character 8: expected \":\", as in contact:3,7");
    CHECK(read("contact:3") == "character 10: expected \",\", as in contact:3,7");
    CHECK(read("contact:3,") == "character 11: expected a number, as in contact:3,7");
    CHECK(read("contact:3,x") == "character 11: expected a number, as in contact:3,7");
    CHECK(read("contact:3,7,9") == "character 12: \",9\" is too much; expected contact:3,7");
    CHECK(read("contact:3,3") ==
          "character 11: both bodies are the same; a contact has two, as in contact:3,7");
    CHECK(read("body:-1") == "character 6: expected a number, as in body:7");
    CHECK(read("body:99999999999").starts_with("character"));
    CHECK(read("island:0") == "character 8: islands are numbered from 1, as in island:2");
    CHECK(read("step:3") == "character 5: \":3\" is too much; expected step");
}

TEST_CASE("bodies_of_a_subject_that_do_not_exist_are_named_with_those_that_do")
{
    const World world = findBuiltinScene("box_stack")->build().world;
    ExplainSubject subject;
    REQUIRE(parseSubject("contact:0,99", subject).empty());
    CHECK(checkSubject(world, subject).starts_with("there is no body 99; the last one is body "));
    REQUIRE(parseSubject("contact:0,1", subject).empty());
    CHECK(checkSubject(world, subject).empty());
    REQUIRE(parseSubject("island:99", subject).empty()); // known only after the run
    CHECK(checkSubject(world, subject).empty());
}
