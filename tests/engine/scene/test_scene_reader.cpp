#include "engine/world/world_access.h"
#include <satbox/limits.h>
#include <satbox/scene/scene.h>

#include <algorithm>
#include <doctest/doctest.h>

namespace satbox {
namespace {

SceneResult readBodies(const std::string& bodies, const std::string& more = {})
{
    return readScene(R"({"format": "satbox-scene", "version": 1, )" + more + R"("bodies": [)" + bodies + "]}",
                     "folder/scene.json");
}

ShapeDef firstShape(const Scene& scene)
{
    ShapeDef def;
    bool first = true;
    scene.world.forEachShape([&](ShapeId, const BodyShape& shape) {
        if (first) def = shape.def;
        first = false;
    });
    return def;
}

} // namespace

TEST_CASE("the_smallest_scene_is_an_empty_world_with_default_settings")
{
    const SceneResult result = readBodies("");
    REQUIRE(result.error == "");
    CHECK(result.scene.name == "scene");
    CHECK(result.scene.world == World());
}

TEST_CASE("a_body_has_a_group_and_a_colour_of_six_hexadecimal_digits")
{
    const SceneResult result = readBodies(R"({"group": 4294967295, "color": "#56b4E9", "shapes": []})");
    REQUIRE(result.error == "");
    const BodyDef def = result.scene.world.bodyDef(result.scene.world.bodyAt(0));
    CHECK(def.group == 4294967295u);
    CHECK(def.color == 0x56B4E9u);
    CHECK(writeScene(result.scene).find(R"("color": "#56B4E9")") != std::string::npos);
    for (const char* wrong : {"", "56B4E9", "#56B4E", "#56B4E90", "#56B4EG", "red"}) {
        CAPTURE(wrong);
        const std::string body = R"({"color": ")" + std::string(wrong) + R"(", "shapes": []})";
        CHECK(readBodies(body).error.find("not a colour such as") != std::string::npos);
    }
    CHECK(readBodies(R"({"group": -1, "shapes": []})").error != "");
    CHECK(readBodies(R"({"group": 4294967296, "shapes": []})").error != "");
}

TEST_CASE("a_body_is_read_with_all_that_can_be_said_about_it")
{
    const SceneResult result =
        readBodies(R"({"name": "it", "type": "kinematic", "position": [1, -2.5], "angle": 0.5,
        "linearVelocity": [3, 4], "angularVelocity": -2, "linearDamping": 0.1, "angularDamping": 0.2,
        "gravityScale": 0.5, "sleepAllowed": false, "bullet": true, "userValue": 18446744073709551615,
        "shapes": [{"type": "circle", "radius": 0.5}]})");
    REQUIRE(result.error == "");
    const World& world = result.scene.world;
    const BodyDef def = world.bodyDef(world.bodyAt(0));
    CHECK(def.name == "it");
    CHECK((def.type == BodyType::Kinematic));
    CHECK(def.position == Vec2{1.0f, -2.5f});
    CHECK(angleOf(def.rotation) == doctest::Approx(0.5));
    CHECK(def.linearVelocity == Vec2{3.0f, 4.0f});
    CHECK(def.angularVelocity == -2.0f);
    CHECK(def.linearDamping == 0.1f);
    CHECK(def.angularDamping == 0.2f);
    CHECK(def.gravityScale == 0.5f);
    CHECK_FALSE(def.sleepAllowed);
    CHECK(def.bullet);
    CHECK(def.userValue == 18446744073709551615ull);
}

TEST_CASE("every_type_of_shape_is_read")
{
    const auto kind = [](const std::string& shape) -> std::string {
        const SceneResult result = readBodies(R"({"shapes": [)" + shape + "]}");
        CHECK(result.error == "");
        return stateOf(result.scene.world).shapes.size() == 1
                   ? toString(kindOf(firstShape(result.scene).geometry))
                   : "";
    };
    CHECK(kind(R"({"type": "box", "size": [1, 2]})") == "polygon");
    CHECK(kind(R"({"type": "circle", "radius": 1})") == "circle");
    CHECK(kind(R"({"type": "capsule", "p1": [0, 0], "p2": [1, 0], "radius": 0.2})") ==
          std::string("capsule"));
    CHECK(kind(R"({"type": "segment", "p1": [0, 0], "p2": [1, 0]})") == "segment");
    CHECK(kind(R"({"type": "regular", "sides": 7, "radius": 1})") == "polygon");
    CHECK(kind(R"({"type": "polygon", "vertices": [[0, 0], [1, 0], [0, 1]]})") == "polygon");
    CHECK(kind(R"({"type": "outline", "vertices": [[0, 0], [0, 1], [1, 0]]})") == "polygon");
}

TEST_CASE("polygons_with_many_corners_and_concave_outlines_become_several_convex_parts_on_one_body")
{
    const SceneResult round = readBodies(R"({"shapes": [{"type": "regular", "sides": 20, "radius": 1}]})");
    REQUIRE(round.error == "");
    CHECK(stateOf(round.scene.world).bodies.slots.size() == 1);
    CHECK(stateOf(round.scene.world).shapes.size() >= 3);
    CHECK(round.scene.world.totalMass() ==
          doctest::Approx(10.0 * 0.30901699).epsilon(1e-4)); // 20/2 sin(18 deg)
    const SceneResult corner = readBodies(
        R"({"shapes": [{"type": "outline", "vertices": [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]}]})");
    REQUIRE(corner.error == "");
    CHECK(stateOf(corner.scene.world).shapes.size() >= 2);
    CHECK(corner.scene.world.totalMass() == doctest::Approx(3.0).epsilon(1e-4));
}

TEST_CASE("points_that_a_hull_does_not_need_are_told_in_a_note")
{
    const SceneResult result = readBodies(
        R"({"shapes": [{"type": "polygon", "vertices": [[0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [1, 0]]}]})");
    REQUIRE(result.error == "");
    REQUIRE(result.notes.size() == 1);
    CHECK(result.notes[0].starts_with("folder/scene.json: /bodies/0/shapes/0/vertices: dropped "));
}

TEST_CASE("materials_are_given_in_place_or_by_name_and_friction_stands_for_both_coefficients")
{
    const SceneResult result =
        readBodies(R"({"shapes": [{"type": "circle", "radius": 1, "material": "ice"},
                                  {"type": "circle", "radius": 1, "material": {"staticFriction": 0.9, "density": 3}}]})",
                   R"("materials": {"ice": {"friction": 0.05, "restitution": 0.5}}, )");
    REQUIRE(result.error == "");
    const World& world = result.scene.world;
    CHECK(world.shapeDef(world.shapeAt(0)).material == Material{1.0f, 0.05f, 0.05f, 0.5f});
    CHECK(world.shapeDef(world.shapeAt(1)).material == Material{3.0f, 0.9f, 0.6f, 0.0f});
}

