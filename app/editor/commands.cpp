#include "app/editor/commands.h"

#include "engine/core/assert.h"
#include "engine/scene/builders.h"
#include "engine/world/definition_fields.h"
#include "engine/world/limits.h"
#include "engine/world/settings_table.h"
#include "engine/world/validate.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

const char* const kBodyGone = "The body no longer exists.";
const char* const kShapeGone = "The shape no longer exists.";

std::string kindName(const ShapeDef& def)
{
    const Polygon* polygon = std::get_if<Polygon>(&def.geometry);
    if (!polygon) return toString(kindOf(def.geometry));
    switch (polygon->count) {
    case 3:
        return "triangle";
    case 4:
        return "box";
    case 5:
        return "pentagon";
    case 6:
        return "hexagon";
    case 7:
        return "heptagon";
    case 8:
        return "octagon";
    default:
        return "polygon";
    }
}

// Creates the body with all its shapes, or nothing. Returns a refusal, or an empty string with `made` set.
std::string createWhole(World& world, const BodyDef& body, const std::vector<ShapeDef>& shapes, BodyId& made)
{
    if (std::string refusal = validate(body); !refusal.empty()) return refusal;
    for (const ShapeDef& shape : shapes)
        if (std::string refusal = validate(shape); !refusal.empty()) return refusal;
    if (world.state().bodies.slots.size() >= kMaxBodies)
        return fmt::format("The world already has {} bodies, the maximum. Delete some first.", kMaxBodies);
    if (world.state().shapes.size() + shapes.size() > kMaxShapes)
        return fmt::format(
            "The world has {} of at most {} shapes: there is no room for {} more. Delete some first.",
            world.state().shapes.size(), kMaxShapes, shapes.size());
    made = world.createBody(body);
    for (const ShapeDef& shape : shapes) world.addShape(made, shape);
    return {};
}

// Creates the body in the world and in the scene's start. Ids are the same in both, because every edit
// applies to both and steps neither create nor destroy bodies.
std::string createInBoth(Document& document, const BodyDef& body, const std::vector<ShapeDef>& shapes)
{
    BodyId made, madeAtStart;
    std::string refusal = createWhole(document.world, body, shapes, made);
    if (!refusal.empty()) return refusal;
    refusal = createWhole(document.scene.world, body, shapes, madeAtStart);
    SATBOX_ASSERT(refusal.empty() && madeAtStart == made,
                  "the scene's start has the same bodies and shapes as the world");
    document.lastCreatedBody = made;
    return refusal;
}

// Copies to `def` only the fields that differ between `before` and `after`, so that editing a moving body
// does not change its pose at the scene's start.
BodyDef withEdits(BodyDef def, const BodyDef& before, const BodyDef& after)
{
    for (const BodyField& field : bodyFields())
        std::visit(
            [&](auto member) {
                if (before.*member != after.*member) def.*member = after.*member;
            },
            field.member);
    return def;
}

} // namespace

std::string describeBody(const World& world, BodyId body)
{
    if (!world.isValid(body)) return "body";
    const Body& b = world.body(body);
    if (!b.name.empty()) return b.name;
    const std::vector<ShapeId> shapes = world.shapesOf(body);
    std::string kind = "body";
    if (shapes.size() == 1) kind = kindName(world.shape(shapes.front()).def);
    if (shapes.size() > 1) kind = "compound";
    if (b.type != BodyType::Dynamic) kind = std::string(toString(b.type)) + " " + kind;
    return fmt::format("{} {}", kind, body.index);
}

Command createBodyCommand(std::string label, BodyDef body, std::vector<ShapeDef> shapes)
{
    return {.label = std::move(label),
            .apply = [body = std::move(body), shapes = std::move(shapes)](
                         Document& document) { return createInBoth(document, body, shapes); },
            .mergeKey = {}};
}

Command deleteBodyCommand(const World& world, BodyId body)
{
    return {.label = "Delete " + describeBody(world, body),
            .apply =
                [body](Document& document) {
                    if (!document.world.destroyBody(body)) return std::string(kBodyGone);
                    document.scene.world.destroyBody(body);
                    return std::string();
                },
            .mergeKey = {}};
}

Command duplicateBodyCommand(const World& world, BodyId body, Vec2 offset)
{
    return {.label = "Duplicate " + describeBody(world, body),
            .apply =
                [body, offset](Document& document) {
                    const World& w = document.world;
                    if (!w.isValid(body)) return std::string(kBodyGone);
                    BodyDef copy = w.bodyDef(body);
                    copy.position += offset;
                    copy.awake = true;
                    std::vector<ShapeDef> shapes;
                    for (const ShapeId shape : w.shapesOf(body)) shapes.push_back(w.shapeDef(shape));
                    return createInBoth(document, copy, shapes);
                },
            .mergeKey = {}};
}

