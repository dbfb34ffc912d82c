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
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "what_if.png", ui.picture()));
    ui.click(ui.middleOf("Remove the paths"), draw);
    CHECK_FALSE(state.run.has_value());
}

} // namespace satbox::app
