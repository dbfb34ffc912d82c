// Commands and operations on documents as lines of JSON. Round trips of everything that can be done:
// test_history_random.cpp.
#include "app/document/document_op_text.h"

#include "app/document/commands.h"
#include "app/document/history.h"
#include "tests/support/app_worlds.h"
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <memory>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

TEST_CASE("operations_on_documents_are_one_line_of_json_each")
{
    CHECK(documentOpText(WorldOp{op::Step{0.5f}}) ==
          R"({"op": "changeWorld", "operation": {"op": "step", "dt": 0.5}})");
    CHECK(documentOpText(SceneOp{op::DestroyBody{{3, 1}}}) ==
          R"({"op": "changeScene", "operation": {"op": "destroyBody", "id": [3, 1]}})");
    CHECK(documentOpText(SetAllMaterials{"dynamicFriction", 0.25f}) ==
          R"({"op": "setAllMaterials", "field": "dynamicFriction", "value": 0.25})");
    CHECK(documentOpText(DeriveBody{{{3, 1}, {4, 0}}, {0.5f, 0.0f}}) ==
          R"({"op": "deriveBody", "sources": [[3, 1], [4, 0]], "localOrigin": [0.5, 0]})");
    CHECK(documentOpText(MirrorBody{{3, 1}, {MirrorAxis::Horizontal, {1.0, 2.0}}}) ==
          R"({"op": "mirrorBody", "id": [3, 1], "axis": "horizontal", "point": [1, 2]})");
    CHECK(documentOpText(Restart{}) == R"({"op": "restart"})");
    CHECK(documentOpText(SetStart{}) == R"({"op": "setStart"})");
    const JointDef hinge{.bodyA = {1, 0}, .bodyB = {2, 0}, .kind = RevoluteJoint{}};
    JointDef strong = hinge;
    strong.breakForce = 5.0f;
    const DocumentOp edit = EditJoint{{3, 1}, hinge, strong};
    CHECK((readDocumentOp(documentOpText(edit)).op == edit));
    CHECK(
        documentOpText(edit).starts_with(R"({"op": "editJoint", "id": [3, 1], "before": {"bodyA": [1, 0])"));
    SettingsOverrides stiff;
    stiff.values.substeps = 9;
    stiff.overriddenKeys = {"solver", "substeps"};
    CHECK(documentOpText(SetLayerNames{{"ground", "debris"}}) ==
          R"({"op": "setLayerNames", "names": ["ground", "debris"]})");
    const DocumentOp compare = SetComparedSettings{{stiff}};
    const std::string line =
        R"({"op": "setComparedSettings", "worlds": [{"overrides": ["solver", "substeps"], )"
        R"("settings": {"substeps": 9}}]})";
    CHECK(documentOpText(compare) == line);
    CHECK((readDocumentOp(line).op == compare));
    stiff.peer = Peer::Chipmunk; // in builds without it too
    const std::string withPeer =
        R"({"op": "setComparedSettings", "worlds": [{"peer": "chipmunk", "overrides": ["solver", "substeps"], )"
        R"("settings": {"substeps": 9}}]})";
    CHECK(documentOpText(SetComparedSettings{{stiff}}) == withPeer);
    CHECK((readDocumentOp(withPeer).op == DocumentOp(SetComparedSettings{{stiff}})));
}

TEST_CASE("a_command_is_read_back_whole")
{
    auto made = makeBoxOnFloor();
    BodyDef def = made.state.world().bodyDef(made.box);
    def.name = "line\nbreak \"and\" \\";
    def.linearVelocity = {0.1f, -0.0f};
    const Command command = editBodyCommand(made.state.world(), made.box, def, "name");
    const std::string line = commandText(command);
    CHECK(line.find('\n') == std::string::npos);
    const CommandTextResult read = readCommand(line);
    REQUIRE(read.error == "");
    CHECK(read.command == command);
    CHECK(commandText(read.command) == line);
}

TEST_CASE("ids_in_an_opened_scene_stay_for_all_built_in_scenes")
{
    for (const BuiltinScene& builder : builtinScenes()) {
        CAPTURE(builder.name);
        Scene scene = builder.build();
        if (scene.world.counters().bodies > 500) continue; // the text is large
        const Command command = openSceneCommand(scene, "folder/some.json");
        const CommandTextResult read = readCommand(commandText(command));
        REQUIRE(read.error == "");
        CHECK(read.command == command);
        const auto& opened = std::get<OpenScene>(read.command.ops.front());
        CHECK(opened.scene->name == scene.name);
        CHECK(opened.scene->world.hash() == scene.world.hash());
        scene.world.forEachShape([&](ShapeId id, const BodyShape& shape) {
            REQUIRE(opened.scene->world.isValid(id));
            REQUIRE(opened.scene->world.shape(id).def == shape.def);
            REQUIRE(opened.scene->world.shape(id).body == shape.body);
        });
    }
}

TEST_CASE("bad_commands_are_refused_with_the_place_and_the_reason")
{
    const auto error = [](const char* line) { return readCommand(line).error; };
    CHECK(error("").find("not JSON") != std::string::npos);
    CHECK(error("[]") == "/: an array, expected a command (an object)");
    CHECK(error("{}") == "/: \"label\" is missing");
    CHECK(
        error(R"({"label": "x", "kind": "dance", "ops": []})").starts_with("/kind: unknown name \"dance\""));
    CHECK(error(R"({"label": "x", "kind": "build"})") == "/: \"ops\" is missing");
    const auto opError = [&](const std::string& op) {
        return error((R"({"label": "x", "kind": "build", "ops": [)" + op + "]}").c_str());
    };
    CHECK(opError("3") == "/ops/0: a number, expected an operation on a document (an object)");
    CHECK(opError("{}") == "/ops/0: \"op\" is missing: the name of the operation");
    CHECK(opError(R"({"op": "step"})").starts_with("/ops/0/op: unknown name \"step\""));
    CHECK(opError(R"({"op": "restart", "operation": {}})").starts_with("/ops/0: unknown key \"operation\""));
    CHECK(opError(R"({"op": "changeWorld", "operation": {"op": "wakeBody", "id": [1]}})")
              .starts_with("/ops/0/operation/id: "));
    CHECK(opError(R"({"op": "setAllMaterials", "field": "restitutin", "value": 1})")
              .starts_with("/ops/0/field: unknown name \"restitutin\", did you mean \"restitution\"?"));
    CHECK(opError(R"({"op": "setComparedSettings", "worlds": [{"overrides": ["nothing"]}]})")
              .starts_with("/ops/0/worlds/0/overrides/0: "));
    CHECK(opError(R"({"op": "openScene", "name": "x", "scene": {}})").starts_with("/ops/0/scene: "));
    CHECK(opError(R"({"op": "openScene", "name": "x", "scene": {"format": "satbox-scene", "version": 1,
                      "bodies": [{"position": [0, 0], "shapes": [{"type": "circle", "radius": -1}]}]}})")
              .starts_with("/ops/0/scene/bodies/0/shapes/0/radius: "));
    CHECK(opError(R"({"op": "editBody", "id": [0, 0], "before": {}})") == "/ops/0: \"after\" is missing");
}
