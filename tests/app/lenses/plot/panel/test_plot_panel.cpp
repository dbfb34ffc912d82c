// The Plot panel, drawn offscreen and operated as by a user.

#include "app/lenses/plot/plot_curves.h"
#include "app/lenses/plot/plot_lens.h"
#include "app/shell/interface/interface.h"
#include "app/shell/scene_files.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/lens_calls.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

struct Opened {
    IntSize size;
    test::OffscreenUi ui;
    AppState state;

    explicit Opened(const char* quantities, int steps = 120, IntSize area = {1280, 1000},
                    Theme theme = Theme::Dark, float scale = 1.0f)
        : size(area), ui(area, theme, scale)
    {
        REQUIRE(openSceneByName(state, "box_stack"));
        state.history.reset(state.document());
        state.playback.paused = true;
        state.ui.panels.open = PlotLens::kName;
        for (int i = 0; i < steps; ++i) state.history.play(op::Step{1.0f / 60.0f});
        REQUIRE(plot().choose(quantities).empty());
        frames(4);
    }
    PlotState& plot() { return state.lens<PlotLens>().state; }
    void draw(const UiContext& context)
    {
        updateState(state, {.input = {}, .seconds = 1.0 / 60.0});
        plot().fill(state.history, 100.0);
        drawInterface(context, state);
        state.camera.setViewport(state.ui.worldRect);
    }
    void frames(int count)
    {
        ui.frames(count, [&](const UiContext& context) { draw(context); });
    }
    void click(Vec2 at)
    {
        ui.click(at, [&](const UiContext& context) { draw(context); });
        frames(2);
    }
    // A point of a plot, at a share of its width.
    Vec2 pointOf(const char* plotName, float share) const
    {
        const ScreenRect& rect = ui.widget(plotName).rect;
        const float margin = 6.0f; // beside the curves
        return {rect.x + margin + share * (rect.width - 2.0f * margin), rect.y + 0.5f * rect.height};
    }
    std::string value(const char* label) const { return ui.widget(label).value; }
    void keep(const char* name)
    {
        for (const RecordedWidget& widget : ui.recorder().widgets()) {
            CAPTURE(widget.label);
            CHECK(widget.rect.x >= 0.0f);
            CHECK(widget.rect.x + widget.rect.width <= static_cast<float>(size.width) + 0.5f);
        }
        REQUIRE(
            !writePng(satbox::test::artefactFolder("ui") / fmt::format("plot_{}.png", name), ui.picture()));
    }
};

} // namespace

TEST_CASE("a_click_in_a_plot_goes_to_its_step_and_pauses")
{
    Opened o("energy,contacts");
    CHECK(o.state.history.presentStep() == 120);
    o.click(o.pointOf("Plot of energy", 0.25f));
    CHECK(o.state.history.presentStep() == 30);
    o.click(o.pointOf("Plot of contacts", 0.75f));
    CHECK(o.state.history.presentStep() == 90);
    CHECK(o.state.history.lastStep() == 120);
    o.state.playback.paused = false;
    o.click(o.pointOf("Plot of energy", 0.5f));
    CHECK(o.state.playback.paused);
    CHECK(o.state.history.presentStep() == 60);
}

TEST_CASE("a_drag_in_a_plot_moves_through_time_within_the_shown_steps")
{
    Opened o("energy", 300);
    o.plot().span = PlotSpan::TwoSeconds;
    o.frames(2);
    CHECK(o.value("Plot of energy") == "180 to 300");
    o.ui.drag(o.pointOf("Plot of energy", 0.9f), o.pointOf("Plot of energy", -0.5f),
              [&](const UiContext& context) { o.draw(context); });
    CHECK(o.state.history.presentStep() == 180);
    o.frames(2);
    CHECK(o.value("Plot of energy") == "180 to 300"); // it did not move under the pointer
}

TEST_CASE("the_values_at_the_pointer_are_shown_with_their_units")
{
    Opened o("energy,contacts");
    const std::string atEnd = o.value("Energy kinetic");
    CHECK(o.value("Plotted step") == "120; 0 to 120");
    o.ui.pointer.position = o.pointOf("Plot of contacts", 0.1f);
    o.frames(2);
    CHECK(o.value("Plotted step") == "12; 0 to 120");
    const std::string pointed = o.value("Energy kinetic");
    CHECK(pointed.ends_with("J"));
    CHECK(pointed != atEnd);
    CHECK(o.value("Contacts contacts") ==
          fmt::format(
              "{:.0f}",
              o.plot().samples.rows(PlotSource::World).at(12)[static_cast<size_t>(WorldColumn::Contacts)]));
    CHECK(o.state.history.presentStep() == 120); // hovering does not move time
}

