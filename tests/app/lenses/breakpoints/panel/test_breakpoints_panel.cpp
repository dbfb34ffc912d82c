#include "app/lenses/breakpoints/panel/breakpoints_panel.h"

#include "app/text/format.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/app_worlds.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>

#include <imgui.h>

#include <string>

namespace satbox::app {

namespace {

// The panel alone in a window.
struct Panel {
    satbox::test::BoxOnFloor made = satbox::test::makeBoxOnFloor();
    test::OffscreenUi ui{{340, 640}};
    BreakpointsState state{};
    BreakpointsPanelEvents events{};

    void draw(const UiContext& context)
    {
        ImGui::SetNextWindowPos({0.0f, 0.0f});
        ImGui::SetNextWindowSize({340.0f, 640.0f});
        ImGui::Begin("Break", nullptr, ImGuiWindowFlags_NoDecoration);
        BreakpointsPanelEvents now = drawBreakpointsPanel(context, made.state.world(), made.state.selection,
                                                          made.state.history, false, state);
        if (now.search || !now.copied.empty()) events = now;
        ImGui::End();
    }
    void frames(int count)
    {
        ui.frames(count, [this](const UiContext& context) { draw(context); });
    }
    void click(const char* label)
    {
        ui.click(ui.middleOf(label), [this](const UiContext& context) { draw(context); });
        frames(2);
    }
};

} // namespace

TEST_CASE("a_breakpoint_is_made_from_the_sentence_searched_switched_off_and_removed")
{
    Panel panel;
    for (int i = 0; i < 10; ++i) panel.made.state.history.play(op::Step{1.0f / 60.0f});
    panel.frames(3);
    panel.click("Add breakpoint");
    REQUIRE(panel.state.all.size() == 1);
    CHECK((panel.state.all.front().condition.kind == ConditionKind::Overlap));
    panel.click("Add breakpoint"); // an equal one
    CHECK(panel.state.all.size() == 1);
    panel.state.all.front().lastHit = "Step 53: overlap 7.07 mm between box 51 and circle 56";
    panel.frames(2);
    CHECK(panel.ui.widget("Last hit").value == panel.state.all.front().lastHit);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "breakpoints.png", panel.ui.picture()));
    panel.click("When first?");
    CHECK(panel.events.search == panel.state.all.front().id);
    panel.click("A contact overlaps by more than 5.00 mm");
    CHECK_FALSE(panel.state.all.front().isEnabled);
    panel.click("Remove");
    CHECK(panel.state.all.empty());
}

TEST_CASE("the_sentence_of_a_breakpoint_is_the_label_of_its_check_box_and_its_buttons_share_a_line")
{
    Panel panel;
    panel.state.add({.kind = ConditionKind::Touch});
    panel.state.add({.kind = ConditionKind::Leaves, .box = {{-50.0, -10.0}, {50.0, 1000.0}}});
    panel.frames(3);
    const auto rectOf = [&](const char* label) { return panel.ui.widget(label).rect; };
    const ScreenRect touch = rectOf("Two bodies begin to touch");
    CHECK(panel.ui.widget("Two bodies begin to touch").value == "on");
    for (const char* label : {"Shrink", "Copy", "Remove"}) CHECK(rectOf(label).y == rectOf("When first?").y);
    CHECK(rectOf("When first?").y < touch.y + touch.height + 10.0f);
    // A long sentence is wrapped: all of it is within the panel, and it is higher.
    const std::string sentence =
        withUpperFirst(sentenceOf(panel.made.state.world(), panel.state.all.back().condition));
    const ScreenRect leaves = rectOf(sentence.c_str());
    CHECK(leaves.height > 1.5f * touch.height);
    CHECK(leaves.x + leaves.width <= 340.0f);
    CHECK(leaves.y >= rectOf("Remove").y + rectOf("Remove").height + 11.0f);
    panel.click(sentence.c_str()); // on the text, beside the box
    CHECK_FALSE(panel.state.all.back().isEnabled);
    CHECK(panel.state.all.front().isEnabled);
}

TEST_CASE("a_breakpoint_of_the_selection_needs_one")
{
    Panel panel;
    panel.state.draft.scope = BreakpointScope::Selection;
    panel.frames(3);
    panel.click("Add breakpoint");
    CHECK(panel.state.all.empty());
    panel.made.state.selection.select(panel.made.state.world(), panel.made.box);
    panel.frames(2);
    panel.click("Add breakpoint");
    REQUIRE(panel.state.all.size() == 1);
    CHECK(panel.state.all.front().condition.scope == ConditionScope::Of);
}

} // namespace satbox::app
