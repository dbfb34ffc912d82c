#include "app/editor/commands.h"
#include "app/editor/playback.h"

#include "engine/geometry/polygon.h"
#include "tests/support/app_worlds.h"
#include "tests/support/saved_world.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

namespace {

ShapeDef circleShape(float radius)
{
    ShapeDef def;
    def.geometry = Circle{.radius = radius};
    return def;
}

// Runs a command and checks that the world round-trips through a scene file.
std::string add(CommandStack& commands, Document& document, Command command)
{
    std::string sentence = commands.execute(document, std::move(command));
    CHECK(test::saveRoundTripError(document.world) == "");
    return sentence;
}
bool undo(CommandStack& commands, Document& document)
{
    const bool done = commands.undo(document);
    CHECK(test::saveRoundTripError(document.world) == "");
    return done;
}
bool redo(CommandStack& commands, Document& document)
{
    const bool done = commands.redo(document);
    CHECK(test::saveRoundTripError(document.world) == "");
    return done;
}

} // namespace

TEST_CASE("creating_a_body_can_be_undone_and_redone")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    CommandStack& commands = made.state.commands;
    const uint64_t before = document.world.hash();

    CHECK(add(commands, document,
              createBodyCommand("Add circle", {.position = {3.0f, 4.0f}}, {circleShape(0.5f)})) == "");
    CHECK(document.world.counters().bodies == 3);
    CHECK(document.world.isValid(document.lastCreatedBody));
    CHECK(document.modified);
    CHECK(commands.undoLabel() == "Add circle");
    const uint64_t after = document.world.hash();

    CHECK(undo(commands, document));
    CHECK(document.world.hash() == before);
    CHECK_FALSE(document.modified);
    CHECK_FALSE(commands.canUndo());
    CHECK(commands.redoLabel() == "Add circle");

    CHECK(redo(commands, document));
    CHECK(document.world.hash() == after);
}

TEST_CASE("undo_restores_the_world_from_before_the_edit")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    for (int i = 0; i < 10; ++i) document.world.step(1.0f / 60.0f);
    const uint64_t atEdit = document.world.hash();
    add(made.state.commands, document, deleteBodyCommand(document.world, made.box));
    for (int i = 0; i < 10; ++i) document.world.step(1.0f / 60.0f);
    const uint64_t later = document.world.hash();

    undo(made.state.commands, document);
    CHECK(document.world.hash() == atEdit);
    redo(made.state.commands, document);
    CHECK(document.world.hash() == later);
}

TEST_CASE("a_refused_command_changes_neither_world_nor_history")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    const uint64_t before = document.world.hash();
    CHECK(add(made.state.commands, document, createBodyCommand("Add", {}, {circleShape(-1.0f)})) != "");
    BodyDef bad;
    bad.gravityScale = std::numeric_limits<float>::quiet_NaN();
    CHECK(add(made.state.commands, document,
              editBodyCommand(document.world, made.box, bad, "gravity scale")) != "");
    WorldSettings settings;
    settings.substeps = 0;
    CHECK(add(made.state.commands, document, settingsCommand(settings, "substeps")) != "");
    CHECK(document.world.hash() == before);
    CHECK_FALSE(made.state.commands.canUndo());
    CHECK_FALSE(document.modified);
}

TEST_CASE("a_stale_body_is_refused")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    const Command again = deleteBodyCommand(document.world, made.box);
    CHECK(add(made.state.commands, document, again) == "");
    CHECK(add(made.state.commands, document, again) == "The body no longer exists.");
    CHECK(made.state.commands.entryCount() == 1);
}

TEST_CASE("moves_inside_one_gesture_are_one_entry")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    CommandStack& commands = made.state.commands;
    const uint64_t before = document.world.hash();
    for (int i = 1; i <= 5; ++i)
        add(commands, document,
            moveBodyCommand(document.world, made.box, {{0.1f * static_cast<float>(i), 3.0f}}));
    CHECK(commands.entryCount() == 1);
    commands.closeGesture();
    add(commands, document, moveBodyCommand(document.world, made.box, {{2.0f, 3.0f}}));
    CHECK(commands.entryCount() == 2);

    undo(commands, document);
    CHECK(document.world.motion(made.box).origin().x == doctest::Approx(0.5f));
    undo(commands, document);
    CHECK(document.world.hash() == before);
}

