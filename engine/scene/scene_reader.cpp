#include "engine/core/quoted.h"
#include "engine/scene/field_json.h"
#include "engine/scene/import/import_scene.h"
#include "engine/scene/joint_json.h"
#include "engine/scene/scene_json.h"
#include "engine/scene/shape_reader.h"
#include "engine/scene/snapshot.h"
#include <satbox/limits.h>
#include <satbox/scene/scene.h>
#include <satbox/validate.h>

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <limits>

namespace satbox {
namespace {

constexpr size_t kMaxTitleLength = 200;
constexpr size_t kMaxDescriptionLength = 4000;

constexpr std::string_view kSceneBegin =
    "a scene file begins with {\"format\": \"satbox-scene\", \"version\": 1";
static_assert(kSceneVersion == 1);

void checkSceneFormat(const JsonLocation& root)
{
    if (!std::holds_alternative<JsonObject>(root.value.data)) {
        fail(root,
             fmt::format("{}, expected a scene (an object); {}", describeKind(root.value), kSceneBegin));
    }
    const JsonObject& members = readObject(root, "a scene");
    const auto find = [&](std::string_view key) -> const JsonValue& {
        for (const auto& member : members)
            if (member.key == key) return member.value;
        fail(root, fmt::format("\"{}\" is missing; {}", key, kSceneBegin));
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

SceneCamera readCamera(const JsonLocation& location)
{
    const JsonFields fields(location, "a camera", {"center", "height"});
    SceneCamera camera;
    camera.center = readPosition(fields.require("center"), kMaxReach);
    camera.height = readFloat(fields.require("height"), kMinCameraHeight, kMaxCameraHeight);
    return camera;
}

std::vector<std::string> readTexts(const JsonLocation& location, std::string_view what, size_t maxCount,
                                   size_t maxBytes)
{
    std::vector<std::string> texts;
    const JsonArray& items = readArray(location, what, 0, maxCount);
    for (size_t i = 0; i < items.size(); ++i)
        texts.push_back(readText(element(location, items, i), maxBytes));
    return texts;
}

MaterialsByName readMaterials(const JsonLocation& location)
{
    MaterialsByName materials;
    for (const auto& [name, value] : readObject(location, "materials by name")) {
        materials[name] = readMaterial(JsonLocation{value, &location, name, 0});
    }
    return materials;
}

void readBodies(const JsonLocation& location, const MaterialsByName& materials, SceneDefinition& definition,
                std::vector<std::string>& notes)
{
    std::vector<std::string_view> known = bodyKeys();
    known.push_back("shapes");
    const JsonArray& items = readArray(location, "bodies", 0, kMaxBodies);
    for (size_t i = 0; i < items.size(); ++i) {
        const JsonLocation bodyLocation = element(location, items, i);
        const JsonFields fields(bodyLocation, "a body", known);
        definition.bodies.push_back(readBodyDef(fields));
        const JsonLocation shapesLocation = fields.require("shapes");
        const size_t before = definition.shapes.size();
        const JsonArray& shapes = readArray(shapesLocation, "shapes", 0, kMaxShapesOfBody);
        for (size_t k = 0; k < shapes.size(); ++k) {
            const JsonLocation shapeLocation = element(shapesLocation, shapes, k);
            for (ShapeDef& def : readShape(shapeLocation, materials, notes)) {
                definition.shapes.push_back({static_cast<uint32_t>(i), std::move(def)});
            }
            if (definition.shapes.size() - before > kMaxShapesOfBody)
                fail(shapesLocation,
                     fmt::format("more than {} convex shapes, the maximum of a body", kMaxShapesOfBody));
            if (definition.shapes.size() > kMaxShapes) {
                fail(shapesLocation,
                     fmt::format("more than {} shapes in the scene, the maximum", kMaxShapes));
            }
        }
    }
}

void readJoints(const JsonLocation& location, SceneDefinition& definition)
{
    const std::vector<std::string_view> known = jointKeys({"bodyA", "bodyB"});
    const JsonArray& items = readArray(location, "joints", 0, kMaxJoints);
    const auto last = static_cast<int64_t>(definition.bodies.size()) - 1;
    for (size_t i = 0; i < items.size(); ++i) {
        const JsonLocation joint = element(location, items, i);
        const JsonFields fields(joint, "a joint", known);
        if (last < 0) fail(joint, "refers to bodies, but the scene has none");
        const auto bodyA = static_cast<uint32_t>(readInteger(fields.require("bodyA"), 0, last));
        const auto bodyB = static_cast<uint32_t>(readInteger(fields.require("bodyB"), 0, last));
        if (bodyA == bodyB) fail(fields.require("bodyB"), "the same body as bodyA, expected another one");
        definition.joints.push_back({bodyA, bodyB, readJointDef(fields, {"bodyA", "bodyB"})});
    }
}

} // namespace

Scene readSceneAt(const JsonLocation& root, std::vector<std::string>& notes)
{
    checkSceneFormat(root);
    const JsonFields fields(root, "a scene",
                            {"format", "version", "title", "description", "layers", "notes", "settings",
                             "camera", "materials", "bodies", "joints", "resume"});
    Scene scene;
    if (const auto title = fields.find("title")) scene.title = readText(*title, kMaxTitleLength);
    if (const auto text = fields.find("description"))
        scene.description = readText(*text, kMaxDescriptionLength);
    if (const auto layers = fields.find("layers"))
        scene.layers = readTexts(*layers, "names of layers", kMaxLayers, kMaxLayerNameLength);
    if (const auto texts = fields.find("notes"))
        scene.notes = readTexts(*texts, "notes", kMaxSceneNotes, kMaxSceneNoteLength);
    SceneDefinition definition;
    if (const auto settings = fields.find("settings")) definition.settings = readSettings(*settings);
    MaterialsByName materials;
    if (const auto location = fields.find("materials")) materials = readMaterials(*location);
    readBodies(fields.require("bodies"), materials, definition, notes);
    if (const auto joints = fields.find("joints")) readJoints(*joints, definition);
    const auto snapshot = fields.find("resume"); // the key of snapshots in scene files
    scene.world = snapshot ? readSnapshot(*snapshot, definition) : buildWorld(definition);
    const auto camera = fields.find("camera");
    scene.camera = camera ? readCamera(*camera) : fitCamera(scene.world);
    return scene;
}

SceneResult readScene(std::string_view json, std::string_view fileName, const ImportOptions& options)
{
    SceneResult result;
    const std::string head = printable(fileName, kMaxPathLength) + ": ";
    if (json.size() > kMaxSceneBytes) {
        result.error = head + fmt::format("{} bytes, expected at most {}", json.size(), kMaxSceneBytes);
        return result;
    }
    JsonValue document;
    if (std::string message = parseJson(json, {}, document); !message.empty()) {
        const size_t first = json.find_first_not_of(" \t\r\n");
        const bool isObject = first != std::string_view::npos && json[first] == '{';
        const bool isJson = message.find(": not JSON: ") == std::string::npos;
        result.error = head + message + (isObject || isJson ? "" : "; " + std::string(kSceneBegin));
        return result;
    }
    if (const auto format = importFormatOf(document)) return importJson(document, fileName, *format, options);
    try {
        result.scene = readSceneAt(JsonLocation{document}, result.notes);
        result.scene.name = std::filesystem::path(fileName).stem().string();
        for (std::string& note : result.notes) note.insert(0, head);
    } catch (const SceneError& error) {
        result.error = head + error.message;
        result.notes.clear();
    }
    return result;
}

} // namespace satbox
