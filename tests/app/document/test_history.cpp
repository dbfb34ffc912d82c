#include "app/document/history.h"

#include "app/document/commands.h"
#include "app/document/playback.h"

#include "tests/support/app_worlds.h"
#include "tests/support/saved_world.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <doctest/doctest.h>

#include <array>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

namespace {

const MaterialField& materialField(std::string_view key)
{
    const auto fields = materialNumbers();
    return *std::find_if(fields.begin(), fields.end(), [&](const MaterialField& f) { return f.key == key; });
}

ShapeDef circleShape(float radius)
{
    ShapeDef def;
    def.geometry = Circle{.radius = radius};
    return def;
}

// Runs a command and checks that the world round-trips through a scene file.
std::string add(History& history, Command command)
{
    std::string sentence = history.execute(std::move(command));
    CHECK(test::saveRoundTripError(history.world()) == "");
    return sentence;
}
bool undo(History& history)
{
    const bool done = history.undo();
    CHECK(test::saveRoundTripError(history.world()) == "");
    return done;
}
bool redo(History& history)
{
    const bool done = history.redo();
    CHECK(test::saveRoundTripError(history.world()) == "");
    return done;
}
void step(History& history, int count)
{
    for (int i = 0; i < count; ++i) history.play(op::Step{1.0f / 60.0f});
}

} // namespace

TEST_CASE("creating_a_body_can_be_undone_and_redone")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    History& history = made.state.history;
    const uint64_t before = document.world.hash();

    CHECK(add(history, createBodyCommand("Add circle", {.position = {3.0f, 4.0f}}, {circleShape(0.5f)})) ==
          "");
    CHECK(document.world.counters().bodies == 3);
    CHECK(document.world.isValid(made.state.history.createdBodies().back()));
    CHECK(document.modified);
    CHECK(history.undoLabel() == "Add circle");
    const uint64_t after = document.world.hash();

    CHECK(undo(made.state.history));
    CHECK(document.world.hash() == before);
    CHECK_FALSE(document.modified);
    CHECK_FALSE(history.canUndo());
    CHECK(history.redoLabel() == "Add circle");

    CHECK(redo(made.state.history));
    CHECK(document.world.hash() == after);
}

TEST_CASE("undo_restores_the_world_from_before_the_edit")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    step(made.state.history, 10);
    const uint64_t atEdit = document.world.hash();
    add(made.state.history, deleteBodiesCommand(document.world, std::array{made.box}));
    step(made.state.history, 10);
    const uint64_t later = document.world.hash();

    undo(made.state.history);
    CHECK(document.world.hash() == atEdit);
    redo(made.state.history);
    CHECK(document.world.hash() == later);
}

TEST_CASE("a_refused_command_changes_neither_world_nor_history")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    const uint64_t before = document.world.hash();
    CHECK(add(made.state.history, createBodyCommand("Add", {}, {circleShape(-1.0f)})) != "");
    BodyDef bad;
    bad.gravityScale = std::numeric_limits<float>::quiet_NaN();
    CHECK(add(made.state.history, editBodyCommand(document.world, made.box, bad, "gravity scale")) != "");
    WorldSettings settings;
    settings.substeps = 0;
    CHECK(add(made.state.history, settingsCommand(settings, "substeps")) != "");
    CHECK(document.world.hash() == before);
    CHECK_FALSE(made.state.history.canUndo());
    CHECK_FALSE(document.modified);
}

TEST_CASE("a_stale_body_is_refused")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    const Command again = deleteBodiesCommand(document.world, std::array{made.box});
    CHECK(add(made.state.history, again) == "");
    CHECK(add(made.state.history, again) == "The body no longer exists.");
    CHECK(made.state.history.entries().size() == 1);
}

TEST_CASE("moves_inside_one_gesture_are_one_entry")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    History& history = made.state.history;
    const uint64_t before = document.world.hash();
    for (int i = 1; i <= 5; ++i)
        add(history, moveBodyCommand(document.world, made.box, {{0.1f * static_cast<float>(i), 3.0f}}));
    CHECK(history.entries().size() == 1);
    history.closeGesture();
    add(made.state.history, moveBodyCommand(document.world, made.box, {{2.0f, 3.0f}}));
    CHECK(history.entries().size() == 2);

    undo(made.state.history);
    CHECK(document.world.motion(made.box).origin().x == doctest::Approx(0.5f));
    undo(made.state.history);
    CHECK(document.world.hash() == before);
}