TEST_CASE("different_fields_do_not_merge")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    WorldSettings settings = document.world.settings();
    settings.gravity = {0.0f, -1.0f};
    add(made.state.commands, document, settingsCommand(settings, "gravity"));
    settings.substeps = 8;
    add(made.state.commands, document, settingsCommand(settings, "substeps"));
    CHECK(made.state.commands.entryCount() == 2);
    undo(made.state.commands, document);
    CHECK(document.world.settings().substeps == 4);
    CHECK(document.world.settings().gravity.y == doctest::Approx(-1.0f));
}

TEST_CASE("a_new_edit_drops_the_redo_entries")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    CommandStack& commands = made.state.commands;
    add(commands, document, createBodyCommand("Add 1", {}, {circleShape(0.5f)}));
    add(commands, document, createBodyCommand("Add 2", {}, {circleShape(0.5f)}));
    undo(commands, document);
    add(commands, document, createBodyCommand("Add 3", {}, {circleShape(0.5f)}));
    CHECK_FALSE(commands.canRedo());
    CHECK(commands.entryCount() == 2);
    CHECK(commands.undoLabel() == "Add 3");
}

TEST_CASE("submitted_commands_wait_until_they_are_applied")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    made.state.commands.submit(createBodyCommand("Add", {}, {circleShape(0.5f)}));
    CHECK(document.world.counters().bodies == 2);
    CHECK(made.state.commands.applyPending(document) == "");
    CHECK(document.world.counters().bodies == 3);
}

TEST_CASE("a_duplicate_has_the_shapes_and_speed_of_its_original")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    document.world.setVelocity(made.box, {1.0f, 2.0f}, 3.0f);
    add(made.state.commands, document, duplicateBodyCommand(document.world, made.box, {2.0f, 0.0f}));
    const BodyId copy = document.lastCreatedBody;
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
    Document& document = made.state.document;
    CHECK(add(made.state.commands, document,
              editAllMaterialsCommand(&Material::restitution, 0.5f, "restitution")) == "");
    document.world.forEachShape([](ShapeId, const BodyShape& shape) {
        CHECK(shape.def.material.restitution == doctest::Approx(0.5f));
    });
    CHECK(add(made.state.commands, document, editAllMaterialsCommand(&Material::density, -1.0f, "density")) !=
          "");
}

TEST_CASE("restart_keeps_changed_settings_and_reload_does_not")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    const float before = document.world.settings().gravity.y;
    WorldSettings settings = document.world.settings();
    document.world.step(1.0f / 60.0f);
    settings.gravity = {0.0f, -2.0f};
    add(made.state.commands, document, settingsCommand(settings, "gravity"));
    add(made.state.commands, document, restartCommand(false));
    CHECK(document.world.stepCount() == 0);
    CHECK(document.world.settings().gravity.y == doctest::Approx(-2.0f));
    add(made.state.commands, document, restartCommand(true));
    CHECK(document.world.settings().gravity.y == doctest::Approx(before));
}

TEST_CASE("restart_keeps_a_body_that_was_added_while_time_ran")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    CommandStack& commands = made.state.commands;
    advance(made.state.playback, document, 0.1, 10.0);
    REQUIRE(document.world.stepCount() > 0);
    commands.execute(document,
                     createBodyCommand("Add circle", {.position = {3.0f, 4.0f}}, {circleShape(0.5f)}));
    const BodyId circle = document.lastCreatedBody;
    for (int i = 0; i < 10; ++i) advance(made.state.playback, document, 0.1, 10.0);
    CHECK(document.world.motion(circle).origin().y < 3.0f);

    commands.execute(document, restartCommand(false));
    CHECK(document.world.stepCount() == 0);
    REQUIRE(document.world.isValid(circle));
    CHECK(document.world.motion(circle).origin().y == 4.0f);
    // Undo reverts the restart, then the new body, which is removed from the start too.
    commands.undo(document);
    commands.undo(document);
    CHECK_FALSE(document.world.isValid(circle));
    commands.execute(document, restartCommand(false));
    CHECK(document.world.counters().bodies == 2);
}

