#include "app/lenses/what_if/what_if_lens.h"

#include "app/lenses/what_if/panel/what_if_panel.h"
#include "tests/app/view/view_fixture.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/lens_calls.h"
#include "tests/support/paths.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace satbox::app {

namespace {

const Shape kBox = makeBox(0.5f, 0.5f);

void runOf(AppState& state)
{
    WhatIfState& what = state.lens<WhatIfLens>().state;
    const std::vector<VariedNumber> numbers = variedNumbers();
    what.run.emplace(state.world(), *std::ranges::find(numbers, "gravity.y", &VariedNumber::key), -20.0f,
                     0.0f, 3, 0.2f, std::span<const BodyId>());
    while (!what.run->isDone()) updateLens<WhatIfLens>(state, 0.01);
}

} // namespace

TEST_CASE("paths_are_drawn_in_the_colours_of_their_values_and_the_legend_has_the_range")
{
    satbox::test::Picture picture;
    picture.add({}, kBox);
    picture.state.ui.panels.show(WhatIfLens::kName);
    runOf(picture.state);
    const WhatIfLens& lens = picture.state.lens<WhatIfLens>();
    ViewContext context = picture.context();
    context.prepare();
    DrawList list;
    lens.draw(context, list);
    const auto discs = std::ranges::count(list.primitives, PrimitiveKind::Disc, &Primitive::kind);
    CHECK(discs == 3); // the ends of three paths
    LegendRows rows;
    lens.legend(context, rows);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].numbers.size() == 3);
    CHECK(rows[0].text.find("gravity y") != std::string::npos);
}

TEST_CASE("the_hovered_path_is_drawn_above_the_others")
{
    satbox::test::Picture picture;
    picture.add({}, kBox);
    runOf(picture.state);
    WhatIfLens& lens = picture.state.lens<WhatIfLens>();
    ViewContext context = picture.context();
    context.prepare();
    const Color first = pathColor(context.palette, *lens.state.run, 0);
    DrawList list;
    lens.draw(context, list);
    CHECK_FALSE(list.primitives.back().color == first);
    lens.state.hovered = 0;
    list.clear();
    lens.draw(context, list);
    CHECK(list.primitives.back().color == first);
}

TEST_CASE("points_of_a_path_that_are_less_than_a_pixel_apart_are_left_out")
{
    satbox::test::Picture picture;
    picture.add({}, kBox);
    runOf(picture.state);
    const WhatIfLens& lens = picture.state.lens<WhatIfLens>();
    const auto linesAt = [&](float pixelsPerMetre) {
        picture.state.camera.set({}, pixelsPerMetre);
        ViewContext context = picture.context();
        context.prepare();
        DrawList list;
        lens.draw(context, list);
        for (const WhatIfPath& path : lens.state.run->paths()) // both ends are drawn
            for (const Position end : {path.centers[0].front(), path.centers[0].back()})
                CHECK((path.centers[0].front() == path.centers[0].back() ||
                       std::ranges::any_of(list.primitives, [&](const Primitive& line) {
                           return line.kind == PrimitiveKind::Line && (line.a == end || line.b == end);
                       })));
        return std::ranges::count(list.primitives, PrimitiveKind::Line, &Primitive::kind);
    };
    // Twelve steps; with gravity 0 the body rests.
    CHECK(linesAt(5000.0f) == 24);
    CHECK(linesAt(100.0f) < 24);
    CHECK(linesAt(100.0f) >= 2);
}

TEST_CASE("the_colours_of_paths_stand_out_from_the_background_in_both_themes")
{
    satbox::test::Picture picture;
    picture.add({}, kBox);
    runOf(picture.state);
    const WhatIfRun& run = *picture.state.lens<WhatIfLens>().state.run;
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        const Palette palette = makePalette(theme);
        for (size_t i = 0; i < run.paths().size(); ++i)
            CHECK(contrastRatio(pathColor(palette, run, i), palette.background) > 2.6f);
    }
}

TEST_CASE("escape_removes_the_paths")
{
    satbox::test::Picture picture;
    picture.add({}, kBox);
    runOf(picture.state);
    callLens<WhatIfLens>(picture.state, [](WhatIfLens& lens, LensContext& context) {
        CHECK(lens.cancel(context));
        CHECK_FALSE(lens.cancel(context));
    });
}

TEST_CASE("the_panel_simulates_and_lists_a_row_for_each_value")
{
    satbox::test::Picture picture;
    picture.add({}, kBox);
    WhatIfState state;
    state.count = 4;
    state.seconds = 0.5f;
    test::OffscreenUi ui({340, 640});
    const auto draw = [&](const UiContext& context) {
        ImGui::SetNextWindowPos({0.0f, 0.0f});
        ImGui::SetNextWindowSize({340.0f, 640.0f});
        ImGui::Begin("What if", nullptr, ImGuiWindowFlags_NoDecoration);
        drawWhatIfPanel(context, picture.world(), picture.state.selection, state);
        ImGui::End();
    };
    ui.frames(3, draw);
    ui.click(ui.middleOf("Simulate"), draw);
    REQUIRE(state.run.has_value());
    while (!state.run->isDone()) state.run->advance(1.0);
    ui.frames(2, draw);
    const auto rows =
        std::ranges::count(ui.recorder().widgets(), std::string("Path"), &RecordedWidget::label);
    CHECK(rows == 4);
    // The swatch at the left of the first row.
    const ScreenRect& row = ui.widget("Path").rect;
    const Image image = ui.picture();
    const size_t pixel = 4 * (static_cast<size_t>(row.center().y) * static_cast<size_t>(image.size.width) +
                              static_cast<size_t>(row.x + 9.0f));
    const Color color = pathColor(ui.palette(), *state.run, 0);
    CHECK(std::abs(image.rgba[pixel] - std::lround(255.0f * color.r)) <= 1);
    CHECK(std::abs(image.rgba[pixel + 1] - std::lround(255.0f * color.g)) <= 1);
    CHECK(std::abs(image.rgba[pixel + 2] - std::lround(255.0f * color.b)) <= 1);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "what_if.png", ui.picture()));
    ui.click(ui.middleOf("Remove the paths"), draw);
    CHECK_FALSE(state.run.has_value());
}

} // namespace satbox::app
