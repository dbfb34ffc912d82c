#include "app/panels/legend.h"

#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

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
        return legendBelongsAtTop(picture.context(), view, legend, isAtTop);
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
