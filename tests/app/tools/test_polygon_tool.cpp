#include "app/tools/polygon_tool.h"

#include "app/shell/edit_actions.h"
#include "tests/support/drawing.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Drawing;

TEST_CASE("a_concave_outline_is_closed_by_a_click_on_its_first_corner_and_is_selected")
{
    Drawing drawing("polygon");
    drawing.click({{1, 2}, {3, 2}, {3, 4}, {2, 2.5f}});
    CHECK(drawing.added() == 0);
    drawing.click({{1.02f, 2.02f}});
    REQUIRE(drawing.added() == 1);
    const BodyId body = drawing.made.state.selection.body;
    CHECK(drawing.world().shapesOf(body).size() == 2);
    CHECK(drawing.world().body(body).massData.mass > 0.0f);
    undoOrRedo(drawing.made.state, true);
    CHECK(drawing.added() == 0);
}
