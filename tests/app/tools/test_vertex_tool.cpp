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

TEST_CASE("a_corner_that_would_make_the_polygon_concave_is_not_applied")
{
    Editing edit;
    edit.hand.press({0.5f, 1.0f});
    edit.hand.move({-0.3f, 0.2f});
    CHECK(edit.made.state.tool.editHint.starts_with("Not applied: The polygon must stay convex"));
    edit.hand.release({-0.3f, 0.2f});
    CHECK(edit.area() == doctest::Approx(1.0));
    CHECK(edit.made.state.history.entries().empty());
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
    CHECK(edit.made.state.status.message.text.starts_with("A polygon needs at least 3"));
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
