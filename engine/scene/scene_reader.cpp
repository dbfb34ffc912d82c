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
constexpr std::array<std::string_view, 3> kBodyTypes{"static", "kinematic", "dynamic"}; // as BodyType counts

constexpr std::string_view kBegin = "a scene begins with {\"format\": \"satbox-scene\", \"version\": 1";
static_assert(kSceneVersion == 1);

void checkFormat(const JsonPlace& root)
{
    if (!std::holds_alternative<JsonObject>(root.value.data)) {
        fail(root,
             fmt::format("{}, expected a scene, which is an object; {}", describeKind(root.value), kBegin));
    }
    const JsonObject& members = readObject(root, "a scene");
    const auto find = [&](std::string_view key) -> const JsonValue& {
        for (const auto& member : members)
            if (member.key == key) return member.value;
        fail(root, fmt::format("\"{}\" is missing; {}", key, kBegin));
    };
    const JsonPlace format{find("format"), &root, "format", 0};
    if (readText(format, 100) != "satbox-scene") {
        fail(format, fmt::format("{}, expected \"satbox-scene\"", quotedText(readText(format, 100))));
    }
    const JsonPlace version{find("version"), &root, "version", 0};
    const int64_t number = readInteger(version, INT32_MIN, INT32_MAX);
    if (number > kSceneVersion) {
        fail(version,
             fmt::format("{} is newer than this program, which reads version {}", number, kSceneVersion));
    }
    if (number < kSceneVersion) {
        fail(version, fmt::format("there is no version {}, the first is {}", number, kSceneVersion));
    }
}

// The setting's own sentence begins with its key, which the path says already.
std::string withoutKey(const std::string& sentence, std::string_view key)
{
    return sentence.starts_with(std::string(key) + ": ") ? sentence.substr(key.size() + 2) : sentence;
}

void readSetting(const JsonPlace& place, const SettingField& field, WorldSettings& settings)
{
    const auto assign = [&](const std::string& text) {
        const std::string sentence = setSetting(settings, field.key, text);
        if (!sentence.empty()) fail(place, withoutKey(sentence, field.key));
    };
    // Ranges are the table's; the exact bits come from the file.
    if (const auto* member = std::get_if<float WorldSettings::*>(&field.member)) {
        const float value = readFloat(place);
        assign(fmt::format("{}", value));
        settings.*(*member) = value;
    } else if (const auto* vector = std::get_if<Vec2 WorldSettings::*>(&field.member)) {
        const Vec2 value = readVec2(place);
        assign(fmt::format("{},{}", value.x, value.y));
        settings.*(*vector) = value;
    } else if (std::holds_alternative<int WorldSettings::*>(field.member)) {
        assign(fmt::format("{}", readInteger(place, INT32_MIN, INT32_MAX)));
    } else if (std::holds_alternative<bool WorldSettings::*>(field.member)) {
        assign(readBool(place) ? "true" : "false");
    } else {
        assign(readText(place, 100));
    }
}

WorldSettings readSettings(const JsonPlace& place)
{
    std::vector<std::string_view> known;
    for (const SettingField& field : settingFields()) known.push_back(field.key);
    const JsonFields fields(place, "settings", known);
    WorldSettings settings;
    for (const SettingField& field : settingFields())
        if (const auto value = fields.find(field.key)) readSetting(*value, field, settings);
    return settings;
}

SceneCamera readCamera(const JsonPlace& place)
{
    const JsonFields fields(place, "a camera", {"center", "height"});
    SceneCamera camera;
    camera.center = readPosition(fields.require("center"), kMaxReach);
    camera.height = readFloat(fields.require("height"), kMinCameraHeight, kMaxCameraHeight);
    return camera;
}

MaterialsByName readMaterials(const JsonPlace& place)
{
    MaterialsByName materials;
    for (const auto& [name, value] : readObject(place, "materials by name")) {
        materials[name] = readMaterial(JsonPlace{value, &place, name, 0});
    }
    return materials;
}

BodyDef readBodyDef(const JsonFields& fields)
{
    const auto number = [](const JsonPlace& place) { return readFloat(place); };
    const auto vector = [](const JsonPlace& place) { return readVec2(place); };
    const auto set = [&](std::string_view key, auto& member, auto&& read) {
        if (const auto place = fields.find(key)) member = read(*place);
    };
    BodyDef def;
    if (const auto type = fields.find("type")) def.type = static_cast<BodyType>(readWord(*type, kBodyTypes));
    set("position", def.position,
        [](const JsonPlace& place) { return readPosition(place, std::numeric_limits<double>::max()); });
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
    set("name", def.name, [](const JsonPlace& p) { return readText(p, kMaxTitleLength); });
    set("userValue", def.userValue, readUnsigned);
    failIfWrong(fields.place(), validate(def));
    return def;
}

void readBodies(const JsonPlace& place, const MaterialsByName& materials, ResumeSource& source,
                std::vector<std::string>& notes)
{
    const JsonArray& items = readArray(place, "bodies", 0, kMaxBodies);
    for (size_t i = 0; i < items.size(); ++i) {
        const JsonPlace bodyPlace = element(place, items, i);
        const JsonFields fields(bodyPlace, "a body",
                                {"name", "type", "position", "angle", "rotation", "linearVelocity",
                                 "angularVelocity", "linearDamping", "angularDamping", "gravityScale",
                                 "fixedRotation", "sleepAllowed", "awake", "bullet", "enabled", "userValue",
                                 "shapes"});
        source.bodies.push_back(readBodyDef(fields));
        const JsonPlace shapesPlace = fields.require("shapes");
        const JsonArray& shapes = readArray(shapesPlace, "shapes", 0, 10'000);
        for (size_t k = 0; k < shapes.size(); ++k) {
            const JsonPlace shapePlace = element(shapesPlace, shapes, k);
            for (ShapeDef& def : readShape(shapePlace, materials, notes)) {
                source.shapes.push_back({static_cast<uint32_t>(i), std::move(def)});
            }
            if (source.shapes.size() > kMaxShapes) {
                fail(shapesPlace, fmt::format("more than {} shapes in all", kMaxShapes));
            }
        }
    }
}

Scene readDocument(const JsonValue& document, std::vector<std::string>& notes)
{
    const JsonPlace root{document};
    checkFormat(root);
    const JsonFields fields(
        root, "a scene",
        {"format", "version", "title", "description", "settings", "camera", "materials", "bodies", "resume"});
    Scene scene;
    if (const auto title = fields.find("title")) scene.title = readText(*title, kMaxTitleLength);
    if (const auto text = fields.find("description"))
        scene.description = readText(*text, kMaxDescriptionLength);
    ResumeSource source;
    if (const auto settings = fields.find("settings")) source.settings = readSettings(*settings);
    MaterialsByName materials;
    if (const auto place = fields.find("materials")) materials = readMaterials(*place);
    readBodies(fields.require("bodies"), materials, source, notes);
    const auto resume = fields.find("resume");
    scene.world = resume ? resumeWorld(*resume, source) : freshWorld(source);
    const auto camera = fields.find("camera");
    scene.camera = camera ? readCamera(*camera) : fitCamera(scene.world);
    return scene;
}

} // namespace

SceneResult readScene(std::string_view json, std::string_view fileName)
{
    SceneResult result;
    const std::string head = printable(fileName, kMaxPathShown) + ": ";
    if (json.size() > kMaxSceneBytes) {
        result.error =
            head + fmt::format("{} bytes, a scene file has at most {}", json.size(), kMaxSceneBytes);
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
