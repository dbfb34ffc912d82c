#include "app/view/query_steps.h"

#include "tests/app/view/view_fixture.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace satbox;
using namespace satbox::app;
using satbox::test::BoxPicture;

TEST_CASE("visits_say_why_they_ended_as_they_did")
{
    QueryTrace::Step step;
    CHECK(describeVisit(step, QueryKind::Box).find("nobody holds the root's") != std::string::npos);
    step.visit.answer = TreeAnswer::Missed;
    CHECK(describeVisit(step, QueryKind::Box) ==
          "Left out with all that is below it: its box does not meet the box.");
    CHECK(describeVisit(step, QueryKind::Ray) ==
          "Left out with all that is below it: its box does not meet the box around the ray.");
    step.visit.maxFraction = 0.25f;
    CHECK(describeVisit(step, QueryKind::Ray).find("first 25.0 % of the ray") != std::string::npos);
    step.visit.answer = TreeAnswer::Beside;
    step.visit.apart = 0.34f;
    step.visit.isLeaf = true;
    CHECK(describeVisit(step, QueryKind::Ray) == "Left out: its box lies 340 mm beside the ray.");
    step.visit.answer = TreeAnswer::Met;
    step.answer = ShapeAnswer::Missed;
    CHECK(describeVisit(step, QueryKind::Ray).find("misses the shape") != std::string::npos);
    CHECK(describeVisit(step, QueryKind::Box).find("the tight one does not") != std::string::npos);
    step.answer = ShapeAnswer::Filtered;
    CHECK(describeVisit(step, QueryKind::Box).find("filter") != std::string::npos);
    step.answer = ShapeAnswer::Farther;
    CHECK(describeVisit(step, QueryKind::Ray).find("behind the nearest hit") != std::string::npos);
    step.answer = ShapeAnswer::Hit;
    CHECK(describeVisit(step, QueryKind::Ray).find("nearer than any before") != std::string::npos);
    CHECK(describeVisit(step, QueryKind::Box).find("is an answer") != std::string::npos);
}

TEST_CASE("a_visit_is_entered_left_out_asked_or_a_hit")
{
    QueryTrace::Step step;
    CHECK(kindOf(step) == VisitKind::Entered);
    step.visit.answer = TreeAnswer::Met;
    CHECK(kindOf(step) == VisitKind::Entered);
    for (const TreeAnswer answer : {TreeAnswer::Missed, TreeAnswer::Beside}) {
        step.visit.answer = answer;
        CHECK(kindOf(step) == VisitKind::LeftOut);
    }
    step.visit.isLeaf = true;
    CHECK(kindOf(step) == VisitKind::LeftOut);
    step.visit.answer = TreeAnswer::Met;
    for (const ShapeAnswer answer : {ShapeAnswer::Missed, ShapeAnswer::Filtered, ShapeAnswer::Farther}) {
        step.answer = answer;
        CHECK(kindOf(step) == VisitKind::Asked);
    }
    step.answer = ShapeAnswer::Hit;
    CHECK(kindOf(step) == VisitKind::Hit);
}

TEST_CASE("each_kind_of_visit_has_a_colour_and_a_word_of_its_own")
{
    const Palette palette = makePalette(ThemeKind::Dark);
    std::set<uint32_t> colors;
    std::set<std::string> words;
    for (const VisitKind kind : {VisitKind::Entered, VisitKind::LeftOut, VisitKind::Asked, VisitKind::Hit}) {
        colors.insert(visitColor(palette, kind).packed());
        words.insert(visitWord(kind));
    }
    CHECK(colors.size() == 4);
    CHECK(words == std::set<std::string>{"entered", "left out", "asked, no", "hit"});
}

TEST_CASE("leaves_that_were_met_are_called_as_their_bodies_and_other_nodes_by_number")
{
    BoxPicture picture;
    const QueryTrace trace = traceQueryBox(picture.world(), {{-0.2, 0.3}, {0.2, 0.6}});
    REQUIRE(trace.steps.size() == 4);
    CHECK(nameOf(picture.world(), trace.steps[0]).starts_with("node "));
    CHECK(nameOf(picture.world(), trace.steps[1]).starts_with("leaf "));
    CHECK(nameOf(picture.world(), trace.steps[3]) == "box 1");
}

TEST_CASE("visits_are_shown_up_to_the_one_that_is_stepped_to_and_else_all")
{
    QueryTrace trace;
    trace.steps.resize(5);
    BroadPhaseState broad;
    CHECK(shownVisits(broad, trace) == 5);
    broad.visit = 0;
    CHECK(shownVisits(broad, trace) == 1);
    broad.visit = 4;
    CHECK(shownVisits(broad, trace) == 5);
    broad.visit = 40; // of a longer search
    CHECK(shownVisits(broad, trace) == 5);
}