TEST_CASE("different_fields_do_not_merge")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    WorldSettings settings = document.world.settings();
    settings.gravity = {0.0f, -1.0f};
    add(made.state.history, settingsCommand(settings, "gravity"));
    settings.substeps = 8;
    add(made.state.history, settingsCommand(settings, "substeps"));
    CHECK(made.state.history.entries().size() == 2);
    undo(made.state.history);
    CHECK(document.world.settings().substeps == 4);
    CHECK(document.world.settings().gravity.y == doctest::Approx(-1.0f));
}

TEST_CASE("a_new_edit_drops_the_redo_entries")
{
    auto made = makeBoxOnFloor();
    History& history = made.state.history;
    add(made.state.history, createBodyCommand("Add 1", {}, {circleShape(0.5f)}));
    add(made.state.history, createBodyCommand("Add 2", {}, {circleShape(0.5f)}));
    undo(made.state.history);
    add(made.state.history, createBodyCommand("Add 3", {}, {circleShape(0.5f)}));
    CHECK_FALSE(history.canRedo());
    CHECK(history.entries().size() == 2);
    CHECK(history.undoLabel() == "Add 3");
}

TEST_CASE("submitted_commands_wait_until_they_are_applied")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    made.state.history.submit(createBodyCommand("Add", {}, {circleShape(0.5f)}));
    CHECK(document.world.counters().bodies == 2);
    CHECK(made.state.history.applyPending() == "");
    CHECK(document.world.counters().bodies == 3);
}

TEST_CASE("a_duplicate_has_the_shapes_and_speed_of_its_original")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    made.state.history.play(op::SetVelocity{made.box, {1.0f, 2.0f}, 3.0f});
    add(made.state.history, duplicateBodiesCommand(document.world, std::array{made.box}, {2.0f, 0.0f}));
    const BodyId copy = made.state.history.createdBodies().back();
    REQUIRE(document.world.isValid(copy));
    CHECK(document.world.motion(copy).origin().x == doctest::Approx(2.0f));
    CHECK(document.world.motion(copy).v == Vec2(1.0f, 2.0f));
    CHECK(document.world.shapesOf(copy).size() == 1);
    CHECK(document.world.shapeDef(document.world.shapesOf(copy).front()) ==
          document.world.shapeDef(made.boxShape));
}

TEST_CASE("all_materials_change_at_once")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    CHECK(add(made.state.history,
              editAllMaterialsCommand(materialField("restitution"), 0.5f, "restitution")) == "");
    document.world.forEachShape([](ShapeId, const BodyShape& shape) {
        CHECK(shape.def.material.restitution == doctest::Approx(0.5f));
    });
    CHECK(add(made.state.history, editAllMaterialsCommand(materialField("density"), -1.0f, "density")) != "");
}

TEST_CASE("restart_keeps_changed_settings_and_reload_does_not")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    const float before = document.world.settings().gravity.y;
    WorldSettings settings = document.world.settings();
    step(made.state.history, 1);
    settings.gravity = {0.0f, -2.0f};
    add(made.state.history, settingsCommand(settings, "gravity"));
    add(made.state.history, restartCommand(document, false));
    CHECK(document.world.stepCount() == 0);
    CHECK(document.world.settings().gravity.y == doctest::Approx(-2.0f));
    advance(made.state.playback, made.state.history, 1.0 / 60.0, 10.0);
    REQUIRE(document.world.stepCount() == 1);
    add(made.state.history, restartCommand(document, true));
    CHECK(document.world.settings().gravity.y == doctest::Approx(before));
}