TEST_CASE("the_range_of_a_plot_has_one_unit_and_the_first_plot_keeps_its_distance")
{
    Opened o("energy,contacts");
    CHECK(o.value("Energy").find("0 to ") == 0); // not "0 J to"
    CHECK(o.value("Contacts").find("0 to ") == 0);
    const ScreenRect& step = o.ui.widget("Plotted step").rect;
    CHECK(o.ui.widget("Energy").rect.y >= step.y + step.height + 12.0f);
    // The only curve has its value at the right end, like the right column of the others.
    const ScreenRect& only = o.ui.widget("Contacts contacts").rect;
    const ScreenRect& right = o.ui.widget("Energy potential").rect;
    CHECK(only.x + only.width == doctest::Approx(right.x + right.width).epsilon(0.01));
}

TEST_CASE("of_equal_curves_both_are_seen")
{
    Opened o("overlap", 240); // at rest, both depths are equal
    const std::vector<PlotCurve> curves = curvesOf(o.plot(), o.state.history, plotQuantities()[3]);
    REQUIRE(curves.size() == 2);
    REQUIRE(curves[0].values.back() == curves[1].values.back());
    const Image image = o.ui.picture();
    const ScreenRect& rect = o.ui.widget("Plot of overlap").rect;
    bool showsBlue = false, showsOrange = false;
    for (float x = rect.x + 0.6f * rect.width; x < rect.x + 0.9f * rect.width; ++x)
        for (float y = rect.y; y < rect.y + rect.height; ++y) {
            const size_t at =
                4 * (static_cast<size_t>(y) * static_cast<size_t>(image.size.width) + static_cast<size_t>(x));
            const int redder = image.rgba[at] - image.rgba[at + 2];
            showsBlue |= redder < -60;
            showsOrange |= redder > 60;
        }
    CHECK(showsBlue);
    CHECK(showsOrange);
}

TEST_CASE("quantities_are_chosen_in_the_panel")
{
    Opened o("energy");
    o.click(o.ui.middleOf("Quantities"));
    o.click(o.ui.middleOf("Momentum"));
    CHECK(o.plot().chosen[1]);
    CHECK(o.ui.recorder().find("Plot of momentum", "Plot") != nullptr);
    o.click(o.ui.middleOf("Energy"));
    CHECK_FALSE(o.plot().chosen[0]);
    CHECK(o.ui.recorder().find("Plot of energy", "Plot") == nullptr);
}

TEST_CASE("all_plots_are_drawn_in_both_themes_and_sizes")
{
    for (const auto& [name, area, theme, scale] :
         {std::tuple{"dark", IntSize{1280, 1600}, Theme::Dark, 1.0f},
          std::tuple{"light", IntSize{1280, 1600}, Theme::Light, 1.0f},
          std::tuple{"small", IntSize{1024, 640}, Theme::Dark, 1.0f},
          std::tuple{"large", IntSize{2560, 2400}, Theme::Light, 2.0f}}) {
        Opened o("energy,ledger,overlap,body_y,body_force", 240, area, theme, scale);
        std::vector<BodyId> bodies;
        for (uint32_t i = 1; i <= 3; ++i) bodies.push_back(o.state.world().bodyAt(3 * i));
        o.state.selection.select(o.state.world(), bodies);
        o.frames(4);
        CHECK(o.ui.recorder().find("Plot of ledger", "Plot") != nullptr);
        o.keep(name);
        CHECK_FALSE(test::OffscreenUi::drewIntoNoWindow());
    }
}

TEST_CASE("without_anything_played_the_panel_offers_to_run")
{
    Opened o("energy", 0);
    CHECK(o.ui.recorder().find("Plot of energy") == nullptr);
    const RecordedWidget* run = o.ui.recorder().find("Run", "Plot"); // not that of the playback bar
    REQUIRE(run != nullptr);
    o.click(run->rect.center());
    CHECK_FALSE(o.state.playback.paused);
    CHECK(o.ui.recorder().find("Plot of energy") != nullptr);
}

} // namespace satbox::app