TEST_CASE("restart_keeps_edits_made_while_running_but_not_the_poses")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    CommandStack& commands = made.state.commands;
    document.world.setTransform(made.box, {{0.0f, 5.0f}});
    for (int i = 0; i < 5; ++i) advance(made.state.playback, document, 0.1, 10.0);
    REQUIRE(document.world.motion(made.box).origin().y < 4.0f);

    BodyDef def = document.world.bodyDef(made.box);
    def.name = "crate";
    def.gravityScale = 0.5f;
    CHECK(commands.execute(document, editBodyCommand(document.world, made.box, def, "name")) == "");
    ShapeDef shape = document.world.shapeDef(made.boxShape);
    shape.material.restitution = 0.75f;
    CHECK(commands.execute(document, editShapeCommand(document.world, made.boxShape, shape, "restitution")) ==
          "");
    commands.execute(document, restartCommand(false));

    CHECK(document.world.motion(made.box).origin().y == 5.0f);
    CHECK(document.world.motion(made.box).v == Vec2(0.0f, 0.0f));
    CHECK(document.world.bodyDef(made.box).name == "crate");
    CHECK(document.world.bodyDef(made.box).gravityScale == 0.5f);
    CHECK(document.world.shapeDef(made.boxShape).material.restitution == 0.75f);
}

TEST_CASE("restart_returns_a_body_to_where_it_was_placed_while_paused")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    CommandStack& commands = made.state.commands;
    for (int i = 0; i < 5; ++i) advance(made.state.playback, document, 0.1, 10.0);
    commands.execute(document, moveBodyCommand(document.world, made.box, {{2.0f, 3.0f}}));
    for (int i = 0; i < 5; ++i) advance(made.state.playback, document, 0.1, 10.0);
    commands.execute(document, restartCommand(false));
    CHECK(document.world.motion(made.box).origin() == Position{2.0f, 3.0f});
}

TEST_CASE("bodies_deleted_while_time_ran_stay_deleted_after_restart")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    CommandStack& commands = made.state.commands;
    advance(made.state.playback, document, 0.1, 10.0);
    commands.execute(document, deleteBodyCommand(document.world, made.box));
    commands.execute(document, restartCommand(false));
    CHECK_FALSE(document.world.isValid(made.box));
    commands.undo(document);
    commands.undo(document);
    commands.execute(document, restartCommand(false));
    CHECK(document.world.isValid(made.box));
}

TEST_CASE("simulating_and_restarting_are_not_unsaved_work")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    CommandStack& commands = made.state.commands;
    const World before = document.world;
    advance(made.state.playback, document, 0.1, 10.0);
    commands.record(document, before, "Drag box");
    CHECK_FALSE(document.modified);
    commands.execute(document, restartCommand(true));
    CHECK_FALSE(document.modified);
    WorldSettings settings = document.world.settings();
    settings.gravity = {0.0f, -2.0f};
    commands.execute(document, settingsCommand(settings, "gravity"));
    CHECK(document.modified);
    commands.execute(document, restartCommand(true));
    CHECK(document.modified); // the restart can be undone, the gravity with it
}

TEST_CASE("undo_and_redo_away_from_the_saved_state_mark_the_document_modified")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    CommandStack& commands = made.state.commands;
    commands.execute(document, loadSceneCommand(document.scene, "first.json"));
    for (const float x : {3.0f, 6.0f})
        commands.execute(document,
                         createBodyCommand("Add circle", {.position = {x, 4.0f}}, {circleShape(0.5f)}));
    commands.undo(document);
    commands.markSaved(document);
    CHECK_FALSE(document.modified);
    commands.undo(document);
    CHECK(document.modified); // the file has one more circle
    commands.redo(document);
    CHECK_FALSE(document.modified);
    commands.redo(document);
    CHECK(document.modified);
    for (int i = 0; i < 3; ++i) commands.undo(document);
    CHECK(document.path.empty());
    CHECK_FALSE(document.modified); // another document: saving this one did not change it
}

TEST_CASE("opening_a_scene_can_be_undone")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    const uint64_t before = document.world.hash();
    Scene other;
    other.name = "other";
    add(made.state.commands, document, loadSceneCommand(other, "other.json"));
    CHECK(document.scene.name == "other");
    CHECK(document.path == "other.json");
    CHECK_FALSE(document.modified);
    undo(made.state.commands, document);
    CHECK(document.scene.name == "box_on_floor");
    CHECK(document.path.empty());
    CHECK(document.world.hash() == before);
}

TEST_CASE("bodies_are_called_by_name_or_kind")
{
    auto made = makeBoxOnFloor();
    CHECK(describeBody(made.state.world(), made.floor) == "floor");
    CHECK(describeBody(made.state.world(), made.box) == "box 1");
    CHECK(describeBody(made.state.world(), BodyId{}) == "body");
}