TEST_CASE("restart_keeps_a_body_that_was_added_while_time_ran")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    History& history = made.state.history;
    advance(made.state.playback, made.state.history, 0.1, 10.0);
    REQUIRE(document.world.stepCount() > 0);
    history.execute(createBodyCommand("Add circle", {.position = {3.0f, 4.0f}}, {circleShape(0.5f)}));
    const BodyId circle = made.state.history.createdBodies().back();
    for (int i = 0; i < 10; ++i) advance(made.state.playback, made.state.history, 0.1, 10.0);
    CHECK(document.world.motion(circle).origin().y < 3.0f);

    history.execute(restartCommand(document, false));
    CHECK(document.world.stepCount() == 0);
    REQUIRE(document.world.isValid(circle));
    CHECK(document.world.motion(circle).origin().y == 4.0f);
    // Undo reverts the restart, then the new body, which is removed from the start too.
    history.undo();
    history.undo();
    CHECK_FALSE(document.world.isValid(circle));
    history.execute(restartCommand(document, false));
    CHECK(document.world.counters().bodies == 2);
}

TEST_CASE("restart_keeps_edits_made_while_running_but_not_the_poses")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    History& history = made.state.history;
    made.state.history.play(op::SetTransform{made.box, {{0.0f, 5.0f}}});
    made.state.history.play(SetStart{});
    for (int i = 0; i < 5; ++i) advance(made.state.playback, made.state.history, 0.1, 10.0);
    REQUIRE(document.world.motion(made.box).origin().y < 4.0f);

    BodyDef def = document.world.bodyDef(made.box);
    def.name = "crate";
    def.gravityScale = 0.5f;
    CHECK(history.execute(editBodyCommand(document.world, made.box, def, "name")) == "");
    ShapeDef shape = document.world.shapeDef(made.boxShape);
    shape.material.restitution = 0.75f;
    CHECK(history.execute(editShapeCommand(document.world, made.boxShape, shape, "restitution")) == "");
    history.execute(restartCommand(document, false));

    CHECK(document.world.motion(made.box).origin().y == 5.0f);
    CHECK(document.world.motion(made.box).v == Vec2(0.0f, 0.0f));
    CHECK(document.world.bodyDef(made.box).name == "crate");
    CHECK(document.world.bodyDef(made.box).gravityScale == 0.5f);
    CHECK(document.world.shapeDef(made.boxShape).material.restitution == 0.75f);
}

TEST_CASE("restart_returns_a_body_to_where_it_was_placed_while_paused")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    History& history = made.state.history;
    for (int i = 0; i < 5; ++i) advance(made.state.playback, made.state.history, 0.1, 10.0);
    history.execute(moveBodyCommand(document.world, made.box, {{2.0f, 3.0f}}));
    for (int i = 0; i < 5; ++i) advance(made.state.playback, made.state.history, 0.1, 10.0);
    history.execute(restartCommand(document, false));
    CHECK(document.world.motion(made.box).origin() == Position{2.0f, 3.0f});
}

TEST_CASE("bodies_deleted_while_time_ran_stay_deleted_after_restart")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    History& history = made.state.history;
    advance(made.state.playback, made.state.history, 0.1, 10.0);
    history.execute(deleteBodiesCommand(document.world, std::array{made.box}));
    history.execute(restartCommand(document, false));
    CHECK_FALSE(document.world.isValid(made.box));
    history.undo();
    history.undo();
    history.execute(restartCommand(document, false));
    CHECK(document.world.isValid(made.box));
}

TEST_CASE("simulating_and_restarting_are_not_unsaved_work")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    History& history = made.state.history;
    const History::Mark begin = history.mark();
    advance(made.state.playback, made.state.history, 0.1, 10.0);
    history.recordPlayed(begin, "Drag box");
    CHECK_FALSE(document.modified);
    history.execute(restartCommand(document, true));
    CHECK_FALSE(document.modified);
    WorldSettings settings = document.world.settings();
    settings.gravity = {0.0f, -2.0f};
    history.execute(settingsCommand(settings, "gravity"));
    CHECK(document.modified);
    history.execute(restartCommand(document, true));
    CHECK(document.modified); // the restart can be undone, the gravity with it
}

