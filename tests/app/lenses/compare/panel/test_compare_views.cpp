// The interface of a comparison: layout of the views, axes of the plot, titles, and the panel.

#include "app/lenses/compare/compare_lens.h"
#include "app/lenses/compare/panel/compare_layout.h"
#include "app/lenses/compare/panel/compare_plot.h"
#include "app/lenses/compare/panel/compare_style.h"
#include "app/lenses/compare/panel/compare_views.h"
#include "app/platform/window.h"
#include "app/shell/actions.h"
#include "app/shell/frame.h"
#include "app/shell/interface/interface.h"
#include "app/shell/scene_files.h"
#include "app/view/world_view.h"
#include "tests/app/view/view_fixture.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/lens_calls.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <imgui.h>
#include <limits>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

bool overlap(const ScreenRect& a, const ScreenRect& b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

void layOut(AppState& state, float scale)
{
    layOutViews(state.compare(), state.camera, state.ui.worldRect, scale);
}

// One frame of the interface, followed by the work of the frame loop.
void drawAndAct(const UiContext& ui, AppState& state)
{
    drawInterface(ui, state);
    layOut(state, ui.scale);
    drawCompareFrames(ui, state.world(), state.compare(), state.ui.worldRect);
    performRequests(state);
    state.history.applyPending();
    updateComparison(state);
    for (int i = 0; i < 2; ++i) {
        state.history.play(op::Step{1.0f / 60.0f});
        if (state.compare().on) state.compare().stepWorlds(state.world(), nullptr);
    }
}

} // namespace

TEST_CASE("compared_views_have_one_size_and_do_not_overlap")
{
    const ScreenRect areas[] = {{44, 30, 936, 700}, {44, 30, 640, 540}, {0, 0, 400, 900}, {10, 10, 201, 300}};
    for (const ScreenRect& area : areas) {
        for (size_t worlds = 2; worlds <= 4; ++worlds) {
            for (const float scale : {1.0f, 2.0f}) {
                const CompareLayout layout = layOutComparison(area, worlds, scale);
                REQUIRE(layout.cells.size() == worlds);
                std::vector<ScreenRect> all;
                for (const CompareCell& cell : layout.cells) {
                    CHECK(cell.view.width == layout.cells.front().view.width);
                    CHECK(cell.view.height == layout.cells.front().view.height);
                    CHECK(cell.view.height >=
                          0.45f * (cell.title.height + cell.view.height + cell.figures.height));
                    if (cell.figures.height > 0.0f) CHECK(figureLines(cell.figures.height, scale) > 0);
                    all.insert(all.end(), {cell.title, cell.view, cell.figures});
                }
                CHECK((layout.plot.width > 0.0f) == (worlds == 3));
                if (worlds == 3) all.push_back(layout.plot);
                for (size_t i = 0; i < all.size(); ++i) {
                    CHECK(all[i].x >= area.x);
                    CHECK(all[i].y >= area.y);
                    CHECK(all[i].x + all[i].width <= area.x + area.width);
                    CHECK(all[i].y + all[i].height <= area.y + area.height);
                    for (size_t k = i + 1; k < all.size(); ++k) CHECK_FALSE(overlap(all[i], all[k]));
                }
            }
        }
    }
    const CompareLayout sideBySide = layOutComparison({0, 0, 900, 600}, 2, 1.0f);
    CHECK(sideBySide.cells[1].view.y == sideBySide.cells[0].view.y);
    CHECK(sideBySide.cells[0].view.height > 500.0f);
    const CompareLayout high = layOutComparison({0, 0, 400, 900}, 2, 1.0f);
    CHECK(high.cells[1].view.x == high.cells[0].view.x);
}

TEST_CASE("splitting_and_joining_views_keeps_what_the_camera_shows")
{
    AppState state;
    REQUIRE(openSceneByName(state, "ten_boxes"));
    state.ui.worldRect = {44, 30, 936, 700};
    layOut(state, 1.0f);
    state.camera.set({0.0f, 5.0f}, 50.0f);
    startComparison(state);
    layOut(state, 1.0f);
    REQUIRE(state.compare().isShown());
    CHECK(state.camera.center() == Vec2{0.0f, 5.0f});
    CHECK(state.camera.pixelsPerMeter() == doctest::Approx(50.0 * 467.0 / 936.0));
    CHECK(state.camera.viewport() == state.compare().views.front());
    // The same world point is at the same position in each view.
    const ScreenRect& second = state.compare().views[1];
    state.compare().updatePointedView(second.center());
    CHECK(state.compare().pointedView == 1);
    const Vec2 mapped = state.compare().toFirstView(second.center());
    CHECK(mapped.x == doctest::Approx(state.compare().views[0].center().x));
    CHECK(mapped.y == doctest::Approx(state.compare().views[0].center().y));
    std::vector<SettingsOverrides> others = state.document().comparedSettings;
    others.resize(3);
    state.history.play(SetComparedSettings{others});
    updateComparison(state);
    layOut(state, 1.0f);
    CHECK(state.camera.pixelsPerMeter() == doctest::Approx(50.0 * 279.0 / 700.0));
    endComparison(state);
    layOut(state, 1.0f);
    CHECK(state.camera.viewport() == state.ui.worldRect);
    CHECK(state.camera.pixelsPerMeter() == doctest::Approx(50.0));
    CHECK(state.compare().views.empty());
}

