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

// Only what differs from the defaults: the file says what is special about the scene.
std::string settingsText(const WorldSettings& settings)
{
    const WorldSettings usual;
    JsonObjectText object;
    for (const SettingField& field : settingFields()) {
        const std::string text = std::visit(SettingWriter{settings}, field.member);
        if (text != std::visit(SettingWriter{usual}, field.member)) object.add(field.key, text);
    }
    return object.empty() ? std::string() : object.text();
}

void addFlag(JsonObjectText& object, const char* key, bool value, bool usual)
{
    if (value != usual) object.add(key, value ? "true" : "false");
}

// Texts are compared, not values: minus zero is another text than zero, as it is other bits.
template<class Value>
void addUnlessUsual(JsonObjectText& object, const char* key, const Value& value, const Value& usual)
{
    std::string text = jsonText(value);
    if (text != jsonText(usual)) object.add(key, std::move(text));
}

std::string bodyText(const World& world, BodyId id, const MaterialNames& materials)
{
    const BodyDef def = world.bodyDef(id);
    const BodyDef usual;
    JsonObjectText object;
    if (!def.name.empty()) object.add("name", jsonText(def.name));
    if (def.type != usual.type) object.add("type", jsonText(toString(def.type)));
    object.add("position", jsonText(def.position, world.state().bodies.grid));
    if (auto [key, text] = orientationText(def.rotation); !key.empty()) object.add(key, text);
    addUnlessUsual(object, "linearVelocity", def.linearVelocity, usual.linearVelocity);
    addUnlessUsual(object, "angularVelocity", def.angularVelocity, usual.angularVelocity);
    addUnlessUsual(object, "linearDamping", def.linearDamping, usual.linearDamping);
    addUnlessUsual(object, "angularDamping", def.angularDamping, usual.angularDamping);
    addUnlessUsual(object, "gravityScale", def.gravityScale, usual.gravityScale);
    addFlag(object, "fixedRotation", def.fixedRotation, usual.fixedRotation);
    addFlag(object, "sleepAllowed", def.sleepAllowed, usual.sleepAllowed);
    if (def.type != BodyType::Static) addFlag(object, "awake", def.awake, usual.awake);
    addFlag(object, "bullet", def.bullet, usual.bullet);
    addFlag(object, "enabled", def.enabled, usual.enabled);
    if (def.userValue != usual.userValue) object.add("userValue", std::to_string(def.userValue));
    std::vector<std::string> shapes;
    for (const ShapeId shape : world.shapesOf(id))
        shapes.push_back(shapeText(world.shapeDef(shape), materials));
    object.add("shapes", jsonArray(shapes));
    return object.text();
}

// A picture may show more, or less, than a file can say.
SceneCamera allowed(SceneCamera camera, const World& world)
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
    const WorldListing listing = listWorld(world);
    MaterialNames materials;
    for (const ShapeId id : listing.shapes) materials.count(world.shape(id).def.material);

    JsonObjectText object;
    object.add("format", jsonText("satbox-scene"));
    object.add("version", std::to_string(kSceneVersion));
    object.add("title", jsonText(scene.title));
    if (!scene.description.empty()) object.add("description", jsonText(scene.description));
    if (std::string text = settingsText(world.settings()); !text.empty()) object.add("settings", text);
    const SceneCamera view = allowed(scene.camera, world);
    JsonObjectText camera;
    camera.add("center", jsonText(view.center));
    camera.add("height", jsonText(view.height));
    object.add("camera", camera.text());
    if (std::string text = materials.text(); !text.empty()) object.add("materials", text);
    std::vector<std::string> bodies;
    for (const BodyId id : listing.bodies) bodies.push_back(bodyText(world, id, materials));
    object.add("bodies", jsonLines(bodies));
    if (std::string text = resumeText(world, listing); !text.empty()) object.add("resume", text);
    return object.expandedText() + "\n";
}

} // namespace satbox
