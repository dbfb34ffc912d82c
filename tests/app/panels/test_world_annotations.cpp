#include "app/panels/world_annotations.h"

#include "tests/app/view/view_fixture.h"
#include "tests/app/widgets/ui_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>
#include <imgui.h>

#include <algorithm>
#include <span>

using namespace satbox;
using namespace satbox::app;
using satbox::test::PairPicture;
using satbox::test::Picture;
using satbox::test::StackPicture;

namespace {

const Shape kBox = makeBox(0.5f, 0.5f);

struct Annotated {
    app::test::OffscreenUi ui{{800, 600}};
    LegendState legend{.mayFold = true};

    void draw(Picture& picture, double clock, std::span<const ScreenRect> cards = {})
    {
        ui.frame([&](const UiContext& context) {
            ViewContext seen = picture.context();
            DrawList list;
            drawWorld(seen, list);
            drawWorldAnnotations(context, seen, list, &legend, clock, cards);
        });
    }
};

// A running scene that has lost rows of its legend since it was drawn.
struct FewerRows {
    Picture picture;
    Annotated annotated;
    float width = 0.0f; // of the legend with all rows

    FewerRows()
    {
        picture.add({.position = {0.0f, 1.0f}}, kBox);
        picture.view().shapes = picture.view().velocities = picture.view().contactPoints = true;
        annotated.legend.isSteady = true;
        annotated.draw(picture, 0.1);
        width = annotated.legend.rect.width;
        picture.view().velocities = picture.view().contactPoints = false;
    }
};

} // namespace

TEST_CASE("a_legend_that_would_cover_the_pair_in_every_corner_folds_at_once")
{
    PairPicture picture(kBox, kBox, {1.2f, 0.0f});
    Annotated annotated;
    picture.state.camera.set({0.6f, 0.0f}, 100.0f);
    annotated.draw(picture, 0.1);
    CHECK_FALSE(annotated.legend.isFolded);
    CHECK(annotated.legend.rect.width > 0.0f);
    picture.state.camera.set({0.6f, 0.0f}, 600.0f); // A fills the left, B the right of the view
    annotated.draw(picture, 0.2);
    CHECK(annotated.legend.isFolded);
    CHECK(annotated.legend.rect.width == 0.0f);
}

TEST_CASE("with_several_views_a_legend_over_any_body_folds_at_once")
{
    Picture picture;
    REQUIRE(setOverlays(picture.view(), "shapes").empty());
    for (const float x : {-3.7f, 3.7f})
        for (const float y : {-2.6f, 2.6f}) picture.add({.position = {x, y}}, makeBox(0.2f, 0.2f));
    Annotated annotated;
    annotated.draw(picture, 0.1);
    CHECK_FALSE(annotated.legend.isFolded);
    picture.otherWorlds.push_back(picture.world());
    annotated.draw(picture, 0.2);
    CHECK(annotated.legend.isFolded);
    annotated.legend.mayFold = false; // the user has opened it
    annotated.draw(picture, 0.3);
    CHECK_FALSE(annotated.legend.isFolded);
}

TEST_CASE("while_time_runs_the_legend_does_not_become_narrower")
{
    FewerRows fewer;
    fewer.annotated.draw(fewer.picture, 5.0);
    CHECK(fewer.annotated.legend.rect.width == fewer.width);
    fewer.annotated.legend.isSteady = false;
    fewer.annotated.draw(fewer.picture, 5.1);
    CHECK(fewer.annotated.legend.rect.width < fewer.width);
}

TEST_CASE("in_a_view_of_another_width_the_legend_takes_the_width_that_it_needs")
{
    FewerRows fewer;
    fewer.picture.state.camera.setViewport({0.0f, 0.0f, 790.0f, 600.0f});
    fewer.annotated.draw(fewer.picture, 5.0);
    CHECK(fewer.annotated.legend.rect.width < fewer.width);
}

TEST_CASE("the_legend_keeps_off_cards_and_folds_if_they_leave_no_corner")
{
    Picture picture;
    picture.view().velocities = true;
    Annotated annotated;
    const ScreenRect atLeft{0.0f, 0.0f, 300.0f, 600.0f};
    annotated.draw(picture, 0.1, {&atLeft, 1});
    CHECK_FALSE(annotated.legend.isFolded);
    CHECK(annotated.legend.rect.x > atLeft.width);
    const ScreenRect whole{0.0f, 0.0f, 800.0f, 600.0f};
    annotated.draw(picture, 1.0, {&whole, 1});
    CHECK(annotated.legend.isFolded);
}

TEST_CASE("rows_of_the_legend_are_short_enough_to_be_shown_in_full")
{
    app::test::OffscreenUi ui;
    LegendRows rows;
    StackPicture stack;
    stack.state.lens<StepLens>().state.tick.index = stack.analysis().record.ticks.size() - 1;
    stack.view().forceGraph = true;
    stack.draw();
    rows.insert(rows.end(), stack.legend.begin(), stack.legend.end());
    PairPicture pair(kBox, kBox, {0.9f, 0.0f});
    for (const OverlapTest test : kOverlapTests) {
        pair.draw(test);
        rows.insert(rows.end(), pair.legend.begin(), pair.legend.end());
    }
    for (const PairTab tab : {PairTab::Axes, PairTab::Contact, PairTab::Difference}) {
        pair.draw(tab);
        rows.insert(rows.end(), pair.legend.begin(), pair.legend.end());
    }
    ui.frame([&](const UiContext& context) {
        ImGui::PushFont(context.fonts.small);
        for (const LegendRow& row : rows) {
            CAPTURE(row.text);
            CHECK(ImGui::CalcTextSize(row.text.c_str()).x <= context.px(kMaxLegendTextPx));
        }
        ImGui::PopFont();
    });
}

TEST_CASE("labels_keep_off_the_cards")
{
    Picture picture;
    app::test::OffscreenUi ui({800, 600});
    const auto inkOf = [&](std::span<const ScreenRect> cards) { // of the labels, in vertices
        int ink = 0;
        ui.frame([&](const UiContext& context) {
            ViewContext seen = picture.context();
            DrawList list;
            list.addLabel({0.0f, 0.0f}, "12.3 mm", context.palette.text);
            const int before = ImGui::GetBackgroundDrawList()->VtxBuffer.Size;
            drawWorldAnnotations(context, seen, list, nullptr, 0.0, cards);
            ink = ImGui::GetBackgroundDrawList()->VtxBuffer.Size - before;
        });
        return ink;
    };
    CHECK(inkOf({}) > 0);
    const ScreenRect whole{0.0f, 0.0f, 800.0f, 600.0f};
    CHECK(inkOf({&whole, 1}) == 0);
}