TEST_CASE("settings_are_read_through_their_table")
{
    const SceneResult result =
        readBodies("", R"("settings": {"gravity": [1, -1.62], "substeps": 8, "sleeping": false,
        "solver": "sequential-impulse", "frictionRule": "minimum", "contactFrequency": 45.5}, )");
    REQUIRE(result.error == "");
    const WorldSettings& settings = result.scene.world.settings();
    CHECK(settings.gravity == Vec2{1.0f, -1.62f});
    CHECK(settings.substeps == 8);
    CHECK_FALSE(settings.sleeping);
    CHECK((settings.solver == SolverType::SequentialImpulse));
    CHECK((settings.frictionRule == CombineRule::Minimum));
    CHECK(settings.contactFrequency == 45.5f);
}

TEST_CASE("notes_are_read_written_and_limited")
{
    const SceneResult result = readBodies("", R"("notes": ["not carried over: 1 rope", "second"], )");
    REQUIRE(result.error == "");
    CHECK(result.scene.notes == std::vector<std::string>{"not carried over: 1 rope", "second"});
    CHECK(result.notes.empty()); // the reader changed nothing
    CHECK(readScene(writeScene(result.scene), "again.json").scene.notes == result.scene.notes);
    CHECK(writeScene(readBodies("").scene).find("notes") == std::string::npos);

    CHECK(readBodies("", R"("notes": "one", )").error ==
          "folder/scene.json: /notes: a string, expected an array of notes");
    CHECK(readBodies("", R"("notes": [")" + std::string(kMaxSceneNoteLength + 1, 'x') + R"("], )").error ==
          "folder/scene.json: /notes/0: a string of 501 bytes, expected at most 500");
    std::string many = R"("x")";
    for (size_t i = 0; i < kMaxSceneNotes; ++i) many += R"(, "x")";
    CHECK(readBodies("", R"("notes": [)" + many + "], ").error ==
          "folder/scene.json: /notes: 201 notes, expected 0 to 200");
}

TEST_CASE("a_scene_without_a_camera_shows_all_its_shapes")
{
    const SceneResult result =
        readBodies(R"({"position": [10, 5], "shapes": [{"type": "box", "size": [4, 8]}]})");
    REQUIRE(result.error == "");
    CHECK(result.scene.camera.center == Vec2{10.0f, 5.0f});
    CHECK(result.scene.camera.height > 8.0f);
}

