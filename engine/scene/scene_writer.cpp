#include "engine/scene/json_text.h"
#include "engine/scene/scene.h"
#include "engine/scene/shape_writer.h"
#include "engine/scene/snapshot.h"
#include "engine/world/settings_table.h"
#include "engine/world/validate.h"

#include <algorithm>
#include <cmath>

namespace satbox {
namespace {

struct SettingWriter {
    const WorldSettings& settings;

    std::string operator()(float WorldSettings::*member) const { return jsonText(settings.*member); }
    std::string operator()(int WorldSettings::*member) const { return std::to_string(settings.*member); }
    std::string operator()(bool WorldSettings::*member) const { return settings.*member ? "true" : "false"; }
    std::string operator()(Vec2 WorldSettings::*member) const { return jsonText(settings.*member); }
    std::string operator()(SolverType WorldSettings::*member) const
    {
        return jsonText(toString(settings.*member));
    }
    std::string operator()(CombineRule WorldSettings::*member) const
    {
        return jsonText(toString(settings.*member));
    }
};

// Only the settings that differ from the defaults.
std::string settingsText(const WorldSettings& settings)
{
    const WorldSettings defaults;
    JsonObjectText object;
    for (const SettingField& field : settingFields()) {
        const std::string text = std::visit(SettingWriter{settings}, field.member);
        if (text != std::visit(SettingWriter{defaults}, field.member)) object.add(field.key, text);
    }
    return object.empty() ? std::string() : object.text();
}

void addFlagUnlessDefault(JsonObjectText& object, const char* key, bool value, bool defaultValue)
{
    if (value != defaultValue) object.add(key, value ? "true" : "false");
}

// Compares texts, not values: minus zero differs from zero, as in the bits.
template<class Value>
void addUnlessDefault(JsonObjectText& object, const char* key, const Value& value, const Value& defaultValue)
{
    std::string text = jsonText(value);
    if (text != jsonText(defaultValue)) object.add(key, std::move(text));
}

std::string bodyText(const World& world, BodyId id, const MaterialNames& materials)
{
    const BodyDef def = world.bodyDef(id);
    const BodyDef defaults;
    JsonObjectText object;
    if (!def.name.empty()) object.add("name", jsonText(def.name));
    if (def.type != defaults.type) object.add("type", jsonText(toString(def.type)));
    object.add("position", jsonText(def.position, world.state().bodies.grid));
    if (auto [key, text] = orientationText(def.rotation); !key.empty()) object.add(key, text);
    addUnlessDefault(object, "linearVelocity", def.linearVelocity, defaults.linearVelocity);
    addUnlessDefault(object, "angularVelocity", def.angularVelocity, defaults.angularVelocity);
    addUnlessDefault(object, "linearDamping", def.linearDamping, defaults.linearDamping);
    addUnlessDefault(object, "angularDamping", def.angularDamping, defaults.angularDamping);
    addUnlessDefault(object, "gravityScale", def.gravityScale, defaults.gravityScale);
    addFlagUnlessDefault(object, "fixedRotation", def.fixedRotation, defaults.fixedRotation);
    addFlagUnlessDefault(object, "sleepAllowed", def.sleepAllowed, defaults.sleepAllowed);
    if (def.type != BodyType::Static) addFlagUnlessDefault(object, "awake", def.awake, defaults.awake);
    addFlagUnlessDefault(object, "bullet", def.bullet, defaults.bullet);
    addFlagUnlessDefault(object, "enabled", def.enabled, defaults.enabled);
    if (def.userValue != defaults.userValue) object.add("userValue", std::to_string(def.userValue));
    std::vector<std::string> shapes;
    for (const ShapeId shape : world.shapesOf(id))
        shapes.push_back(shapeText(world.shapeDef(shape), materials));
    object.add("shapes", jsonArray(shapes));
    return object.text();
}

// Clamps to the limits of scene files: the view may have been zoomed beyond them.
SceneCamera clampedCamera(SceneCamera camera, const World& world)
{
    if (!isFinite(camera.center) || !std::isfinite(camera.height)) return fitCamera(world);
    camera.center = {std::clamp(camera.center.x, -kMaxReach, kMaxReach),
                     std::clamp(camera.center.y, -kMaxReach, kMaxReach)};
    camera.height = std::clamp(camera.height, kMinCameraHeight, kMaxCameraHeight);
    return camera;
}

} // namespace

std::string writeScene(const Scene& scene)
{
    const World& world = scene.world;
    const FileOrder order = fileOrderOf(world);
    MaterialNames materials;
    for (const ShapeId id : order.shapes) materials.count(world.shape(id).def.material);

    JsonObjectText object;
    object.add("format", jsonText("satbox-scene"));
    object.add("version", std::to_string(kSceneVersion));
    object.add("title", jsonText(scene.title));
    if (!scene.description.empty()) object.add("description", jsonText(scene.description));
    if (std::string text = settingsText(world.settings()); !text.empty()) object.add("settings", text);
    const SceneCamera view = clampedCamera(scene.camera, world);
    JsonObjectText camera;
    camera.add("center", jsonText(view.center));
    camera.add("height", jsonText(view.height));
    object.add("camera", camera.text());
    if (std::string text = materials.text(); !text.empty()) object.add("materials", text);
    std::vector<std::string> bodies;
    for (const BodyId id : order.bodies) bodies.push_back(bodyText(world, id, materials));
    object.add("bodies", jsonLines(bodies));
    if (std::string text = snapshotText(world, order); !text.empty()) object.add("resume", text);
    return object.expandedText() + "\n";
}

} // namespace satbox
