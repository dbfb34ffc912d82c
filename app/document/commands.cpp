#include "app/document/commands.h"

#include "app/text/names.h"
#include "engine/model/definition_fields.h"
#include <satbox/scene/builders.h>
#include <satbox/settings_table.h>

#include <fmt/format.h>

namespace satbox::app {

namespace {

std::vector<DocumentOp> creation(BodyDef body, std::vector<ShapeDef> shapes)
{
    std::vector<DocumentOp> ops{SceneOp{op::CreateBody{std::move(body)}}};
    for (ShapeDef& shape : shapes) ops.push_back(SceneOp{op::AddShape{{}, std::move(shape)}});
    return ops;
}

template<class Tag>
std::string fieldKey(const char* kind, Handle<Tag> id, std::string_view field)
{
    return fmt::format("{}.{}.{}.{}", kind, id.index, id.generation, field);
}

} // namespace

Command createBodyCommand(std::string label, BodyDef body, std::vector<ShapeDef> shapes)
{
    return {.label = std::move(label), .ops = creation(std::move(body), std::move(shapes))};
}

Command deleteBodyCommand(const World& world, BodyId body)
{
    return {.label = "Delete " + describeBody(world, body), .ops = {SceneOp{op::DestroyBody{body}}}};
}

Command duplicateBodyCommand(const World& world, BodyId body, Vec2 offset)
{
    BodyDef copy = world.bodyDef(body);
    copy.position += offset;
    copy.awake = true;
    std::vector<ShapeDef> shapes;
    for (const ShapeId shape : world.shapesOf(body)) shapes.push_back(world.shapeDef(shape));
    return {.label = "Duplicate " + describeBody(world, body),
            .ops = creation(std::move(copy), std::move(shapes))};
}

Command moveBodyCommand(const World& world, BodyId body, const WorldTransform& pose)
{
    return {.label = "Move " + describeBody(world, body),
            .ops = {SceneOp{op::SetTransform{body, pose}}, WorldOp{op::RefreshContacts{}}},
            .mergeKey = fieldKey("body", body, "move")};
}

Command editBodyCommand(const World& world, BodyId body, BodyDef def, std::string_view field)
{
    return {.label = fmt::format("Change {} of {}", field, describeBody(world, body)),
            .ops = {EditBody{body, world.bodyDef(body), std::move(def)}},
            .mergeKey = fieldKey("body", body, field)};
}

Command editShapeCommand(const World& world, ShapeId shape, ShapeDef def, std::string_view field)
{
    return {.label = fmt::format("Change {} of {}", field, describeBody(world, world.bodyOf(shape))),
            .ops = {SceneOp{op::SetShape{shape, std::move(def)}}},
            .mergeKey = fieldKey("shape", shape, field)};
}

Command editAllMaterialsCommand(const MaterialField& field, float value, std::string_view name)
{
    return {.label = fmt::format("Change {} of all shapes", name),
            .ops = {SetAllMaterials{std::string(field.key), value}},
            .mergeKey = fmt::format("all-materials.{}", field.key)};
}

Command settingsCommand(const WorldSettings& settings, std::string_view field)
{
    const SettingField* row = findSetting(field);
    return {.label = fmt::format("Change {}", row ? row->label : field),
            .ops = {WorldOp{op::SetSettings{settings}}},
            .mergeKey = fmt::format("settings.{}", field),
            .kind = CommandKind::Tune};
}

Command comparedSettingsCommand(std::vector<SettingsOverrides> worlds, std::string label,
                                std::string mergeKey)
{
    return {.label = std::move(label),
            .ops = {SetComparedSettings{std::move(worlds)}},
            .mergeKey = std::move(mergeKey),
            .kind = CommandKind::Tune};
}

Command openSceneCommand(Scene scene, std::filesystem::path path)
{
    std::string label = "Open " + (scene.title.empty() ? scene.name : scene.title);
    const bool isLab = path.empty() && findLabScene(scene.name) != nullptr;
    return {.label = std::move(label),
            .ops = {OpenScene{std::make_shared<const Scene>(std::move(scene)), std::move(path), isLab}},
            .kind = CommandKind::Open};
}

Command recoverSceneCommand(Scene scene)
{
    std::string label = "Recover " + (scene.title.empty() ? scene.name : scene.title);
    return {.label = std::move(label),
            .ops = {OpenScene{std::make_shared<const Scene>(std::move(scene)), {}, false, true}},
            .kind = CommandKind::Open};
}

Command playCommand(std::string label, Op op)
{
    return {.label = std::move(label), .ops = {WorldOp{std::move(op)}}, .kind = CommandKind::Play};
}

std::vector<BodyId> streamedBodies(const Document& document)
{
    std::vector<BodyId> bodies;
    document.world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        if (body.enabled && !document.scene.world.body(id).enabled) bodies.push_back(id);
    });
    return bodies;
}

Command restartCommand(const Document& document, bool settingsToo)
{
    Command command{.label = settingsToo ? "Restart with the scene's settings" : "Restart",
                    .ops = {Restart{}},
                    .kind = CommandKind::Play};
    if (!settingsToo) command.ops.push_back(WorldOp{op::SetSettings{document.world.settings()}});
    for (const BodyId body : streamedBodies(document)) command.ops.push_back(SceneOp{op::DestroyBody{body}});
    return command;
}

Command keepMomentCommand() { return {.label = "Keep this moment as the scene", .ops = {SetStart{}}}; }

} // namespace satbox::app
