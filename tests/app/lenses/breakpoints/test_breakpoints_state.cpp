#include "app/lenses/breakpoints/breakpoints_state.h"

#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>

#include <array>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("the_draft_becomes_a_condition_with_the_usual_threshold_or_the_typed_one")
{
    BreakpointDraft draft{.kind = ConditionKind::Overlap};
    CHECK(conditionText(conditionOf(draft, {})) ==
          conditionText({.kind = ConditionKind::Overlap, .threshold = formOf(ConditionKind::Overlap).usual}));
    draft.thresholds[static_cast<size_t>(ConditionKind::Overlap)] = 0.25f;
    CHECK(conditionText(conditionOf(draft, {})) == "overlap > 0.25");
    draft.kind = ConditionKind::Speed; // has a threshold of its own
    CHECK(conditionOf(draft, {}).threshold == formOf(ConditionKind::Speed).usual);
}

TEST_CASE("the_selection_limits_a_condition_and_two_bodies_make_a_pair")
{
    const std::array<BodyId, 2> bodies{BodyId{3, 1}, BodyId{7, 1}};
    BreakpointDraft draft{.kind = ConditionKind::Touch, .scope = BreakpointScope::Selection};
    CHECK(conditionText(conditionOf(draft, bodies)) == "touch of 3 7");
    draft.scope = BreakpointScope::BetweenTwo;
    CHECK(conditionOf(draft, bodies).scope == ConditionScope::Between);
    draft.kind = ConditionKind::Sleeps; // not about contacts
    CHECK(conditionText(conditionOf(draft, bodies)) == "sleeps of 3 7");
}

TEST_CASE("a_sentence_has_its_blank_filled_with_unit_and_names")
{
    auto made = satbox::test::makeBoxOnFloor();
    const World& world = made.state.world();
    Condition condition{.kind = ConditionKind::Overlap, .threshold = 0.005};
    const std::string all = sentenceOf(world, condition);
    CHECK(all.find("5.00 mm") != std::string::npos);
    condition.scope = ConditionScope::Between;
    condition.bodies = {{.number = made.floor.index}, {.number = made.box.index}};
    CHECK(sentenceOf(world, condition).starts_with(all + ", between "));
    Condition leaves{.kind = ConditionKind::Leaves, .box = {{-1.0, -2.0}, {3.0, 4.0}}};
    CHECK(sentenceOf(world, leaves).find("4.0") != std::string::npos);
    CHECK(sentenceOf(world, leaves).find('_') == std::string::npos);
}
