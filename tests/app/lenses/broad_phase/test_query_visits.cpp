#include "app/lenses/broad_phase/query_visits.h"

#include "tests/app/view/view_fixture.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace satbox;
using namespace satbox::app;
using satbox::test::BoxPicture;

TEST_CASE("visits_are_described_with_their_reason")
{
    QueryTrace::Step step;
    CHECK(describeVisit(step, QueryKind::Box).find("the root has none") != std::string::npos);
    step.visit.answer = NodeTestResult::Missed;
    CHECK(describeVisit(step, QueryKind::Box) ==
          "Pruned with its subtree: its box does not overlap the query box.");
    CHECK(describeVisit(step, QueryKind::Ray) ==
          "Pruned with its subtree: its box does not overlap the box around the ray.");
    step.visit.maxFraction = 0.25f;
    CHECK(describeVisit(step, QueryKind::Ray).find("first 25.0 % of the ray") != std::string::npos);
    step.visit.answer = NodeTestResult::BesideRay;
    step.visit.lineDistance = 0.34f;
    step.visit.isLeaf = true;
    CHECK(describeVisit(step, QueryKind::Ray) == "Pruned: the line of the ray misses its box by 340 mm.");
    step.visit.answer = NodeTestResult::Entered;
    step.answer = ShapeTestResult::Missed;
    CHECK(describeVisit(step, QueryKind::Ray).find("misses the shape") != std::string::npos);
    CHECK(describeVisit(step, QueryKind::Box).find("its tight box does not") != std::string::npos);
    step.answer = ShapeTestResult::Filtered;
    CHECK(describeVisit(step, QueryKind::Box).find("filter") != std::string::npos);
    step.answer = ShapeTestResult::Farther;
    CHECK(describeVisit(step, QueryKind::Ray).find("beyond the nearest hit") != std::string::npos);
    step.answer = ShapeTestResult::Hit;
    CHECK(describeVisit(step, QueryKind::Ray).find("nearer than all earlier hits") != std::string::npos);
    CHECK(describeVisit(step, QueryKind::Box).find("Leaf, hit") != std::string::npos);
}

TEST_CASE("a_visit_is_entered_pruned_tested_or_a_hit")
{
    QueryTrace::Step step;
    CHECK(visitKind(step) == VisitKind::Entered);
    step.visit.answer = NodeTestResult::Entered;
    CHECK(visitKind(step) == VisitKind::Entered);
    for (const NodeTestResult answer : {NodeTestResult::Missed, NodeTestResult::BesideRay}) {
        step.visit.answer = answer;
        CHECK(visitKind(step) == VisitKind::Pruned);
    }
    step.visit.isLeaf = true;
    CHECK(visitKind(step) == VisitKind::Pruned);
    step.visit.answer = NodeTestResult::Entered;
    for (const ShapeTestResult answer :
         {ShapeTestResult::Missed, ShapeTestResult::Filtered, ShapeTestResult::Farther}) {
        step.answer = answer;
        CHECK(visitKind(step) == VisitKind::Tested);
    }
    step.answer = ShapeTestResult::Hit;
    CHECK(visitKind(step) == VisitKind::Hit);
}

TEST_CASE("each_kind_of_visit_has_its_own_colour_and_label")
{
    const Palette palette = makePalette(Theme::Dark);
    std::set<uint32_t> colors;
    std::set<std::string> words;
    for (const VisitKind kind : {VisitKind::Entered, VisitKind::Pruned, VisitKind::Tested, VisitKind::Hit}) {
        colors.insert(visitColor(palette, kind).packed());
        words.insert(visitLabel(kind));
    }
    CHECK(colors.size() == 4);
    CHECK(words == std::set<std::string>{"entered", "pruned", "tested, no hit", "hit"});
}

TEST_CASE("tested_leaves_are_named_by_body_and_other_nodes_by_number")
{
    BoxPicture picture;
    const QueryTrace trace = traceQueryBox(picture.world(), {{-0.2, 0.3}, {0.2, 0.6}});
    REQUIRE(trace.steps.size() == 4);
    CHECK(visitedName(picture.world(), trace.steps[0]).starts_with("node "));
    CHECK(visitedName(picture.world(), trace.steps[1]).starts_with("leaf "));
    CHECK(visitedName(picture.world(), trace.steps[3]) == "box 1");
}

TEST_CASE("visits_are_shown_up_to_the_selected_one_or_all")
{
    QueryTrace trace;
    trace.steps.resize(5);
    BroadPhaseState broad;
    CHECK(shownVisitCount(broad, trace) == 5);
    broad.visit.index = 0;
    CHECK(shownVisitCount(broad, trace) == 1);
    broad.visit.index = 4;
    CHECK(shownVisitCount(broad, trace) == 5);
    broad.visit.index = 40; // of a longer search
    CHECK(shownVisitCount(broad, trace) == 5);
}
