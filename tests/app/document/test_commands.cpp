#include "app/document/commands.h"

#include "app/document/history.h"
#include "tests/support/app_worlds.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <array>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

TEST_CASE("commands_are_values_that_can_be_compared")
{
    auto made = makeBoxOnFloor();
    const World& world = made.state.world();
    CHECK(moveBodyCommand(world, made.box, {{1.0f, 2.0f}}) ==
          moveBodyCommand(world, made.box, {{1.0f, 2.0f}}));
    CHECK_FALSE(moveBodyCommand(world, made.box, {{1.0f, 2.0f}}) ==
                moveBodyCommand(world, made.box, {{1.0f, 3.0f}}));
    CHECK_FALSE(deleteBodiesCommand(world, std::array{made.box}) ==
                deleteBodiesCommand(world, std::array{made.floor}));
    Scene scene = made.state.document().scene;
    CHECK(openSceneCommand(scene, "a.json") == openSceneCommand(scene, "a.json"));
    CHECK_FALSE(openSceneCommand(scene, "a.json") == openSceneCommand(scene, "b.json"));
    const Command before = openSceneCommand(scene, "a.json");
    scene.world.setTransform(made.box, {{0.0f, 5.0f}});
    CHECK_FALSE(openSceneCommand(scene, "a.json") == before);
}

TEST_CASE("the_shapes_of_a_new_body_belong_to_it")
{
    auto made = makeBoxOnFloor();
    const Command command = createBodyCommand("Add", {.position = {3.0f, 4.0f}},
                                              {{.geometry = Circle{}}, {.geometry = makeBox(0.5f, 0.25f)}});
    CHECK(command.ops.size() == 3);
    REQUIRE(made.state.history.execute(command) == "");
    const BodyId body = made.state.history.createdBodies().back();
    CHECK(made.state.world().shapesOf(body).size() == 2);
    CHECK(made.state.document().scene.world.shapesOf(body).size() == 2);
}

TEST_CASE("a_command_whose_last_operation_is_refused_changes_nothing")
{
    auto made = makeBoxOnFloor();
    History& history = made.state.history;
    for (int i = 0; i < 30; ++i) history.play(op::Step{1.0f / 60.0f});
    const uint64_t world = history.world().hash();
    const uint64_t start = history.document().scene.world.hash();
    const std::string refusal = history.execute(
        createBodyCommand("Add", {}, {{.geometry = Circle{}}, {.geometry = Circle{.radius = -1.0f}}}));
    CHECK(refusal.find("radius") != std::string::npos);
    CHECK(history.world().hash() == world);
    CHECK(history.document().scene.world.hash() == start);
    CHECK_FALSE(history.canUndo());
    // The journal has no trace of it either: what follows is undone to the same bits.
    REQUIRE(history.execute(deleteBodiesCommand(history.world(), std::array{made.box})) == "");
    REQUIRE(history.undo());
    CHECK(history.world().hash() == world);
}

TEST_CASE("a_played_command_changes_the_world_alone_and_is_no_unsaved_work")
{
    auto made = makeBoxOnFloor();
    History& history = made.state.history;
    const uint64_t start = history.document().scene.world.hash();
    const uint64_t revision = history.revision();
    REQUIRE(history.execute(playCommand("Push", op::SetVelocity{made.box, {1.0f, 0.0f}, 0.0f})) == "");
    CHECK(history.world().motion(made.box).v.x == 1.0f);
    CHECK(history.document().scene.world.hash() == start);
    CHECK_FALSE(history.document().modified);
    CHECK(history.revision() != revision); // so that compared worlds follow
    REQUIRE(history.undo());
    CHECK(history.world().motion(made.box).v.x == 0.0f);
}

TEST_CASE("recovered_work_is_unsaved_until_it_is_saved")
{
    History history;
    Scene lost;
    lost.name = "lost";
    REQUIRE(history.execute(recoverSceneCommand(lost)) == "");
    CHECK(history.document().modified);
    history.markSaved("found.json", "found", "Found");
    CHECK_FALSE(history.document().modified);
    CHECK(history.document().path == "found.json");
    CHECK(history.document().scene.title == "Found");
    REQUIRE(history.undo());
    CHECK_FALSE(history.document().modified); // the document before it
    CHECK(history.document().path.empty());
}

TEST_CASE("the_settings_of_compared_worlds_can_be_undone_and_are_no_unsaved_work")
{
    History history;
    const std::vector<SettingsOverrides> before = history.document().comparedSettings;
    REQUIRE(history.execute(comparedSettingsCommand({}, "Compare nothing")) == "");
    CHECK(history.document().comparedSettings.empty());
    CHECK_FALSE(history.document().modified);
    REQUIRE(history.undo());
    CHECK(history.document().comparedSettings == before);
}

TEST_CASE("undo_into_the_middle_of_a_drag_leaves_no_mouse_joint")
{
    auto made = makeBoxOnFloor();
    History& history = made.state.history;
    const MouseJointId joint = history.play(op::CreateMouseJoint{made.box, {0.0, 0.5}}).mouseJoint;
    REQUIRE(history.world().isValid(joint));
    WorldSettings settings = history.world().settings();
    settings.gravity.y = -1.0f;
    REQUIRE(history.execute(settingsCommand(settings, "gravity")) == "");
    history.play(op::DestroyMouseJoint{joint});
    REQUIRE(history.undo());
    CHECK_FALSE(history.world().isValid(joint));
}
