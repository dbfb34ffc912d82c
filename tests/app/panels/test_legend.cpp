#include "app/panels/legend.h"

#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <string>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Picture;

TEST_CASE("the_legend_changes_sides_only_if_it_covers_a_body_here_and_none_there")
{
    Picture picture; // 800 by 600 points, 100 px/m around the origin
    const ScreenRect view{0.0f, 0.0f, 800.0f, 600.0f};
    const ScreenRect atBottom{12.0f, 540.0f, 400.0f, 48.0f};
    const ScreenRect atTop{12.0f, 12.0f, 400.0f, 48.0f};
    const auto belongsAtTop = [&](const ScreenRect& legend, bool isAtTop) {
        return legendBelongsAtTop(picture.context(), view, {.rect = legend, .isAtTop = isAtTop});
    };
    CHECK_FALSE(belongsAtTop(atBottom, false)); // an empty world
    picture.add({.position = {-3.0f, -2.7f}}, makeBox(0.2f, 0.2f));
    CHECK(belongsAtTop(atBottom, false));
    CHECK(belongsAtTop(atTop, true)); // it stays there
    picture.add({.position = {-3.0f, 2.7f}}, makeBox(0.2f, 0.2f));
    CHECK(belongsAtTop(atTop, true)); // a body on both sides: no reason to move
    CHECK_FALSE(belongsAtTop(atBottom, false));
    CHECK_FALSE(belongsAtTop({}, false)); // no legend
}

TEST_CASE("rows_of_the_legend_keep_their_places_for_some_seconds")
{
    const auto row = [](const char* text) { return LegendRow{LegendMark::Disc, {}, {}, text, {}, {}}; };
    const auto texts = [](const LegendRows& rows) {
        std::string all;
        for (const LegendRow& r : rows) all += r.text + ' ';
        return all;
    };
    LegendState legend;
    CHECK(texts(steadyRows(legend, {row("a"), row("b"), row("c")}, 0.0)) == "a b c ");
    CHECK(texts(steadyRows(legend, {row("a"), row("c")}, 1.0)) == "a b c ");
    CHECK(texts(steadyRows(legend, {row("a"), row("new"), row("c")}, 2.0)) == "a new b c ");
    CHECK(texts(steadyRows(legend, {row("a"), row("c")}, 3.5)) == "a new c "); // b was last needed at 0 s
    CHECK(texts(steadyRows(legend, {}, 9.0)).empty());
}