TEST_CASE("axes_have_round_ticks_around_the_values")
{
    const PlotAxis even = linearAxis(0.0, 19.4, 5);
    CHECK(even.ticks.front() == 0.0);
    CHECK(even.ticks.back() == doctest::Approx(20.0));
    CHECK(even.ticks.size() == 5);
    CHECK(even.fraction(10.0) == doctest::Approx(0.5));
    CHECK(even.fraction(-3.0) == 0.0);
    CHECK(linearAxis(0.0, 19.4, 1000).ticks.size() <= 21);
    const PlotAxis negative = linearAxis(-0.7, 0.2, 4);
    CHECK(negative.lowest == doctest::Approx(-1.0));
    CHECK(negative.highest == doctest::Approx(0.5));
    const PlotAxis seconds = timeAxis(0.0, 21.0, 5);
    CHECK(seconds.highest == 21.0);
    CHECK(seconds.ticks.back() == doctest::Approx(20.0));
    CHECK(seconds.fraction(21.0) == 1.0);
    const PlotAxis decades = logarithmicAxis(0.003, 40.0, 6);
    CHECK(decades.lowest == doctest::Approx(0.001));
    CHECK(decades.highest == doctest::Approx(100.0));
    CHECK(decades.ticks.size() == 6);
    CHECK(decades.fraction(0.0) == 0.0);
    CHECK(decades.fraction(1.0) == doctest::Approx(0.6));
    const PlotAxis cut = logarithmicAxis(1e-30, 1.0, 5);
    CHECK(cut.lowest == doctest::Approx(1e-9));
    CHECK(cut.ticks.size() <= 5);
}

TEST_CASE("axes_of_values_that_differ_in_their_last_bits_have_a_few_ticks_around_them")
{
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {1e7, -1e7, 3.0, 1e-30, 0.0, 1e30}) {
        CAPTURE(value);
        const double next = std::nextafter(value, infinity);
        for (const double highest : {value, next}) {
            const PlotAxis axis = linearAxis(value, highest, 5);
            CHECK(axis.ticks.size() >= 2);
            CHECK(axis.ticks.size() <= 8);
            CHECK(axis.lowest <= value);
            CHECK(axis.highest >= highest);
            for (size_t i = 1; i < axis.ticks.size(); ++i) CHECK(axis.ticks[i] > axis.ticks[i - 1]);
        }
    }
    CHECK(linearAxis(1e7, std::nextafter(1e7, infinity), 5).highest < 1e7 + 0.1);
}

TEST_CASE("titles_name_the_solver_and_the_differing_active_settings")
{
    const WorldSettings first;
    CHECK(worldTitle(first, first) == "Soft step, 4 substeps");
    WorldSettings other = first;
    other.solver = SolverType::SequentialImpulse;
    other.velocityIterations = 1;
    other.pushSpeed = 8.0f; // inactive with this solver
    other.baumgarte = 0.5f;
    other.warmStarting = false;
    CHECK(worldTitle(other, first) ==
          "Sequential impulses, 1 iteration, warm starting off, overlap correction 0.5");
    CHECK(worldTitle(other, first, Peer::Chipmunk) == peerName(Peer::Chipmunk) + ", 1 iteration");
}

