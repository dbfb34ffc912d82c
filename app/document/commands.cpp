#include "app/document/commands.h"

#include "app/document/body_joints.h"
#include "app/document/groups.h"
#include "app/document/new_joint.h"
#include "app/text/joint_text.h"
#include "app/text/names.h"
#include "engine/model/definition_fields.h"
#include <satbox/scene/builders.h>
#include <satbox/settings_table.h>

#include <fmt/format.h>

namespace satbox::app {

namespace {

template<class Tag>
std::string fieldKey(const char* kind, Handle<Tag> id, std::string_view field)
{
    return fmt::format("{}.{}.{}.{}", kind, id.index, id.generation, field);
}

} // namespace

void addBody(std::vector<DocumentOp>& ops, DocumentOp creation, std::vector<ShapeDef> shapes)
{
    ops.push_back(std::move(creation));
    for (ShapeDef& shape : shapes) ops.push_back(SceneOp{op::AddShape{{}, std::move(shape)}});
}

std::vector<ShapeDef> shapeDefsOf(const World& world, BodyId body)
{
    std::vector<ShapeDef> shapes;
    for (const ShapeId shape : world.shapesOf(body)) shapes.push_back(world.shapeDef(shape));
    return shapes;
}

Command createBodyCommand(std::string label, BodyDef body, std::vector<ShapeDef> shapes)
{
    Command command{.label = std::move(label), .ops = {}};
    addBody(command.ops, SceneOp{op::CreateBody{std::move(body)}}, std::move(shapes));
    return command;
}

std::vector<DocumentOp> copyOps(const World& world, std::span<const BodyId> bodies,
                                std::span<const Vec2> offsets)
{
    std::vector<uint32_t> groups;
    for (const BodyId body : bodies) groups.push_back(world.body(body).group);
    CopiedGroups copies(world);
    const JointCopies joints(world, bodies, JointCopies::StaticBodies::Keep);
    std::vector<BodyId> created(bodies.size());
    size_t count = 0;
    std::vector<DocumentOp> ops;
    for (const Vec2 offset : offsets) {
        copies.beginCopy(groups);
        for (BodyId& copy : created) copy = createdBody(count++);
        for (const BodyId body : bodies) {
            BodyDef copy = world.bodyDef(body);
            copy.position += offset;
            copy.awake = true;
            copy.group = copies.of(copy.group);
            addBody(ops, SceneOp{op::CreateBody{std::move(copy)}}, shapeDefsOf(world, body));
        }
        for (JointDef& joint : joints.defsFor(created, offset))
            ops.push_back(SceneOp{op::CreateJoint{std::move(joint)}});
    }
    return ops;
}

Command duplicateBodiesCommand(const World& world, std::span<const BodyId> bodies, Vec2 offset)
{
    return {.label = "Duplicate " + describeBodies(world, bodies.front(), bodies.size()),
            .ops = copyOps(world, bodies, {&offset, 1})};
}

Command placeBodiesCommand(const World& world, std::string_view verb,
                           std::span<const BodyPlacement> placements, const JointEdits& joints)
{
    Command command;
    for (const BodyPlacement& placement : placements) {
        command.ops.push_back(SceneOp{op::SetTransform{placement.body, placement.pose}});
        for (const auto& [shape, def] : placement.shapes)
            command.ops.push_back(SceneOp{op::SetShape{shape, def}});
    }
    for (const auto& [joint, def] : joints) command.ops.push_back(SceneOp{op::SetJoint{joint, def}});
    command.ops.push_back(WorldOp{op::RefreshContacts{}});
    const BodyId first = placements.front().body;
    command.label = fmt::format("{} {}", verb, describeBodies(world, first, placements.size()));
    command.mergeKey = fmt::format("{}.{}", fieldKey("bodies", first, verb), placements.size());
    return command;
}

Command moveBodyCommand(const World& world, BodyId body, const WorldTransform& pose)
{
    const BodyPlacement placement{.body = body, .pose = pose};
    return placeBodiesCommand(world, "Move", {&placement, 1});
}

Command deleteBodiesCommand(const World& world, std::span<const BodyId> bodies)
{
    Command command;
    command.label = "Delete " + describeBodies(world, bodies.front(), bodies.size());
    for (const BodyId body : bodies) command.ops.push_back(SceneOp{op::DestroyBody{body}});
    return command;
}

Command editBodiesCommand(const World& world, const BodyEdits& edits, std::string_view field)
{
    const BodyId first = edits.front().first;
    Command command;
    command.label = fmt::format("Change {} of {}", field, describeBodies(world, first, edits.size()));
    command.mergeKey = fmt::format("{}.{}", fieldKey("body", first, field), edits.size());
    for (const auto& [body, def] : edits) command.ops.push_back(EditBody{body, world.bodyDef(body), def});
    return command;
}

Command editShapesCommand(const World& world, const ShapeEdits& edits, std::string_view field)
{
    const ShapeId first = edits.front().first;
    Command command;
    const std::string whose =
        edits.size() == 1 ? describeBody(world, world.bodyOf(first)) : fmt::format("{} shapes", edits.size());
    command.label = fmt::format("Change {} of {}", field, whose);
    command.mergeKey = fmt::format("{}.{}", fieldKey("shape", first, field), edits.size());
    for (const auto& [shape, def] : edits) command.ops.push_back(SceneOp{op::SetShape{shape, def}});
    return command;
}

Command editBodyCommand(const World& world, BodyId body, BodyDef def, std::string_view field)
{
    return editBodiesCommand(world, {{body, std::move(def)}}, field);
}

Command editShapeCommand(const World& world, ShapeId shape, ShapeDef def, std::string_view field)
{
    return editShapesCommand(world, {{shape, std::move(def)}}, field);
}

Command editJointCommand(const World& world, JointId joint, JointDef def, std::string_view field,
                         std::string_view verb)
{
    const std::string what = fmt::format("{} {}", verb, field);
    return {.label = fmt::format("{} of {}", what, describeJoint(world, joint)),
            .ops = {EditJoint{joint, world.jointDef(joint), std::move(def)}},
            .mergeKey = fieldKey("joint", joint, what)};
}

Command refitJointCommand(const Document& document, JointId joint, JointDef def, std::string_view field,
                          std::string_view verb)
{
    Command command = editJointCommand(document.world, joint, def, field, verb);
    command.ops = moveStartOfJoined(document, def.bodyA, def.bodyB);
    command.ops.push_back(SceneOp{op::SetJoint{joint, std::move(def)}});
    return command;
}

Command deleteJointCommand(const World& world, JointId joint)
{
    return {.label = "Delete " + describeJoint(world, joint), .ops = {SceneOp{op::DestroyJoint{joint}}}};
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
    if (!settingsToo && document.world.settings() != document.scene.world.settings())
        command.ops.push_back(WorldOp{op::SetSettings{document.world.settings()}});
    for (const BodyId body : streamedBodies(document)) command.ops.push_back(SceneOp{op::DestroyBody{body}});
    return command;
}

Command keepMomentCommand() { return {.label = "Keep this moment as the scene", .ops = {SetStart{}}}; }

} // namespace satbox::app
