#include "engine/core/quoted.h"
#include "engine/scene/json_fields.h"
#include "engine/scene/scene.h"
#include "engine/scene/shape_reader.h"
#include "engine/scene/snapshot.h"
#include "engine/world/limits.h"
#include "engine/world/settings_table.h"
#include "engine/world/validate.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <limits>

namespace satbox {
namespace {

constexpr size_t kMaxTitleLength = 200;
constexpr size_t kMaxDescriptionLength = 4000;
constexpr std::array<std::string_view, 3> kBodyTypes{"static", "kinematic",
                                                     "dynamic"}; // in the order of BodyType

constexpr std::string_view kBegin = "a scene file begins with {\"format\": \"satbox-scene\", \"version\": 1";
static_assert(kSceneVersion == 1);

void checkFormat(const JsonLocation& root)
{
    if (!std::holds_alternative<JsonObject>(root.value.data)) {
        fail(root, fmt::format("{}, expected a scene (an object); {}", describeKind(root.value), kBegin));
    }
    const JsonObject& members = readObject(root, "a scene");
    const auto find = [&](std::string_view key) -> const JsonValue& {
        for (const auto& member : members)
            if (member.key == key) return member.value;
        fail(root, fmt::format("\"{}\" is missing; {}", key, kBegin));
    };
    const JsonLocation format{find("format"), &root, "format", 0};
    if (readText(format, 100) != "satbox-scene") {
        fail(format, fmt::format("{}, expected \"satbox-scene\"", quotedText(readText(format, 100))));
    }
    const JsonLocation version{find("version"), &root, "version", 0};
    const int64_t number = readInteger(version, INT32_MIN, INT32_MAX);
    if (number > kSceneVersion) {
        fail(version,
             fmt::format("{} is newer than this program, which reads version {}", number, kSceneVersion));
    }
    if (number < kSceneVersion) {
        fail(version, fmt::format("there is no version {}, expected {}", number, kSceneVersion));
    }
}

// Drops the key at the start of a setting's error message: the JSON pointer has it already.
std::string withoutKey(const std::string& sentence, std::string_view key)
{
    return sentence.starts_with(std::string(key) + ": ") ? sentence.substr(key.size() + 2) : sentence;
}

void readSetting(const JsonLocation& location, const SettingField& field, WorldSettings& settings)
{
    const auto assign = [&](const std::string& text) {
        const std::string sentence = setSetting(settings, field.key, text);
        if (!sentence.empty()) fail(location, withoutKey(sentence, field.key));
    };
    // setSetting checks the range; the exact bits come from the file.
    if (const auto* member = std::get_if<float WorldSettings::*>(&field.member)) {
        const float value = readFloat(location);
        assign(fmt::format("{}", value));
        settings.*(*member) = value;
    } else if (const auto* vector = std::get_if<Vec2 WorldSettings::*>(&field.member)) {
        const Vec2 value = readVec2(location);
        assign(fmt::format("{},{}", value.x, value.y));
        settings.*(*vector) = value;
    } else if (std::holds_alternative<int WorldSettings::*>(field.member)) {
        assign(fmt::format("{}", readInteger(location, INT32_MIN, INT32_MAX)));
    } else if (std::holds_alternative<bool WorldSettings::*>(field.member)) {
        assign(readBool(location) ? "true" : "false");
    } else {
        assign(readText(location, 100));
    }
}

WorldSettings readSettings(const JsonLocation& location)
{
    std::vector<std::string_view> known;
    for (const SettingField& field : settingFields()) known.push_back(field.key);
    const JsonFields fields(location, "settings", known);
    WorldSettings settings;
    for (const SettingField& field : settingFields())
        if (const auto value = fields.find(field.key)) readSetting(*value, field, settings);
    return settings;
}

SceneCamera readCamera(const JsonLocation& location)
{
    const JsonFields fields(location, "a camera", {"center", "height"});
    SceneCamera camera;
    camera.center = readPosition(fields.require("center"), kMaxReach);
    camera.height = readFloat(fields.require("height"), kMinCameraHeight, kMaxCameraHeight);
    return camera;
}

MaterialsByName readMaterials(const JsonLocation& location)
{
    MaterialsByName materials;
    for (const auto& [name, value] : readObject(location, "materials by name")) {
        materials[name] = readMaterial(JsonLocation{value, &location, name, 0});
    }
    return materials;
}

BodyDef readBodyDef(const JsonFields& fields)
{
    const auto number = [](const JsonLocation& location) { return readFloat(location); };
    const auto vector = [](const JsonLocation& location) { return readVec2(location); };
    const auto set = [&](std::string_view key, auto& member, auto&& read) {
        if (const auto location = fields.find(key)) member = read(*location);
    };
    BodyDef def;
    if (const auto type = fields.find("type"))
        def.type = static_cast<BodyType>(readEnumName(*type, kBodyTypes));
    set("position", def.position, [](const JsonLocation& location) {
        return readPosition(location, std::numeric_limits<double>::max());
    });
    def.rotation = readOrientation(fields);
    set("linearVelocity", def.linearVelocity, vector);
    set("angularVelocity", def.angularVelocity, number);
    set("linearDamping", def.linearDamping, number);
    set("angularDamping", def.angularDamping, number);
    set("gravityScale", def.gravityScale, number);
    set("fixedRotation", def.fixedRotation, readBool);
    set("sleepAllowed", def.sleepAllowed, readBool);
    set("awake", def.awake, readBool);
    set("bullet", def.bullet, readBool);
    set("enabled", def.enabled, readBool);
    set("name", def.name, [](const JsonLocation& p) { return readText(p, kMaxTitleLength); });
    set("userValue", def.userValue, readUnsigned);
    failIfInvalid(fields.location(), validate(def));
    return def;
}

void readBodies(const JsonLocation& location, const MaterialsByName& materials, SceneDefinition& definition,
                std::vector<std::string>& notes)
{
    const JsonArray& items = readArray(location, "bodies", 0, kMaxBodies);
    for (size_t i = 0; i < items.size(); ++i) {
        const JsonLocation bodyLocation = element(location, items, i);
        const JsonFields fields(bodyLocation, "a body",
                                {"name", "type", "position", "angle", "rotation", "linearVelocity",
                                 "angularVelocity", "linearDamping", "angularDamping", "gravityScale",
                                 "fixedRotation", "sleepAllowed", "awake", "bullet", "enabled", "userValue",
                                 "shapes"});
        definition.bodies.push_back(readBodyDef(fields));
        const JsonLocation shapesLocation = fields.require("shapes");
        const JsonArray& shapes = readArray(shapesLocation, "shapes", 0, 10'000);
        for (size_t k = 0; k < shapes.size(); ++k) {
            const JsonLocation shapeLocation = element(shapesLocation, shapes, k);
            for (ShapeDef& def : readShape(shapeLocation, materials, notes)) {
                definition.shapes.push_back({static_cast<uint32_t>(i), std::move(def)});
            }
            if (definition.shapes.size() > kMaxShapes) {
                fail(shapesLocation,
                     fmt::format("more than {} shapes in the scene, the maximum", kMaxShapes));
            }
        }
    }
}

Scene readDocument(const JsonValue& document, std::vector<std::string>& notes)
{
    const JsonLocation root{document};
    checkFormat(root);
    const JsonFields fields(
        root, "a scene",
        {"format", "version", "title", "description", "settings", "camera", "materials", "bodies", "resume"});
    Scene scene;
    if (const auto title = fields.find("title")) scene.title = readText(*title, kMaxTitleLength);
    if (const auto text = fields.find("description"))
        scene.description = readText(*text, kMaxDescriptionLength);
    SceneDefinition definition;
    if (const auto settings = fields.find("settings")) definition.settings = readSettings(*settings);
    MaterialsByName materials;
    if (const auto location = fields.find("materials")) materials = readMaterials(*location);
    readBodies(fields.require("bodies"), materials, definition, notes);
    const auto snapshot = fields.find("resume"); // the key of snapshots in scene files
    scene.world = snapshot ? readSnapshot(*snapshot, definition) : buildWorld(definition);
    const auto camera = fields.find("camera");
    scene.camera = camera ? readCamera(*camera) : fitCamera(scene.world);
    return scene;
}

} // namespace

SceneResult readScene(std::string_view json, std::string_view fileName)
{
    SceneResult result;
    const std::string head = printable(fileName, kMaxPathLength) + ": ";
    if (json.size() > kMaxSceneBytes) {
        result.error = head + fmt::format("{} bytes, expected at most {}", json.size(), kMaxSceneBytes);
        return result;
    }
    JsonValue document;
    if (std::string sentence = parseJson(json, {}, document); !sentence.empty()) {
        const size_t first = json.find_first_not_of(" \t\r\n");
        const bool isObject = first != std::string_view::npos && json[first] == '{';
        const bool isJson = sentence.find(": not JSON: ") == std::string::npos;
        result.error = head + sentence + (isObject || isJson ? "" : "; " + std::string(kBegin));
        return result;
    }
    try {
        result.scene = readDocument(document, result.notes);
        result.scene.name = std::filesystem::path(fileName).stem().string();
        for (std::string& note : result.notes) note.insert(0, head);
    } catch (const SceneError& error) {
        result.error = head + error.sentence;
        result.notes.clear();
    }
    return result;
}

} // namespace satbox
