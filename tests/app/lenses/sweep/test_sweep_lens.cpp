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
    const auto path = satbox::test::sweptFile(
        "sweep_lens_list", R"(, "gravity.y": [-2, -9], "substeps": [2, 4], "seed": [1, 2, 3])");
    constexpr IntSize kSize{1400, 1300};
    test::OffscreenUi ui(kSize);
    AppState state;
    REQUIRE(openSceneByName(state, "ten_boxes"));
    REQUIRE(state.lens<SweepLens>().open(path) == "");
    state.ui.panels.open = SweepLens::kName;
    const auto draw = [&](const UiContext& context) { drawAndAct(context, state); };
    ui.frames(3, draw);
    ui.click(ui.middleOf("Sweep map"), draw);
    ui.frames(2, draw);
    CHECK(state.document().scene.name == "ten_boxes");
    REQUIRE(ui.recorder().find("Run", SweepLens::kName) != nullptr);
    ui.click(ui.middleOf("Run"), draw);
    ui.frames(2, draw);
    CHECK(state.document().scene.title.find("Run ") == 0);
}

TEST_CASE("without_runs_of_the_chosen_values_the_panel_says_so" * doctest::skip(!hasSweepResults()))
{
    const auto path = satbox::test::sweptFile(
        "sweep_lens_none", R"(, "gravity.y": [-2, -9], "substeps": [2, 4], "seed": [1, 2])",
        R"(, "combine": "zip")");
    constexpr IntSize kSize{1400, 1300};
    test::OffscreenUi ui(kSize);
    AppState state;
    REQUIRE(openSceneByName(state, "ten_boxes"));
    REQUIRE(state.lens<SweepLens>().open(path) == "");
    state.ui.panels.open = SweepLens::kName;
    SweepState& sweep = state.lens<SweepLens>().state;
    REQUIRE(sweep.choice.others.size() == 1);
    sweep.choice.others.front().second = SweepValue(int64_t{3}); // as no run has
    sweep.updateMap();
    const auto draw = [&](const UiContext& context) { drawAndAct(context, state); };
    ui.frames(3, draw);
    CHECK(ui.recorder().find("end.speed", SweepLens::kName) == nullptr);
    CHECK(ui.recorder().find("Sweep map", SweepLens::kName) == nullptr);
}

TEST_CASE("a_click_on_a_curve_opens_the_run_of_the_nearest_point_of_all_curves" *
          doctest::skip(!hasSweepResults()))
{
    // A body in free fall: its speed at the end is 10 steps of gravity.
    const auto path = satbox::test::sweptFile(
        "sweep_lens_curves", R"(, "substeps": [2, 4], "gravity.y": {"from": -25, "to": -1, "count": 25})");
    constexpr IntSize kSize{1400, 1300};
    test::OffscreenUi ui(kSize);
    AppState state;
    REQUIRE(openSceneByName(state, "ten_boxes"));
    REQUIRE(state.lens<SweepLens>().open(path) == "");
    state.ui.panels.open = SweepLens::kName;
    const auto draw = [&](const UiContext& context) { drawAndAct(context, state); };
    SweepState& sweep = state.lens<SweepLens>().state;
    const auto& columns = sweep.table->columns;
    sweep.choice.metric =
        static_cast<size_t>(std::ranges::find(columns, "end.speed", &SweepColumn::name) - columns.begin());
    sweep.updateMap();
    ui.frames(3, draw);
    const ScreenRect plot = ui.widget("end.speed").rect;
    for (const auto& [y, gravity] :
         {std::pair{plot.y + 2.0f, -25.0f}, {plot.y + plot.height - 2.0f, -1.0f}}) {
        ui.click({plot.x + plot.width - 4.0f, y}, draw);
        ui.frames(2, draw);
        CHECK(state.world().settings().gravity.y == gravity);
        CHECK(state.world().settings().substeps == 4);
    }
}

TEST_CASE("what_is_no_results_file_is_refused_with_its_name")
{
    AppState state;
    CHECK(state.lens<SweepLens>().open("nowhere/missing.sqlite").find("missing.sqlite") != std::string::npos);
    CHECK_FALSE(state.lens<SweepLens>().state.table.has_value());
}

} // namespace satbox::app