TEST_CASE("undo_and_redo_away_from_the_saved_state_mark_the_document_modified")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    History& history = made.state.history;
    history.execute(openSceneCommand(document.scene, "first.json"));
    for (const float x : {3.0f, 6.0f})
        history.execute(createBodyCommand("Add circle", {.position = {x, 4.0f}}, {circleShape(0.5f)}));
    history.undo();
    history.markSaved("first.json", "first", "First");
    CHECK_FALSE(document.modified);
    history.undo();
    CHECK(document.modified); // the file has one more circle
    history.redo();
    CHECK_FALSE(document.modified);
    history.redo();
    CHECK(document.modified);
    for (int i = 0; i < 3; ++i) history.undo();
    CHECK(document.path.empty());
    CHECK_FALSE(document.modified); // another document: saving this one did not change it
}

TEST_CASE("opening_a_scene_can_be_undone")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    const uint64_t before = document.world.hash();
    Scene other;
    other.name = "other";
    add(made.state.history, openSceneCommand(other, "other.json"));
    CHECK(document.scene.name == "other");
    CHECK(document.path == "other.json");
    CHECK_FALSE(document.modified);
    undo(made.state.history);
    CHECK(document.scene.name == "box_on_floor");
    CHECK(document.path.empty());
    CHECK(document.world.hash() == before);
}

TEST_CASE("a_jump_goes_over_several_entries_and_back_to_the_same_bits")
{
    auto made = makeBoxOnFloor();
    History& history = made.state.history;
    std::vector<uint64_t> before;
    for (const float x : {2.0f, 4.0f, 6.0f, 8.0f}) {
        before.push_back(history.world().hash());
        add(history, createBodyCommand("Add circle", {.position = {x, 2.0f}}, {circleShape(0.5f)}));
        step(history, 5);
    }
    const uint64_t end = history.world().hash();
    CHECK_FALSE(history.goTo(4)); // the present
    CHECK_FALSE(history.goTo(5));
    REQUIRE(history.goTo(1));
    CHECK(history.entries().size() == 1);
    CHECK(history.entryCount() == 4);
    CHECK(history.entry(3).label == "Add circle");
    CHECK(history.world().counters().bodies == 3);
    step(history, 3); // dropped by the next jump
    REQUIRE(history.goTo(4));
    CHECK(history.world().hash() == end);
    REQUIRE(history.goTo(0));
    CHECK(history.world().hash() == before.front());
    CHECK_FALSE(history.document().modified);
}

TEST_CASE("played_bodies_are_unsaved_work_and_other_play_is_not")
{
    auto made = makeBoxOnFloor();
    History& history = made.state.history;
    const History::Mark begin = history.mark();
    history.play(SceneOp{op::CreateBody{}});
    history.recordPlayed(begin, "Stream", CommandKind::Build);
    CHECK((history.entries().back().kind == CommandKind::Build));
    CHECK(history.document().modified);
    history.undo();
    CHECK_FALSE(history.document().modified);
}

TEST_CASE("restart_returns_to_a_moment_that_was_kept_and_undo_to_the_old_start")
{
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    History& history = made.state.history;
    made.state.history.play(op::SetTransform{made.box, {{0.0f, 5.0f}}});
    made.state.history.play(SetStart{});
    for (int i = 0; i < 5; ++i) advance(made.state.playback, history, 0.1, 10.0);
    const uint64_t moment = document.world.hash();
    add(history, keepMomentCommand());
    CHECK(document.modified);
    for (int i = 0; i < 5; ++i) advance(made.state.playback, history, 0.1, 10.0);
    add(history, restartCommand(document, false));
    CHECK(document.world.hash() == moment);
    history.undo(); // the restart
    history.undo(); // the new start
    add(history, restartCommand(document, false));
    CHECK(document.world.motion(made.box).origin().y == 5.0);
}

TEST_CASE("a_command_without_operations_makes_no_entry_and_keeps_what_can_be_redone")
{
    auto made = makeBoxOnFloor();
    History& history = made.state.history;
    REQUIRE(history.execute(deleteBodiesCommand(history.world(), std::array{made.box})) == "");
    history.undo();
    CHECK(history.execute({.label = "Nothing", .ops = {}}) == "");
    CHECK(history.entries().empty());
    CHECK(history.canRedo());
}