TEST_CASE("one_click_compares_with_other_engines")
{
    if (!isBuilt(Peer::Box2d) || !isBuilt(Peer::Chipmunk)) return;
    const bool isLastD = isBuilt(Peer::Box2d3); // Chipmunk is the last one
    const char* solver = isLastD ? "Solver D" : "Solver C";
    const char* settings = isLastD ? "Settings of D" : "Settings of C";
    const size_t index = isLastD ? 2 : 1;
    constexpr IntSize kSize{1400, 2300};
    test::OffscreenUi ui(kSize);
    AppState state;
    REQUIRE(openSceneByName(state, "joint_gear"));
    state.ui.panels.open = CompareLens::kName;
    const auto draw = [&](const UiContext& context) { drawAndAct(context, state); };
    ui.frames(3, draw);
    ui.click(ui.middleOf("Other engines"), draw);
    REQUIRE(state.compare().on);
    ui.frames(3, draw);
    CHECK(ui.widget("Solver B").value == peerName(Peer::Box2d));
    CHECK(ui.widget(solver).value == peerName(Peer::Chipmunk));
    CHECK(state.compare().peers[0].notes.size() == 2); // gears, a spring
    ui.click(ui.middleOf(settings), draw);
    ui.frames(2, draw);
    CHECK(ui.recorder().find("Velocity iterations", "Compare") != nullptr);
    CHECK(ui.recorder().find("Position iterations", "Compare") == nullptr);
    CHECK(ui.recorder().find("Substeps", "Compare") == nullptr);
    ui.click(ui.middleOf(solver), draw);
    ui.frames(2, draw);
    ui.click(ui.middleOf("Vertex contacts"), draw);
    ui.frames(2, draw);
    CHECK_FALSE(state.compare().peers[index].peer.has_value());
    CHECK((state.compare().otherWorlds[index].settings().solver == SolverType::VertexContact));
}

TEST_CASE("the_legend_explains_the_bodies_of_all_views")
{
    satbox::test::Picture picture;
    REQUIRE(openSceneByName(picture.state, "ten_boxes"));
    const auto hasAsleep = [&] {
        ViewContext context = picture.context();
        context.prepare();
        return std::ranges::any_of(legendRows(context),
                                   [](const LegendRow& row) { return row.text == "asleep"; });
    };
    picture.view().shapes = true;
    WorldSettings settings = picture.world().settings();
    settings.sleeping = false;
    REQUIRE(picture.world().setSettings(settings));
    CHECK_FALSE(hasAsleep());
    picture.otherWorlds = {picture.world()};
    settings.sleeping = true;
    REQUIRE(picture.otherWorlds[0].setSettings(settings));
    CHECK(hasAsleep());
}

TEST_CASE("the_compare_panel_starts_changes_shows_and_ends_a_comparison")
{
    constexpr IntSize kSize{1400, 1900};
    test::OffscreenUi ui(kSize);
    AppState state;
    REQUIRE(openSceneByName(state, "ten_boxes"));
    state.ui.panels.open = CompareLens::kName;
    const auto draw = [&](const UiContext& context) { drawAndAct(context, state); };
    ui.frames(3, draw);
    REQUIRE(ui.recorder().find("Restart", "Compare") != nullptr);
    CHECK(ui.recorder().find("Restart", "Compare")->value == "disabled");
    ui.click(ui.middleOf("All four solvers"), draw);
    REQUIRE(state.compare().on);
    CHECK(state.compare().count() == 4);
    CHECK(state.history.entries().size() == 2); // opened the scene, compares all four
    ui.frames(80, draw);
    CHECK(ui.widget("Solver D").value == "Vertex contacts");
    CHECK_FALSE(ui.drewIntoNoWindow()); // the figures are drawn behind all windows
    CHECK(ui.widget("Energy").value.find(" | ") != std::string::npos);
    CHECK(ui.widget("Deepest overlap").value.find("mm") != std::string::npos);
    CHECK(std::stoul(ui.widget("Plot over time").value) + 2 == state.compare().history.samples.size());
    CHECK(ui.widget("Divergence AD").value.find("step ") == 0);
    for (const RecordedWidget& widget : ui.recorder().widgets()) {
        CAPTURE(widget.label);
        CHECK(widget.rect.x + widget.rect.width <= 1400.5f);
    }
    ui.click(ui.middleOf("Divergence AD"), draw);
    CHECK(state.selection.body ==
          state.compare().divergences.find(state.compare().distanceIndex, 0, 3)->body);
    ui.click(ui.middleOf("Copy as CSV"), draw);
    ui.frames(2, draw);
    CHECK(state.status.message.text.find("clipboard") != std::string::npos);
    CHECK(std::string(ImGui::GetClipboardText()).starts_with("step,time_s,A soft-step energy_J"));

    const size_t before = state.compare().history.samples.size();
    ui.click(ui.middleOf("Solver D"), draw);
    ui.frames(2, draw);
    ui.click(ui.middleOf("Soft step"), draw);
    ui.frames(2, draw);
    CHECK((state.compare().otherWorlds[2].settings().solver == SolverType::SoftStep));
    CHECK(state.compare().history.samples.size() > before);
    ui.click(ui.middleOf("Settings of B"), draw);
    ui.frames(2, draw);
    CHECK(ui.recorder().find("Velocity iterations", "Compare") != nullptr);
    CHECK(ui.recorder().find("Substeps", "Compare") == nullptr); // inactive with that solver
    ui.click(ui.middleOf("End comparison"), draw);
    ui.frames(2, draw);
    CHECK_FALSE(state.compare().on);
    CHECK(ui.recorder().find("Start comparison") != nullptr);
}

} // namespace satbox::app
