#include "engine/scene/field_json.h"
#include "engine/scene/joint_json.h"
#include "engine/scene/scene_json.h"
#include "engine/scene/shape_writer.h"
#include "engine/world/world_access.h"
#include <satbox/scene/scene.h>
#include <satbox/validate.h>

#include <algorithm>
#include <cmath>

namespace satbox {
namespace {

std::string bodyText(const World& world, BodyId id, const MaterialNames& materials)
{
    JsonObjectText object;
    addBodyFields(object, world.bodyDef(id), stateOf(world).bodies.grid);
    std::vector<std::string> shapes;
    for (const ShapeId shape : world.shapesOf(id))
        shapes.push_back(shapeText(world.shapeDef(shape), materials));
    object.add("shapes", jsonArray(shapes));
    return object.text();
}

std::string jointText(const JointDef& def, const FileOrder& order)
{
    JsonObjectText object;
    object.add("bodyA", std::to_string(order.bodyIndices[def.bodyA.index]));
    object.add("bodyB", std::to_string(order.bodyIndices[def.bodyB.index]));
    addJointFields(object, def);
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

std::string writeScene(const Scene& scene) { return sceneText(scene, SavedSlots::None); }

std::string sceneText(const Scene& scene, SavedSlots slots)
{
    const World& world = scene.world;
    const FileOrder order = fileOrderOf(world);
    MaterialNames materials;
    for (const ShapeId id : order.shapes) materials.addUse(world.shape(id).def.material);

    JsonObjectText object;
    object.add("format", jsonText("satbox-scene"));
    object.add("version", std::to_string(kSceneVersion));
    object.add("title", jsonText(scene.title));
    if (!scene.description.empty()) object.add("description", jsonText(scene.description));
    const auto texts = [](const std::vector<std::string>& strings) {
        std::vector<std::string> quoted;
        for (const std::string& string : strings) quoted.push_back(jsonText(string));
        return quoted;
    };
    if (!scene.layers.empty()) object.add("layers", jsonArray(texts(scene.layers)));
    if (!scene.notes.empty()) object.add("notes", jsonArrayOnePerLine(texts(scene.notes)));
    if (std::string text = settingsText(world.settings()); !text.empty()) object.add("settings", text);
    const SceneCamera view = clampedCamera(scene.camera, world);
    JsonObjectText camera;
    camera.add("center", jsonText(view.center));
    camera.add("height", jsonText(view.height));
    object.add("camera", camera.text());
    if (std::string text = materials.text(); !text.empty()) object.add("materials", text);
    std::vector<std::string> bodies;
    for (const BodyId id : order.bodies) bodies.push_back(bodyText(world, id, materials));
    object.add("bodies", jsonArrayOnePerLine(bodies));
    std::vector<std::string> joints;
    for (const JointId id : world.joints()) joints.push_back(jointText(world.jointDef(id), order));
    if (!joints.empty()) object.add("joints", jsonArrayOnePerLine(joints));
    if (std::string text = snapshotText(world, order, slots); !text.empty()) object.add("resume", text);
    return object.expandedText() + "\n";
}

} // namespace satbox
