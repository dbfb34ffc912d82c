#include "app/lenses/breakpoints/panel/breakpoints_panel.h"

#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/app_worlds.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>

#include <imgui.h>

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
    panel.click("On");
    CHECK_FALSE(panel.state.all.front().isEnabled);
    panel.click("Remove");
    CHECK(panel.state.all.empty());
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
