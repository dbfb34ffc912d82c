#include "app/tools/vertex_tool.h"

#include "app/shell/actions.h"
#include "app/shell/edit_actions.h"
#include "tests/support/app_worlds.h"
#include "tests/support/hand.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Hand;
using satbox::test::makeBoxOnFloor;

namespace {

// The box of makeBoxOnFloor(), from (-0.5, 0) to (0.5, 1), selected and paused.
struct Editing {
    decltype(makeBoxOnFloor()) made = makeBoxOnFloor();
    Hand hand{made.state};

    Editing()
    {
        made.state.playback.paused = true;
        made.state.selection.select(made.state.world(), made.boxShape);
        made.state.tool.selectEditTool("vertices");
    }
    const Polygon& polygon() { return std::get<Polygon>(made.state.world().shape(made.boxShape).shape); }
    float area() { return computeArea(polygon()); }
    float totalArea()
    {
        float area = 0.0f;
        for (const ShapeId shape : made.state.world().shapesOf(made.box))
            area += computeArea(made.state.world().shape(shape).shape);
        return area;
    }
};

} // namespace

TEST_CASE("a_dragged_corner_changes_the_polygon_in_one_undo_entry_and_its_start")
{
    Editing edit;
    edit.hand.drag({0.5f, 1.0f}, {1.0f, 1.5f});
    CHECK(edit.area() == doctest::Approx(1.5).epsilon(1e-3));
    CHECK(edit.made.state.history.entries().size() == 1);
    const Shape& start = edit.made.state.document().scene.world.shape(edit.made.boxShape).shape;
    CHECK(computeArea(start) == edit.area());
    undoOrRedo(edit.made.state, true);
    CHECK(edit.area() == doctest::Approx(1.0));
}

TEST_CASE("a_corner_dragged_inward_makes_a_concave_outline_of_two_shapes_and_back_one")
{
    Editing edit;
    const uint64_t before = edit.made.state.world().hash();
    const auto shapes = [&] { return edit.made.state.world().shapesOf(edit.made.box).size(); };
    edit.hand.drag({0.5f, 1.0f}, {-0.2f, 0.3f});
    CHECK(shapes() == 2);
    CHECK(edit.totalArea() == doctest::Approx(0.3).epsilon(1e-3));
    CHECK(edit.made.state.world().body(edit.made.box).massData.mass == doctest::Approx(0.3).epsilon(1e-3));
    CHECK(edit.made.state.history.entries().size() == 1);
    edit.hand.drag({-0.2f, 0.3f}, {0.5f, 1.0f});
    CHECK(shapes() == 1);
    CHECK(edit.totalArea() == doctest::Approx(1.0).epsilon(1e-3));
    undoOrRedo(edit.made.state, true);
    CHECK(shapes() == 2);
    undoOrRedo(edit.made.state, true);
    CHECK(shapes() == 1);
    CHECK(edit.made.state.world().hash() == before);
}

TEST_CASE("an_outline_that_crosses_itself_is_not_applied_and_its_edges_are_shown")
{
    Editing edit;
    edit.hand.drag({0.0f, 1.0f}, {0.0f, 1.5f}); // a fifth corner
    const float area = edit.totalArea();
    edit.hand.press({0.0f, 1.5f});
    edit.hand.move({0.0f, -1.0f});
    CHECK(edit.made.state.tool.editHint == "Not applied: The outline must not cross itself.");
    edit.hand.release({0.0f, -1.0f});
    CHECK(edit.totalArea() == area);
    CHECK(edit.made.state.history.entries().size() == 1);
}

TEST_CASE("a_corner_is_inserted_by_dragging_an_edge_outward_and_removed_with_alt_or_delete")
{
    Editing edit;
    edit.hand.drag({0.0f, 1.0f}, {0.0f, 1.5f});
    CHECK(edit.polygon().count == 5);
    CHECK(edit.area() == doctest::Approx(1.25).epsilon(1e-3));
    edit.hand.click({0.0f, 1.5f}, {.alt = true});
    CHECK(edit.polygon().count == 4);
    edit.hand.move({0.5f, 1.0f});
    pressKey(edit.made.state, {Key::Delete}, false);
    CHECK(edit.polygon().count == 3);
    CHECK(edit.made.state.world().isValid(edit.made.box)); // the body was not deleted
    edit.hand.click({0.5f, 0.0f}, {.alt = true});
    CHECK(edit.polygon().count == 3);
    CHECK(edit.made.state.status.message.text.starts_with("An outline needs at least 3"));
}

TEST_CASE("escape_moves_a_dragged_corner_back")
{
    Editing edit;
    edit.hand.press({0.5f, 1.0f});
    edit.hand.move({1.0f, 1.5f});
    cancelTools(edit.made.state);
    CHECK(edit.area() == doctest::Approx(1.0));
    CHECK_FALSE(edit.made.state.history.canUndo());
}
