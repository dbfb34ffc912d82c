#include "app/lenses/sweep/sweep_lens.h"

#include "app/shell/actions.h"
#include "app/shell/app.h"
#include "app/shell/interface/interface.h"
#include "app/shell/leave_document.h"
#include "app/shell/recordings.h"
#include "app/shell/scene_files.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/swept_file.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <utility>

namespace satbox::app {
namespace {

// One frame of the interface, followed by what it asked for.
void drawAndAct(const UiContext& ui, AppState& state)
{
    drawInterface(ui, state);
    performRequests(state);
    openRequestedCase(state);
    state.history.applyPending();
}

// The window with "ten_boxes" and the Sweep panel with these results.
struct OpenedResults {
    test::OffscreenUi ui{{1400, 1300}};
    AppState state;

    explicit OpenedResults(const std::filesystem::path& path)
    {
        REQUIRE(openSceneByName(state, "ten_boxes"));
        REQUIRE(sweepLens().open(path) == "");
        state.ui.panels.open = SweepLens::kName;
    }
    SweepLens& sweepLens() { return state.lens<SweepLens>(); }
    SweepState& sweep() { return sweepLens().state; }
    const std::string& metric() { return sweep().table->columns[sweep().choice.metric].name; }
    bool shows(const char* widget) { return ui.recorder().find(widget, SweepLens::kName) != nullptr; }
    void frames(int count)
    {
        ui.frames(count, [&](const UiContext& context) { drawAndAct(context, state); });
    }
    void click(Vec2 at)
    {
        ui.click(at, [&](const UiContext& context) { drawAndAct(context, state); });
        frames(2);
    }
};

} // namespace

TEST_CASE("a_results_file_opens_in_the_panel_and_a_run_opens_at_its_last_step" *
          doctest::skip(!hasSweepResults()))
{
    const auto path =
        satbox::test::sweptFile("sweep_lens_open", R"(, "gravity.y": [-2, -9], "substeps": [2, 4, 8])");
    constexpr IntSize kSize{1400, 1300};
    test::OffscreenUi ui(kSize);
    AppState state;
    REQUIRE(openSceneByName(state, "ten_boxes"));
    REQUIRE(openSceneByName(state, path.string()));
    CHECK(state.document().scene.name == "ten_boxes"); // the document stays
    CHECK(state.ui.panels.open == SweepLens::kName);
    const auto draw = [&](const UiContext& context) { drawAndAct(context, state); };
    ui.frames(3, draw);
    CHECK(ui.widget("Runs").value == "6 of 6");
    CHECK(ui.widget("Sweep map").value == "2 x 3");
    CHECK(ui.widget("Across").value.starts_with("gravity.y, "));

    ui.click(ui.middleOf("Sweep map"), draw); // the middle row, on the border of the columns or beside it
    ui.frames(2, draw);
    REQUIRE(state.lens<SweepLens>().state.cell.has_value());
    const SweepTable& table = *state.lens<SweepLens>().state.table;
    const size_t row =
        state.lens<SweepLens>().state.map.cells[*state.lens<SweepLens>().state.cell].rows.front();
    const SweepTable::Row& opened = table.rows[row];
    CHECK(state.document().scene.title == "Run " + std::to_string(opened.run) + " of results.sqlite");
    CHECK(state.world().stepCount() == 10);
    World alone = table.sweep->startOf(opened.run).scene.world;
    for (int i = 0; i < 10; ++i) alone.step(1.0f / alone.settings().stepRate);
    CHECK(state.world().hash() == alone.hash());
    CHECK_FALSE(hasUnsavedWork(state.document()));
    REQUIRE(state.history.undo());
    CHECK(state.document().scene.name == "ten_boxes");
}

TEST_CASE("a_cell_of_several_runs_lists_them" * doctest::skip(!hasSweepResults()))
{
    OpenedResults opened(satbox::test::sweptFile(
        "sweep_lens_list", R"(, "gravity.y": [-2, -9], "substeps": [2, 4], "seed": [1, 2, 3])"));
    opened.frames(3);
    opened.click(opened.ui.middleOf("Sweep map"));
    CHECK(opened.state.document().scene.name == "ten_boxes");
    REQUIRE(opened.shows("Run"));
    opened.click(opened.ui.middleOf("Run"));
    CHECK(opened.state.document().scene.title.find("Run ") == 0);
}

TEST_CASE("without_runs_of_the_chosen_values_no_plot_is_drawn" * doctest::skip(!hasSweepResults()))
{
    OpenedResults opened(satbox::test::sweptFile(
        "sweep_lens_none", R"(, "gravity.y": [-2, -9], "substeps": [2, 4], "seed": [1, 2])",
        R"(, "combine": "zip")"));
    opened.frames(3);
    REQUIRE(opened.shows(opened.metric().c_str()));
    REQUIRE(opened.sweep().choice.others.size() == 1);
    opened.sweep().choice.others.front().second = SweepValue(int64_t{3}); // as no run has
    opened.sweep().updateMap();
    opened.frames(3);
    CHECK_FALSE(opened.shows(opened.metric().c_str()));
}

TEST_CASE("a_click_on_a_curve_opens_the_run_of_the_nearest_point_of_all_curves" *
          doctest::skip(!hasSweepResults()))
{
    // A body in free fall: its speed at the end is 10 steps of gravity.
    OpenedResults opened(satbox::test::sweptFile(
        "sweep_lens_curves", R"(, "substeps": [2, 4], "gravity.y": {"from": -25, "to": -1, "count": 25})"));
    const auto& columns = opened.sweep().table->columns;
    opened.sweep().choice.metric =
        static_cast<size_t>(std::ranges::find(columns, "end.speed", &SweepColumn::name) - columns.begin());
    opened.sweep().updateMap();
    opened.frames(3);
    const ScreenRect plot = opened.ui.widget("end.speed").rect;
    for (const auto& [y, gravity] :
         {std::pair{plot.y + 2.0f, -25.0f}, {plot.y + plot.height - 2.0f, -1.0f}}) {
        opened.click({plot.x + plot.width - 4.0f, y});
        CHECK(opened.state.world().settings().gravity.y == gravity);
        CHECK(opened.state.world().settings().substeps == 4);
    }
}

TEST_CASE("what_is_no_results_file_is_refused_with_its_name")
{
    AppState state;
    CHECK(state.lens<SweepLens>().open("nowhere/missing.sqlite").find("missing.sqlite") != std::string::npos);
    CHECK_FALSE(state.lens<SweepLens>().state.table.has_value());
}

} // namespace satbox::app
