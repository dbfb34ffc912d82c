// The Broad phase panel, drawn offscreen and operated as by a user.

#include "app/lenses/broad_phase/broad_phase_lens.h"
#include "app/shell/actions.h"
#include "app/shell/interface/interface.h"
#include "app/shell/scene_files.h"
#include "engine/world/world_access.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/lens_calls.h"
#include "tests/support/paths.h"
#include <satbox/lab/island_report.h>

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>

namespace satbox::app {

namespace {

constexpr IntSize kSize{1280, 1000};

struct Opened {
    test::OffscreenUi ui{kSize};
    AppState state;

    explicit Opened(BroadPhaseTab tab, const char* scene = "pyramid", int steps = 60)
    {
        REQUIRE(openSceneByName(state, scene));
        for (int i = 0; i < steps; ++i) state.history.play(op::Step{1.0f / 60.0f});
        openBroadPhasePanel(state, tab);
        frames(3);
    }
    void draw(const UiContext& context)
    {
        drawInterface(context, state);
        state.camera.setViewport(state.ui.worldRect);
        performRequests(state);
        updateBroadPhase(state, 0.0);
    }
    void frames(int count)
    {
        ui.frames(count, [&](const UiContext& context) { draw(context); });
    }
    void click(const char* label)
    {
        ui.click(ui.middleOf(label), [&](const UiContext& context) { draw(context); });
        frames(2);
    }
    std::string value(const char* label) const { return ui.widget(label).value; }
    void keep(const char* name) const
    {
        for (const RecordedWidget& widget : const_cast<Opened*>(this)->ui.recorder().widgets()) {
            CAPTURE(widget.label);
            CHECK(widget.rect.x >= 0.0f);
            CHECK(widget.rect.x + widget.rect.width <= static_cast<float>(kSize.width) + 0.5f);
        }
        REQUIRE(
            !writePng(satbox::test::artefactFolder("ui") / fmt::format("broad_{}.png", name), ui.picture()));
    }
};

} // namespace

TEST_CASE("a_level_of_the_tree_is_chosen_by_its_row_and_by_the_arrows")
{
    Opened o(BroadPhaseTab::Tree);
    CHECK(o.value("Leaves") == "1 | 210");
    CHECK(o.value("Inner nodes") == "1 | 209");
    CHECK_FALSE(o.state.view.tree);
    o.click("Level 3");
    CHECK(o.state.lens<BroadPhaseLens>().broad.level == 3);
    CHECK(o.state.view.tree);
    o.click("Level below");
    CHECK(o.state.lens<BroadPhaseLens>().broad.level == 4);
    o.keep("tree");
    o.click("Level 4"); // again: all levels
    CHECK(o.state.lens<BroadPhaseLens>().broad.level == BroadPhaseState::kAllLevels);
    o.state.lens<BroadPhaseLens>().broad.level = 50; // of a tree that was higher
    o.state.view.tree = false;
    o.frames(1);
    CHECK_FALSE(o.state.view.tree); // not requested
    CHECK(o.state.lens<BroadPhaseLens>().broad.level == stateOf(o.state.world()).broadPhase.height());
}

TEST_CASE("a_query_is_selected_shown_and_removed_in_the_panel")
{
    Opened o(BroadPhaseTab::Query);
    o.click("Cast a ray");
    CHECK(o.state.tool.isLensTool(BroadPhaseLens::kName));
    CHECK(o.state.lens<BroadPhaseLens>().broad.toolKind == QueryKind::Ray);
    o.click("Drag a box");
    CHECK(o.state.lens<BroadPhaseLens>().broad.toolKind == QueryKind::Box);
    o.click("Drag a box"); // again: deselects it
    CHECK(o.state.tool.tool == ToolKind::Grab);

    o.state.lens<BroadPhaseLens>().broad.query = BroadPhaseQuery{QueryKind::Box, {-3.0f, 1.0f}, {2.0f, 4.0f}};
    o.frames(2);
    const QueryTrace& trace = *o.state.lens<BroadPhaseLens>().trace;
    const QueryTrace::Counts counts = trace.counts();
    CHECK(o.value("Nodes visited").starts_with(fmt::format("{} of {}, ", counts.visited, trace.nodes)));
    CHECK(o.value("Leaves tested") == std::to_string(counts.leaves));
    CHECK(o.value("Shapes found") == std::to_string(trace.shapes.size()));
    o.click("Visit 3");
    CHECK(o.state.lens<BroadPhaseLens>().broad.visit.index == 2);
    o.click("Next visit");
    CHECK(o.state.lens<BroadPhaseLens>().broad.visit.index == 3);
    o.keep("query");
    o.click("Remove");
    CHECK_FALSE(o.state.lens<BroadPhaseLens>().broad.query);
    CHECK(o.ui.recorder().find("Visit 3", "Broad phase") == nullptr);
}

TEST_CASE("a_shape_that_left_its_fat_box_is_selected_by_its_row")
{
    Opened o(BroadPhaseTab::Moved, "welcome", 60);
    const std::vector<RecordedWidget>& widgets = o.ui.recorder().widgets();
    const auto row =
        std::ranges::find_if(widgets, [](const RecordedWidget& w) { return w.label.starts_with("Moved "); });
    REQUIRE(row != widgets.end());
    const std::string label = row->label;
    const auto shape = static_cast<uint32_t>(std::stoul(label.substr(6)));
    o.keep("moved");
    o.click(label.c_str());
    CHECK(o.state.selection.body == o.state.world().bodyOf(o.state.world().shapeAt(shape)));
}

TEST_CASE("islands_are_listed_with_their_reasons_hovered_and_selected")
{
    Opened o(BroadPhaseTab::Islands, "welcome", 206);
    const std::vector<IslandReport> islands = reportIslands(o.state.world());
    REQUIRE(islands.size() > 3);
    const auto asleep = std::ranges::count_if(islands, &IslandReport::asleep);
    CHECK(o.value("Awake") == fmt::format("{} islands", islands.size() - static_cast<size_t>(asleep)));
    CHECK(o.value("Island 1").find(" moves at ") != std::string::npos);
    o.keep("islands");
    o.ui.pointer.position = o.ui.middleOf("Island 2");
    o.frames(2);
    CHECK(o.state.lens<BroadPhaseLens>().broad.hoveredIsland == islands[1].bodies.front());
    REQUIRE(islands[0].body != islands[0].bodies.front());
    REQUIRE(islands[0].body != islands[0].bodies.back());
    o.click("Island 1");
    CHECK(o.state.selection.body.index == islands[0].body);
    o.ui.pointer.position = {10.0f, 500.0f};
    o.frames(2);
    CHECK_FALSE(o.state.lens<BroadPhaseLens>().broad.hoveredIsland);
}

TEST_CASE("every_tab_of_the_panel_draws_an_empty_world")
{
    test::OffscreenUi ui({1024, 640});
    AppState state;
    for (const BroadPhaseTab tab :
         {BroadPhaseTab::Tree, BroadPhaseTab::Query, BroadPhaseTab::Moved, BroadPhaseTab::Islands}) {
        openBroadPhasePanel(state, tab);
        state.lens<BroadPhaseLens>().broad.query =
            BroadPhaseQuery{QueryKind::Ray, {0.0f, 0.0f}, {1.0f, 0.0f}};
        ui.frames(3, [&](const UiContext& context) {
            drawInterface(context, state);
            updateBroadPhase(state, 0.1);
        });
        CHECK(ui.recorder().find("Islands", "Broad phase") != nullptr);
    }
    CHECK(state.lens<BroadPhaseLens>().trace->steps.empty());
}

} // namespace satbox::app
