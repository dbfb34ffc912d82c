#include "app/shell/edit_actions.h"

#include "app/shell/actions.h"
#include "app/shell/key_table.h"
#include "app/shell/scene_files.h"
#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>

#include <array>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::makeBoxOnFloor;

namespace {

double xOf(const AppState& state, BodyId body) { return state.world().motion(body).origin().x; }

} // namespace

TEST_CASE("arrow_keys_move_the_selection_by_a_pixel_and_with_shift_to_the_next_grid_line")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.camera.set({0.0f, 0.0f}, 100.0f); // the grid's minor lines are 0.2 m apart
    state.selection.select(state.world(), made.box);
    perform(state, Action::NextItem);
    CHECK(xOf(state, made.box) == Approx(0.01));
    perform(state, Action::NudgeFarRight);
    CHECK(xOf(state, made.box) == Approx(0.2));
    perform(state, Action::NudgeFarRight);
    CHECK(xOf(state, made.box) == Approx(0.4));
    perform(state, Action::NudgeFarLeft);
    CHECK(xOf(state, made.box) == Approx(0.2));
    CHECK(state.history.entries().size() == 1); // one gesture, until the frame loop closes it
}

TEST_CASE("an_arrangement_of_one_body_says_what_is_missing")
{
    auto made = makeBoxOnFloor();
    made.state.selection.select(made.state.world(), made.box);
    arrangeSelection(made.state, Arrangement::Left);
    CHECK(made.state.status.message.text.starts_with("Select at least 2 bodies or groups first"));
    CHECK(made.state.history.entries().empty());
    made.state.selection.select(made.state.world(), std::array{made.box, made.floor});
    arrangeSelection(made.state, Arrangement::Left);
    CHECK(made.state.history.undoLabel() == "Align 2 bodies");
}

TEST_CASE("combined_bodies_are_split_again_and_what_results_is_selected")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.selection.select(state.world(), made.box);
    editShapesOfSelection(state, ShapeEdit::Split);
    CHECK(state.status.message.text == "Only a body with several shapes can be split.");
    duplicateSelection(state);
    state.selection.select(state.world(), std::array{made.box, state.selection.body});
    editShapesOfSelection(state, ShapeEdit::Combine);
    REQUIRE(state.selection.count() == 1);
    CHECK(state.world().shapesOf(state.selection.body).size() == 2);
    editShapesOfSelection(state, ShapeEdit::MirrorLeftRight);
    CHECK(state.selection.count() == 1);
    editShapesOfSelection(state, ShapeEdit::Split);
    CHECK(state.selection.count() == 2);
}

TEST_CASE("copies_in_columns_and_rows_touch_and_are_one_undo_entry_and_selected")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.selection.select(state.world(), made.box);
    perform(state, Action::ToggleArrayCard);
    CHECK(state.ui.arrayCard.open);
    state.ui.arrayCopy = {.columns = 3, .rows = 2};
    state.requests.makeArray = true;
    performRequests(state);
    CHECK_FALSE(state.ui.arrayCard.open);
    CHECK(state.selection.count() == 5);
    CHECK_FALSE(state.selection.contains(made.box));
    const Position last = state.world().motion(state.selection.bodies().back()).origin();
    CHECK(last.x == Approx(2.0).epsilon(1e-3));
    CHECK(last.y == Approx(1.5).epsilon(1e-3));
    CHECK(state.history.undoLabel() == "Array copy of box 1, 3 × 2");
    undoOrRedo(state, true);
    CHECK(state.world().counters().bodies == 2);
}

TEST_CASE("copies_beyond_the_limit_are_refused_with_a_sentence_and_the_card_stays")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.selection.select(state.world(), made.box);
    perform(state, Action::ToggleArrayCard);
    state.ui.arrayCopy = {.columns = 2002, .rows = 1};
    state.requests.makeArray = true;
    performRequests(state);
    CHECK(state.status.message.text ==
          "The array would have 2001 copies. Choose fewer columns or rows: at most 2000 copies are allowed.");
    CHECK(state.ui.arrayCard.open);
    CHECK(state.history.entries().empty());
    perform(state, Action::Cancel);
    CHECK_FALSE(state.ui.arrayCard.open);
}

TEST_CASE("all_bodies_are_selected_at_once")
{
    auto made = makeBoxOnFloor();
    perform(made.state, Action::SelectAll);
    CHECK(made.state.selection.count() == 2);
    selectBy(made.state, SelectBy::Inverse);
    CHECK(made.state.selection.count() == 0);
}

TEST_CASE("a_file_that_cannot_be_opened_is_reported_in_a_card_that_escape_closes")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    CHECK_FALSE(openSceneByName(state, "no_such_scene"));
    CHECK(state.ui.errorCard.open);
    CHECK(state.ui.error.title == "The scene was not opened");
    CHECK(state.status.message.text == "The scene was not opened: " + state.ui.error.details);
    CHECK(state.world().isValid(made.box));
    perform(state, Action::Cancel);
    CHECK_FALSE(state.ui.errorCard.open);
}
