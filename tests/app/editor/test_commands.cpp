#include "app/editor/commands.h"

#include "engine/geometry/polygon.h"
#include "tests/support/app_worlds.h"

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

} // namespace

TEST_CASE("creating_a_body_can_be_undone_and_redone")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    CommandStack& commands = made.state.commands;
    const uint64_t before = document.world.hash();

    CHECK(commands.add(document, createBodyCommand("Add circle", {.position = {3.0f, 4.0f}},
                                                   {circleShape(0.5f)})) == "");
    CHECK(document.world.counters().bodies == 3);
    CHECK(document.world.isValid(document.created));
    CHECK(document.modified);
    CHECK(commands.undoLabel() == "Add circle");
    const uint64_t after = document.world.hash();

    CHECK(commands.undo(document));
    CHECK(document.world.hash() == before);
    CHECK_FALSE(document.modified);
    CHECK_FALSE(commands.canUndo());
    CHECK(commands.redoLabel() == "Add circle");

    CHECK(commands.redo(document));
    CHECK(document.world.hash() == after);
}

TEST_CASE("undo_takes_the_world_back_to_the_moment_before_the_edit")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    for (int i = 0; i < 10; ++i) document.world.step(1.0f / 60.0f);
    const uint64_t atEdit = document.world.hash();
    made.state.commands.add(document, deleteBodyCommand(document.world, made.box));
    for (int i = 0; i < 10; ++i) document.world.step(1.0f / 60.0f);
    const uint64_t later = document.world.hash();

    made.state.commands.undo(document);
    CHECK(document.world.hash() == atEdit);
    made.state.commands.redo(document);
    CHECK(document.world.hash() == later);
}

TEST_CASE("a_refused_command_leaves_world_and_stack_alone")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    const uint64_t before = document.world.hash();
    CHECK(made.state.commands.add(document, createBodyCommand("Add", {}, {circleShape(-1.0f)})) != "");
    BodyDef bad;
    bad.gravityScale = std::numeric_limits<float>::quiet_NaN();
    CHECK(made.state.commands.add(document,
                                  editBodyCommand(document.world, made.box, bad, "gravity scale")) != "");
    WorldSettings settings;
    settings.substeps = 0;
    CHECK(made.state.commands.add(document, settingsCommand(settings, "substeps")) != "");
    CHECK(document.world.hash() == before);
    CHECK_FALSE(made.state.commands.canUndo());
    CHECK_FALSE(document.modified);
}

TEST_CASE("a_stale_body_is_refused")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    const Command again = deleteBodyCommand(document.world, made.box);
    CHECK(made.state.commands.add(document, again) == "");
    CHECK(made.state.commands.add(document, again) == "The body is not there any more.");
    CHECK(made.state.commands.entryCount() == 1);
}

TEST_CASE("moves_inside_one_gesture_are_one_entry")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    CommandStack& commands = made.state.commands;
    const uint64_t before = document.world.hash();
    for (int i = 1; i <= 5; ++i)
        commands.add(document,
                     moveBodyCommand(document.world, made.box, {{0.1f * static_cast<float>(i), 3.0f}}));
    CHECK(commands.entryCount() == 1);
    commands.closeGesture();
    commands.add(document, moveBodyCommand(document.world, made.box, {{2.0f, 3.0f}}));
    CHECK(commands.entryCount() == 2);

    commands.undo(document);
    CHECK(document.world.motion(made.box).origin().x == doctest::Approx(0.5f));
    commands.undo(document);
    CHECK(document.world.hash() == before);
}

TEST_CASE("different_fields_do_not_merge")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    WorldSettings settings = document.world.settings();
    settings.gravity = {0.0f, -1.0f};
    made.state.commands.add(document, settingsCommand(settings, "gravity"));
    settings.substeps = 8;
    made.state.commands.add(document, settingsCommand(settings, "substeps"));
    CHECK(made.state.commands.entryCount() == 2);
    made.state.commands.undo(document);
    CHECK(document.world.settings().substeps == 4);
    CHECK(document.world.settings().gravity.y == doctest::Approx(-1.0f));
}

TEST_CASE("a_new_edit_cuts_off_what_was_undone")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    CommandStack& commands = made.state.commands;
    commands.add(document, createBodyCommand("Add 1", {}, {circleShape(0.5f)}));
    commands.add(document, createBodyCommand("Add 2", {}, {circleShape(0.5f)}));
    commands.undo(document);
    commands.add(document, createBodyCommand("Add 3", {}, {circleShape(0.5f)}));
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
    made.state.commands.add(document, duplicateBodyCommand(document.world, made.box, {2.0f, 0.0f}));
    const BodyId copy = document.created;
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
    CHECK(made.state.commands.add(
              document, editAllMaterialsCommand(&Material::restitution, 0.5f, "restitution")) == "");
    document.world.forEachShape([](ShapeId, const BodyShape& shape) {
        CHECK(shape.def.material.restitution == doctest::Approx(0.5f));
    });
    CHECK(made.state.commands.add(document, editAllMaterialsCommand(&Material::density, -1.0f, "density")) !=
          "");
}

TEST_CASE("restart_keeps_tuned_settings_and_reload_does_not")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    const float before = document.world.settings().gravity.y;
    WorldSettings settings = document.world.settings();
    document.world.step(1.0f / 60.0f);
    settings.gravity = {0.0f, -2.0f};
    made.state.commands.add(document, settingsCommand(settings, "gravity"));
    made.state.commands.add(document, restartCommand(false));
    CHECK(document.world.stepCount() == 0);
    CHECK(document.world.settings().gravity.y == doctest::Approx(-2.0f));
    made.state.commands.add(document, restartCommand(true));
    CHECK(document.world.settings().gravity.y == doctest::Approx(before));
}

TEST_CASE("opening_a_scene_can_be_undone")
{
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    const uint64_t before = document.world.hash();
    Scene other;
    other.name = "other";
    made.state.commands.add(document, loadSceneCommand(other, "other.json"));
    CHECK(document.scene.name == "other");
    CHECK(document.path == "other.json");
    CHECK_FALSE(document.modified);
    made.state.commands.undo(document);
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