Command moveBodyCommand(const World& world, BodyId body, const WorldTransform& pose)
{
    return {
        .label = "Move " + describeBody(world, body),
        .apply =
            [body, pose](Document& document) {
                if (!document.world.isValid(body)) return std::string(kBodyGone);
                if (!document.world.setTransform(body, pose))
                    return fmt::format(
                        "The body cannot be moved there: positions must be within {:.0f} km of the origin.",
                        1e-3 * kMaxPosition);
                document.world.refreshContacts();
                document.scene.world.setTransform(body, pose);
                return std::string();
            },
        .mergeKey = fmt::format("body.{}.{}.move", body.index, body.generation)};
}

Command editBodyCommand(const World& world, BodyId body, BodyDef def, std::string_view field)
{
    return {.label = fmt::format("Change {} of {}", field, describeBody(world, body)),
            .apply =
                [body, def = std::move(def)](Document& document) {
                    if (!document.world.isValid(body)) return std::string(kBodyGone);
                    if (std::string refusal = validate(def); !refusal.empty()) return refusal;
                    const BodyDef before = document.world.bodyDef(body);
                    if (!document.world.setBodyDef(body, def))
                        return std::string("The edit of the body was refused.");
                    World& start = document.scene.world;
                    start.setBodyDef(body, withEdits(start.bodyDef(body), before, def));
                    return std::string();
                },
            .mergeKey = fmt::format("body.{}.{}.{}", body.index, body.generation, field)};
}

Command editShapeCommand(const World& world, ShapeId shape, ShapeDef def, std::string_view field)
{
    return {.label = fmt::format("Change {} of {}", field, describeBody(world, world.bodyOf(shape))),
            .apply =
                [shape, def = std::move(def)](Document& document) {
                    if (!document.world.isValid(shape)) return std::string(kShapeGone);
                    std::string refusal = validate(def);
                    if (!refusal.empty()) return refusal;
                    if (!document.world.setShapeDef(shape, def))
                        return std::string("The edit of the shape was refused.");
                    document.scene.world.setShapeDef(shape, def);
                    return std::string();
                },
            .mergeKey = fmt::format("shape.{}.{}.{}", shape.index, shape.generation, field)};
}

Command editAllMaterialsCommand(float Material::*member, float value, std::string_view field)
{
    return {.label = fmt::format("Change {} of all shapes", field),
            .apply =
                [member, value](Document& document) {
                    Material probe;
                    probe.*member = value;
                    if (std::string refusal = validate(probe); !refusal.empty()) return refusal;
                    for (World* world : {&document.world, &document.scene.world}) {
                        std::vector<ShapeId> shapes;
                        world->forEachShape([&](ShapeId id, const BodyShape&) { shapes.push_back(id); });
                        for (const ShapeId id : shapes) {
                            ShapeDef def = world->shapeDef(id);
                            def.material.*member = value;
                            world->setShapeDef(id, def);
                        }
                    }
                    return std::string();
                },
            .mergeKey = fmt::format("all-materials.{}", field)};
}

Command settingsCommand(const WorldSettings& settings, std::string_view field)
{
    const SettingField* row = findSetting(field);
    return {.label = fmt::format("Change {}", row ? row->label : field),
            .apply =
                [settings](Document& document) {
                    std::string refusal = validate(settings);
                    if (refusal.empty()) document.world.setSettings(settings);
                    return refusal;
                },
            .mergeKey = fmt::format("settings.{}", field),
            .effect = Effect::ChangeSettings};
}

Command loadSceneCommand(Scene scene, std::filesystem::path path)
{
    std::string label = "Open " + (scene.title.empty() ? scene.name : scene.title);
    return {.label = std::move(label),
            .apply =
                [scene = std::move(scene), path = std::move(path)](Document& document) {
                    document.scene = scene;
                    document.world = scene.world;
                    document.path = path;
                    document.isLab = path.empty() && findLabScene(scene.name) != nullptr;
                    document.lastCreatedBody = {};
                    return std::string();
                },
            .mergeKey = {},
            .effect = Effect::ReplaceScene};
}

Command restartCommand(bool settingsToo)
{
    return {.label = settingsToo ? "Restart with the scene's settings" : "Restart",
            .apply =
                [settingsToo](Document& document) {
                    const WorldSettings tuned = document.world.settings();
                    document.world = document.scene.world;
                    if (!settingsToo) document.world.setSettings(tuned);
                    return std::string();
                },
            .mergeKey = {},
            .effect = Effect::SimulationOnly};
}

} // namespace satbox::app
