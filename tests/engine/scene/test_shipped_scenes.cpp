#include "tests/engine/scene/json_schema.h"
#include "tests/support/paths.h"
#include <satbox/scene/asset_paths.h>
#include <satbox/scene/builders.h>
#include <satbox/scene/recording.h>
#include <satbox/settings_table.h>

#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace satbox {
namespace {

std::string readText(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

nlohmann::json schema()
{
    return nlohmann::json::parse(readText(test::sourcePath("assets/scene.schema.json")));
}

std::string firstFault(const nlohmann::json& value)
{
    const auto faults = test::schemaFaults(schema(), value);
    return faults.empty() ? std::string() : faults.front();
}

} // namespace

TEST_CASE("shipped_scene_files_are_what_the_builders_write")
{
    std::set<std::string> names;
    for (const BuiltinScene& builtin : builtinScenes()) {
        if (!builtin.shipped) continue;
        CAPTURE(builtin.name);
        names.insert(std::string(builtin.name) + ".json");
        const auto path = test::sourcePath("assets/scenes") / (std::string(builtin.name) + ".json");
        // When this fails after a builder was changed: satbox-run --write-scenes assets/scenes
        CHECK_MESSAGE(readText(path) == writeScene(builtin.build()),
                      "run satbox-run --write-scenes assets/scenes");
    }
    for (const auto& entry : std::filesystem::directory_iterator(test::sourcePath("assets/scenes"))) {
        CHECK(names.count(entry.path().filename().string()) == 1);
    }
}

TEST_CASE("every_shipped_scene_keeps_to_the_schema")
{
    for (const auto& entry : std::filesystem::directory_iterator(test::sourcePath("assets/scenes"))) {
        CAPTURE(entry.path().filename().string());
        CHECK(firstFault(nlohmann::json::parse(readText(entry.path()))) == "");
    }
}

TEST_CASE("a_scene_with_a_resume_part_keeps_to_the_schema")
{
    Scene scene = findBuiltinScene("welcome")->build();
    for (int i = 0; i < 400; ++i) scene.world.step(1.0f / 60.0f);
    scene.world.createMouseJoint(scene.world.bodyAt(4), {0.0f, 0.0f});
    CHECK(firstFault(nlohmann::json::parse(writeScene(scene))) == "");
}

TEST_CASE("the_start_of_a_recording_keeps_to_the_schema")
{
    Scene scene = findBuiltinScene("box_stack")->build();
    scene.world.destroyBody(scene.world.bodyAt(3));
    const std::string text = recordingText(recordOperations(scene, {}));
    const nlohmann::json start = nlohmann::json::parse(text.substr(0, text.find('\n'))).at("start");
    CHECK(start.at("resume").contains("slots"));
    CHECK(firstFault(start) == "");
}

TEST_CASE("the_schema_refuses_what_the_reader_refuses_for_its_form")
{
    const char* kRefused[] = {
        "unknown_key_at_top",     "no_bodies",          "unknown_setting",        "setting_out_of_range",
        "setting_of_wrong_type",  "unknown_body_key",   "unknown_body_type",      "position_of_three_numbers",
        "position_out_of_range",  "angle_and_rotation", "shape_without_type",     "unknown_shape_type",
        "unknown_shape_key",      "box_without_size",   "circle_radius_negative", "material_both_frictions",
        "snapshot_without_boxes", "version_too_new",    "array_instead_of_scene", "snapshot_row_too_short"};
    for (const std::string name : kRefused) {
        CAPTURE(name);
        const auto path = test::sourcePath("tests/engine/scene/broken") / (name + ".json");
        CHECK(firstFault(nlohmann::json::parse(readText(path))) != "");
    }
}

TEST_CASE("the_schema_knows_every_setting_with_its_range")
{
    const nlohmann::json properties = schema().at("$defs").at("settings").at("properties");
    CHECK(properties.size() == settingFields().size());
    for (const SettingField& field : settingFields()) {
        CAPTURE(field.key);
        REQUIRE(properties.contains(std::string(field.key)));
        const nlohmann::json& rule = properties.at(std::string(field.key));
        const bool vector = std::holds_alternative<Vec2 WorldSettings::*>(field.member);
        const bool number = std::holds_alternative<float WorldSettings::*>(field.member) ||
                            std::holds_alternative<int WorldSettings::*>(field.member);
        if (!vector && !number) continue;
        const nlohmann::json& range = vector ? rule.at("items") : rule;
        CHECK(range.at("minimum").get<double>() == doctest::Approx(field.minimum));
        CHECK(range.at("maximum").get<double>() == doctest::Approx(field.maximum));
    }
}

} // namespace satbox
