#include "app/tools/ground_tool.h"

#include "tests/support/drawing.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Drawing;

TEST_CASE("a_ground_line_ends_at_a_second_click_on_its_last_point")
{
    Drawing drawing("ground");
    drawing.click({{-3, 2}, {0, 1.5f}, {3, 2}, {3, 2}});
    REQUIRE(drawing.added() == 1);
    const BodyId body = drawing.made.state.selection.body;
    CHECK(drawing.world().shapesOf(body).size() == 2);
    CHECK((drawing.world().body(body).type == BodyType::Static));
}
