#include "app/tools/path_tool.h"

#include "tests/support/drawing.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Drawing;

TEST_CASE("enter_closes_an_outline_and_backspace_removes_its_last_corner")
{
    Drawing drawing("polygon");
    drawing.click({{1, 2}, {2, 2}, {2, 3}, {5, 5}});
    drawing.press(Key::Backspace);
    drawing.press(Key::Enter);
    REQUIRE(drawing.added() == 1);
    const ShapeId shape = drawing.world().shapesOf(drawing.made.state.selection.body).front();
    CHECK(std::get<Polygon>(drawing.world().shape(shape).shape).count == 3);
    CHECK(drawing.world().boxes(shape).tight.upper.x < 2.1);
}

TEST_CASE("a_corner_whose_edge_would_cross_the_outline_is_not_added_and_the_hint_says_why")
{
    Drawing drawing("polygon");
    drawing.click({{0, 2}, {2, 2}, {2, 3}});
    drawing.hand.move({1.0f, 1.0f});
    CHECK(drawing.made.state.tool.editHint ==
          "Not here: the new edge would cross the one between points 1 and 2.");
    drawing.click({{1, 1}}); // crosses the first edge
    CHECK(drawing.made.state.status.message.severity == Severity::Warning);
    drawing.press(Key::Enter);
    REQUIRE(drawing.added() == 1);
    const ShapeId shape = drawing.world().shapesOf(drawing.made.state.selection.body).front();
    CHECK(drawing.world().boxes(shape).tight.lower.y > 1.9);
}

TEST_CASE("escape_drops_the_points_first_and_then_leaves_the_tool")
{
    Drawing drawing("polygon");
    drawing.click({{0, 2}, {2, 2}});
    cancelTools(drawing.made.state);
    CHECK((drawing.made.state.tool.tool == ToolKind::Edit));
    drawing.press(Key::Enter);
    CHECK(drawing.added() == 0);
    cancelTools(drawing.made.state);
    CHECK((drawing.made.state.tool.tool == ToolKind::Grab));
}
