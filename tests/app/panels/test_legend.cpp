#include "app/panels/legend.h"

#include <doctest/doctest.h>

#include <string>

using namespace satbox;
using namespace satbox::app;

namespace {

// A row whose colour depends on its letter.
LegendRow row(const char* text)
{
    return {LegendMark::Disc, Color::fromHex(static_cast<uint32_t>(text[0])), {}, text, {}, {}};
}

std::string texts(const LegendRows& rows)
{
    std::string all;
    for (const LegendRow& r : rows) all += r.text + ' ';
    return all;
}

} // namespace

TEST_CASE("rows_of_the_legend_keep_their_places_for_some_seconds")
{
    LegendState legend{.isSteady = true};
    CHECK(texts(steadyRows(legend, {row("a"), row("b"), row("c")}, 0.0)) == "a b c ");
    CHECK(texts(steadyRows(legend, {row("a"), row("c")}, 1.0)) == "a b c ");
    CHECK(texts(steadyRows(legend, {row("a"), row("new"), row("c")}, 2.0)) == "a new b c ");
    CHECK(texts(steadyRows(legend, {row("a"), row("c")}, 3.5)) == "a new c "); // b was last needed at 0 s
    CHECK(texts(steadyRows(legend, {}, 9.0)).empty());
}

TEST_CASE("a_row_whose_text_changes_keeps_its_place")
{
    LegendState legend{.isSteady = true};
    steadyRows(legend, {row("a"), row("b x10"), row("c")}, 0.0);
    CHECK(texts(steadyRows(legend, {row("a"), row("b x100"), row("c")}, 0.1)) == "a b x100 c ");
    // Of two rows with one mark, each keeps its own text.
    CHECK(texts(steadyRows(legend, {row("b x100"), row("b x10")}, 0.2)) == "a b x100 b x10 c ");
}

TEST_CASE("rows_vanish_at_once_if_time_does_not_run_or_the_user_changed_the_view")
{
    LegendState legend{.isSteady = true};
    steadyRows(legend, {row("a"), row("b")}, 0.0);
    legend.isSteady = false;
    CHECK(texts(steadyRows(legend, {row("a")}, 0.1)) == "a ");
}

TEST_CASE("a_legend_with_bodies_under_it_folds_after_some_seconds_and_opens_when_they_have_left")
{
    LegendState legend{.mayFold = true};
    foldLegend(legend, 0.0f, 0.0);
    foldLegend(legend, 0.5f, 3.0);
    CHECK_FALSE(legend.isFolded);
    foldLegend(legend, 0.0f, 3.5); // a body that passed
    foldLegend(legend, 0.5f, 7.0);
    CHECK_FALSE(legend.isFolded);
    foldLegend(legend, 0.5f, 8.0);
    CHECK(legend.isFolded);
    foldLegend(legend, 0.1f, 20.0); // not enough room to open
    CHECK(legend.isFolded);
    foldLegend(legend, 0.0f, 25.0);
    CHECK_FALSE(legend.isFolded);
    foldLegend(legend, 0.5f, 40.0);
    REQUIRE(legend.isFolded);
    legend.mayFold = false; // the user has opened it
    foldLegend(legend, 0.5f, 40.1);
    CHECK_FALSE(legend.isFolded);
}

TEST_CASE("the_legend_stays_in_a_corner_for_some_seconds_while_time_runs")
{
    constexpr CoveredShares kCovered{0.5f, 0.0f, 0.0f, 0.0f};
    constexpr CoveredShares kAlsoAtTop{0.0f, 0.5f, 0.5f, 0.5f};
    LegendState legend{.isSteady = true};
    placeLegend(legend, kCovered, 2.0); // the camera of the scene still moves
    CHECK((legend.corner == LegendCorner::BottomLeft));
    placeLegend(legend, kCovered, 4.0);
    CHECK((legend.corner == LegendCorner::TopLeft));
    placeLegend(legend, kAlsoAtTop, 6.0);
    CHECK((legend.corner == LegendCorner::TopLeft));
    placeLegend(legend, kAlsoAtTop, 8.0);
    CHECK((legend.corner == LegendCorner::BottomLeft));
    legend.isSteady = false;
    placeLegend(legend, kCovered, 8.5);
    CHECK((legend.corner == LegendCorner::TopLeft));
}

TEST_CASE("a_legend_leaves_a_corner_with_a_subject_at_once_and_folds_at_once_if_no_corner_is_without")
{
    constexpr CoveredShares kSubject{kSubjectShare, 0.9f, kSubjectShare, kSubjectShare};
    constexpr CoveredShares kEverywhere{kSubjectShare + 0.5f, kSubjectShare, kSubjectShare, kSubjectShare};
    LegendState legend{.isSteady = true, .mayFold = true};
    placeLegend(legend, kSubject, 0.1);
    CHECK((legend.corner == LegendCorner::TopLeft)); // although bodies are there
    foldLegend(legend, 0.9f, 0.1);
    CHECK_FALSE(legend.isFolded);
    legend.corner = LegendCorner::BottomLeft;
    placeLegend(legend, kEverywhere, 0.2); // nothing would be gained
    CHECK((legend.corner == LegendCorner::BottomLeft));
    foldLegend(legend, kSubjectShare, 0.2);
    CHECK(legend.isFolded);
    legend.mayFold = false;
    foldLegend(legend, kSubjectShare, 0.3);
    CHECK_FALSE(legend.isFolded);
}

TEST_CASE("a_legend_that_would_go_from_subject_to_subject_folds_instead")
{
    constexpr CoveredShares kHere{kSubjectShare, 0.0f, kSubjectShare, kSubjectShare};
    constexpr CoveredShares kThere{0.0f, kSubjectShare, kSubjectShare, kSubjectShare};
    LegendState legend{.isSteady = true, .mayFold = true};
    placeLegend(legend, kHere, 1.0);
    REQUIRE((legend.corner == LegendCorner::TopLeft));
    placeLegend(legend, kThere, 1.1);
    CHECK((legend.corner == LegendCorner::TopLeft));
    foldLegend(legend, kThere[1], 1.1);
    CHECK(legend.isFolded);
    placeLegend(legend, kThere, 1.6);
    CHECK((legend.corner == LegendCorner::BottomLeft));
}

TEST_CASE("the_button_that_folds_the_legend_stays_where_it_is_when_rows_come_and_go")
{
    const ScreenRect view{44.0f, 60.0f, 800.0f, 600.0f};
    for (const LegendCorner corner : {LegendCorner::BottomLeft, LegendCorner::TopLeft, LegendCorner::TopRight,
                                      LegendCorner::BottomRight}) {
        const auto button = [&](float height) {
            const ScreenRect legend = rectInCorner(corner, view, {200.0f, height}, 12.0f, {150.0f, 30.0f});
            return foldButtonRect(legend, corner, 20.0f);
        };
        CHECK(button(40.0f) == button(90.0f));
    }
}