TEST_CASE("a_body_that_begins_asleep_sleeps_and_one_with_speed_keeps_it")
{
    const SceneResult result = readBodies(
        R"({"awake": false, "shapes": [{"type": "circle", "radius": 1}]},
           {"position": [9, 0], "linearVelocity": [1, 2], "angularVelocity": 3,
            "shapes": [{"type": "circle", "radius": 1, "offset": [2, 0]}]})");
    REQUIRE(result.error == "");
    const World& world = result.scene.world;
    CHECK_FALSE(world.body(world.bodyAt(0)).awake);
    CHECK(world.motion(world.bodyAt(1)).v == Vec2{1.0f, 2.0f});
    CHECK(world.motion(world.bodyAt(1)).w == 3.0f);
}

TEST_CASE("sentences_say_what_would_be_right")
{
    const auto errorOf = [](const std::string& body) {
        const std::string error = readBodies(body).error;
        return error.substr(std::min(error.size(), std::string("folder/scene.json: ").size()));
    };
    CHECK(errorOf(R"({"userValue": 2.0, "shapes": []})") ==
          "/bodies/0/userValue: written with a point or an exponent, expected a whole number of 0 or more: "
          "write 2");
    CHECK(errorOf(R"({"shapes": [{"type": "regular", "sides": 5e0, "radius": 1}]})") ==
          "/bodies/0/shapes/0/sides: written with a point or an exponent, expected a whole number: write 5");
    std::string points = "[0, 0]";
    for (int i = 0; i < 512; ++i) points += ", [1, 0]";
    CHECK(errorOf(R"({"shapes": [{"type": "polygon", "vertices": [)" + points + "]}]}") ==
          "/bodies/0/shapes/0/vertices: 513 points, expected 3 to 512");
    CHECK(errorOf(R"({"name": ")" + std::string(201, 'x') + R"(", "shapes": []})") ==
          "/bodies/0/name: a string of 201 bytes, expected at most 200");
    CHECK(readScene("no", "a\x1b.json").error == "a\\u001b.json: line 1, column 1: not JSON: unexpected "
                                                 "\"no\", expected { or [; a scene file begins with "
                                                 "{\"format\": \"satbox-scene\", \"version\": 1");
    CHECK(readScene("3", "a.json").error ==
          "a.json: /: a number, expected a scene (an object); a scene file begins with {\"format\": "
          "\"satbox-scene\", \"version\": 1");
}

TEST_CASE("keys_and_words_of_a_file_are_escaped_and_cut")
{
    const std::string word = "\\u001b[31m\\u202e";
    CHECK(readBodies(R"({")" + word + R"(": 1, "shapes": []})").error ==
          "folder/scene.json: /bodies/0: unknown key \"\\u001b[31m\\u202e\" in a body");
    CHECK(readBodies(R"({"type": ")" + word + R"(", "shapes": []})").error.find("\x1b") == std::string::npos);
    CHECK(readBodies("", R"("materials": {")" + word + R"(": 1}, )")
              .error.find("/materials/\\u001b[31m\\u202e: ") != std::string::npos);
    const std::string longKey = readBodies(R"({")" + std::string(5000, 'k') + R"(": 1, "shapes": []})").error;
    CHECK(longKey.size() < 200);
}

TEST_CASE("a_file_over_the_size_limit_is_refused_unread")
{
    const std::string large(kMaxSceneBytes + 1, ' ');
    CHECK(readScene(large, "large.json").error == "large.json: 67108865 bytes, expected at most 67108864");
}

TEST_CASE("files_that_cannot_be_opened_and_unknown_names_get_a_sentence")
{
    CHECK(loadSceneFile("no/such/file.json").error == "no/such/file.json: there is no such file");
    CHECK(loadSceneFile("/").error.ends_with(": a folder, expected a file"));
    CHECK(openScene("pyramd").error == "pyramd: neither a scene nor a file, did you mean \"pyramid\"?");
    CHECK(openScene("qqqq").error == "qqqq: neither a scene nor a file; satbox-run --list shows the scenes");
    CHECK(openScene("missing.json").error == "missing.json: there is no such file");
}

TEST_CASE("too_many_bodies_are_refused_with_their_number")
{
    std::string bodies;
    for (size_t i = 0; i < kMaxBodies; ++i) bodies += R"({"shapes":[]},)";
    const SceneResult result = readBodies(bodies + R"({"shapes":[]})");
    CHECK_FALSE(result.ok());
    CHECK(result.error.find("/bodies: ") != std::string::npos);
    CHECK(result.error.find(std::to_string(kMaxBodies + 1)) != std::string::npos);
    CHECK(result.error.find(std::to_string(kMaxBodies)) != std::string::npos);
}

} // namespace satbox
