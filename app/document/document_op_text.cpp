#include "app/document/document_op_text.h"

#include "engine/model/definition_fields.h"
#include "engine/scene/field_json.h"
#include "engine/scene/joint_json.h"
#include "engine/scene/json_fields.h"
#include "engine/scene/json_text.h"
#include "engine/scene/op_json.h"
#include "engine/scene/scene_json.h"
#include "engine/scene/shape_reader.h"
#include "engine/scene/shape_writer.h"
#include <satbox/limits.h>
#include <satbox/scene/op_text.h>
#include <satbox/scene/scene.h>
#include <satbox/settings_table.h>

#include <array>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace satbox::app {
namespace {

// In the order of DocumentOp's alternatives.
constexpr std::array<std::string_view, std::variant_size_v<DocumentOp>> kOpNames{
    "changeWorld",   "changeScene",  "editBody",   "editJoint", "setAllMaterials", "deriveBody",
    "moveJoints",    "mirrorJoints", "mirrorBody", "restart",   "setStart",        "setComparedSettings",
    "setLayerNames", "openScene",    "pullBodies", "followStep"};
// In the order of CommandKind.
constexpr std::array<std::string_view, 4> kKindNames{"build", "tune", "play", "open"};

constexpr std::array<std::string_view, 2> kAxisNames{"vertical", "horizontal"};

constexpr size_t kMaxOps = 1'000'000;          // of a command
constexpr size_t kMaxListedBodies = 1'000'000; // in an operation
constexpr size_t kMaxWorlds = 100;             // that are compared
constexpr size_t kMaxTextBytes = 4'000;        // of labels, merge keys and paths

std::string overridesText(const SettingsOverrides& world)
{
    JsonObjectText object;
    if (world.peer) object.add("peer", jsonText(std::string_view(toString(*world.peer))));
    std::vector<std::string> keys;
    for (const std::string_view key : world.overriddenKeys) keys.push_back(jsonText(key));
    object.add("overrides", jsonArray(keys));
    if (std::string text = settingsText(world.values); !text.empty()) object.add("settings", text);
    return object.text();
}

std::string jointText(const JointDef& def)
{
    JsonObjectText object;
    object.add("bodyA", idText(def.bodyA));
    object.add("bodyB", idText(def.bodyB));
    addJointFields(object, def);
    return object.text();
}

struct Writer {
    JsonObjectText& object;

    void flag(std::string_view key, bool value) const
    {
        if (value) object.add(key, "true");
    }
    void ids(std::string_view key, std::span<const BodyId> bodies) const
    {
        std::vector<std::string> texts;
        for (const BodyId body : bodies) texts.push_back(idText(body));
        object.add(key, jsonArray(texts));
    }
    void mirror(const Mirror& mirror) const
    {
        object.add("axis", jsonText(kAxisNames[static_cast<size_t>(mirror.axis)]));
        object.add("point", jsonText(mirror.point));
    }

    void operator()(const WorldOp& op) const { object.add("operation", opText(op.op)); }
    void operator()(const SceneOp& op) const { object.add("operation", opText(op.op)); }
    void operator()(const EditBody& op) const
    {
        object.add("id", idText(op.body));
        object.add("before", bodyDefText(op.before));
        object.add("after", bodyDefText(op.after));
    }
    void operator()(const EditJoint& op) const
    {
        object.add("id", idText(op.joint));
        object.add("before", jointText(op.before));
        object.add("after", jointText(op.after));
    }
    void operator()(const SetAllMaterials& op) const
    {
        object.add("field", jsonText(op.field));
        object.add("value", jsonText(op.value));
    }
    void operator()(const DeriveBody& op) const
    {
        ids("sources", op.sources);
        object.add("localOrigin", jsonText(op.localOrigin));
    }
    void operator()(const MoveJoints& op) const
    {
        object.add("from", idText(op.from));
        std::vector<std::string> targets;
        for (const MoveJoints::Target& target : op.targets) {
            JsonObjectText item;
            item.add("id", idText(target.body));
            item.add("position", jsonText(target.frame.p));
            if (auto [key, text] = orientationText(target.frame.q); !key.empty()) item.add(key, text);
            targets.push_back(item.text());
        }
        object.add("targets", jsonArray(targets));
    }
    void operator()(const MirrorJoints& op) const
    {
        ids("bodies", op.bodies);
        mirror(op.mirror);
    }
    void operator()(const MirrorBody& op) const
    {
        object.add("id", idText(op.body));
        mirror(op.mirror);
    }
    void operator()(const Restart&) const {}
    void operator()(const SetStart&) const {}
    void operator()(const SetComparedSettings& op) const
    {
        std::vector<std::string> worlds;
        for (const SettingsOverrides& world : op.worlds) worlds.push_back(overridesText(world));
        object.add("worlds", jsonArray(worlds));
    }
    void operator()(const SetLayerNames& op) const
    {
        std::vector<std::string> names;
        for (const std::string& name : op.names) names.push_back(jsonText(name));
        object.add("names", jsonArray(names));
    }
    void operator()(const OpenScene& op) const
    {
        object.add("name", jsonText(op.scene->name));
        if (!op.path.empty()) object.add("path", jsonText(op.path.string()));
        flag("isLab", op.isLab);
        flag("isUnsaved", op.isUnsaved);
        object.add("scene", writeScene(*op.scene));
    }
    void operator()(const PullBodies& op) const
    {
        object.add("center", jsonText(op.center));
        object.add("radius", jsonText(op.radius));
        object.add("acceleration", jsonText(op.acceleration));
    }
    void operator()(const FollowedStep& op) const
    {
        object.add("dt", jsonText(op.dt));
        std::vector<std::string> bodies;
        for (const FollowedStep::Body& one : *op.bodies) {
            JsonObjectText item;
            item.add("id", idText(one.body));
            item.add("position", jsonText(one.motion.origin));
            if (auto [key, text] = orientationText(one.motion.rotation); !key.empty()) item.add(key, text);
            item.add("velocity", jsonText(one.motion.velocity));
            item.add("spin", jsonText(one.motion.spin));
            bodies.push_back(item.text());
        }
        object.add("bodies", jsonArray(bodies));
    }
};

SettingsOverrides readOverrides(const JsonLocation& location)
{
    const JsonFields fields(location, "the settings of a compared world", {"peer", "overrides", "settings"});
    std::vector<std::string_view> known;
    for (const SettingField& field : settingFields()) known.push_back(field.key);
    SettingsOverrides world;
    world.overriddenKeys.clear();
    const JsonLocation keys = fields.require("overrides");
    const JsonArray& items = readArray(keys, "keys of settings", 0, known.size());
    for (size_t i = 0; i < items.size(); ++i)
        world.overriddenKeys.push_back(known[readEnumName(element(keys, items, i), known)]);
    if (const auto settings = fields.find("settings")) world.values = readSettings(*settings);
    if (const auto peer = fields.find("peer")) {
        std::vector<std::string_view> names;
        for (const Peer one : kPeers) names.emplace_back(toString(one));
        world.peer = kPeers[readEnumName(*peer, names)];
    }
    return world;
}

bool readFlag(const JsonFields& fields, std::string_view key)
{
    const auto location = fields.find(key);
    return location && readBool(*location);
}

DocumentOp readWorldOp(const JsonLocation& location)
{
    return WorldOp{readOpAt(opFields(location, {"operation"}).require("operation"))};
}

DocumentOp readSceneOp(const JsonLocation& location)
{
    return SceneOp{readOpAt(opFields(location, {"operation"}).require("operation"))};
}

DocumentOp readEditBody(const JsonLocation& location)
{
    const JsonFields fields = opFields(location, {"id", "before", "after"});
    return EditBody{readId<BodyId>(fields.require("id")), readBodyDefAt(fields, "before"),
                    readBodyDefAt(fields, "after")};
}

JointDef readJoint(const JsonLocation& location)
{
    const JsonFields fields(location, "a joint", jointKeys({"bodyA", "bodyB"}));
    JointDef def = readJointDef(fields, {"bodyA", "bodyB"});
    def.bodyA = readId<BodyId>(fields.require("bodyA"));
    def.bodyB = readId<BodyId>(fields.require("bodyB"));
    return def;
}

DocumentOp readEditJoint(const JsonLocation& location)
{
    const JsonFields fields = opFields(location, {"id", "before", "after"});
    return EditJoint{readId<JointId>(fields.require("id")), readJoint(fields.require("before")),
                     readJoint(fields.require("after"))};
}

DocumentOp readSetAllMaterials(const JsonLocation& location)
{
    const JsonFields fields = opFields(location, {"field", "value"});
    std::vector<std::string_view> known;
    for (const MaterialField& field : materialNumbers()) known.push_back(field.key);
    const size_t field = readEnumName(fields.require("field"), known);
    return SetAllMaterials{std::string(known[field]), readFloat(fields.require("value"))};
}

std::vector<BodyId> readIds(const JsonLocation& location)
{
    const JsonArray& items = readArray(location, "ids of bodies", 1, kMaxListedBodies);
    std::vector<BodyId> ids;
    for (size_t i = 0; i < items.size(); ++i) ids.push_back(readId<BodyId>(element(location, items, i)));
    return ids;
}

DocumentOp readDeriveBody(const JsonLocation& location)
{
    const JsonFields fields = opFields(location, {"sources", "localOrigin"});
    return DeriveBody{readIds(fields.require("sources")), readVec2(fields.require("localOrigin"))};
}

DocumentOp readMoveJoints(const JsonLocation& location)
{
    const JsonFields fields = opFields(location, {"from", "targets"});
    MoveJoints op{.from = readId<BodyId>(fields.require("from")), .targets = {}};
    const JsonLocation targets = fields.require("targets");
    const JsonArray& items = readArray(targets, "bodies", 1, kMaxListedBodies);
    for (size_t i = 0; i < items.size(); ++i) {
        const JsonLocation item = element(targets, items, i);
        const JsonFields target(item, "a body", {"id", "position", "angle", "rotation"});
        op.targets.push_back({readId<BodyId>(target.require("id")),
                              {readVec2(target.require("position")), readOrientation(target)}});
    }
    return op;
}

Mirror readMirror(const JsonFields& fields)
{
    return {.axis = static_cast<MirrorAxis>(readEnumName(fields.require("axis"), kAxisNames)),
            .point = readPosition(fields.require("point"), 2.0 * kMaxPosition)};
}

DocumentOp readMirrorJoints(const JsonLocation& location)
{
    const JsonFields fields = opFields(location, {"bodies", "axis", "point"});
    return MirrorJoints{readIds(fields.require("bodies")), readMirror(fields)};
}

DocumentOp readMirrorBody(const JsonLocation& location)
{
    const JsonFields fields = opFields(location, {"id", "axis", "point"});
    return MirrorBody{readId<BodyId>(fields.require("id")), readMirror(fields)};
}

template<class EmptyOp>
DocumentOp readEmpty(const JsonLocation& location)
{
    opFields(location, {});
    return EmptyOp{};
}

DocumentOp readSetComparedSettings(const JsonLocation& location)
{
    const JsonFields fields = opFields(location, {"worlds"});
    const JsonLocation worlds = fields.require("worlds");
    const JsonArray& items = readArray(worlds, "worlds", 0, kMaxWorlds);
    SetComparedSettings op;
    for (size_t i = 0; i < items.size(); ++i) op.worlds.push_back(readOverrides(element(worlds, items, i)));
    return op;
}

DocumentOp readSetLayerNames(const JsonLocation& location)
{
    const JsonFields fields = opFields(location, {"names"});
    const JsonLocation names = fields.require("names");
    const JsonArray& items = readArray(names, "names of layers", 0, kMaxLayers);
    SetLayerNames op;
    for (size_t i = 0; i < items.size(); ++i)
        op.names.push_back(readText(element(names, items, i), kMaxLayerNameLength));
    return op;
}

DocumentOp readOpenScene(const JsonLocation& location)
{
    const JsonFields fields = opFields(location, {"name", "path", "isLab", "isUnsaved", "scene"});
    std::vector<std::string> notes; // a scene that was written has none
    auto scene = std::make_shared<Scene>(readSceneAt(fields.require("scene"), notes));
    scene->name = readText(fields.require("name"), kMaxTextBytes);
    OpenScene op{.scene = std::move(scene), .path = {}};
    if (const auto path = fields.find("path")) op.path = readText(*path, kMaxTextBytes);
    op.isLab = readFlag(fields, "isLab");
    op.isUnsaved = readFlag(fields, "isUnsaved");
    return op;
}

DocumentOp readPullBodies(const JsonLocation& location)
{
    const JsonFields fields = opFields(location, {"center", "radius", "acceleration"});
    return PullBodies{readPosition(fields.require("center"), 2.0 * kMaxPosition),
                      readFloat(fields.require("radius")), readFloat(fields.require("acceleration"))};
}

DocumentOp readFollowedStep(const JsonLocation& location)
{
    const JsonFields fields = opFields(location, {"dt", "bodies"});
    const JsonLocation list = fields.require("bodies");
    const JsonArray& items = readArray(list, "bodies", 0, kMaxListedBodies);
    auto bodies = std::make_shared<std::vector<FollowedStep::Body>>();
    for (size_t i = 0; i < items.size(); ++i) {
        const JsonLocation item = element(list, items, i);
        const JsonFields body(item, "a body", {"id", "position", "angle", "rotation", "velocity", "spin"});
        bodies->push_back({readId<BodyId>(body.require("id")),
                           {readPosition(body.require("position"), kMaxPosition), readOrientation(body),
                            readVec2(body.require("velocity")), readFloat(body.require("spin"))}});
    }
    return FollowedStep{readFloat(fields.require("dt")), std::move(bodies)};
}

// In the order of DocumentOp's alternatives.
constexpr std::array<DocumentOp (*)(const JsonLocation&), std::variant_size_v<DocumentOp>> kReaders{
    readWorldOp,         readSceneOp,        readEditBody,        readEditJoint,
    readSetAllMaterials, readDeriveBody,     readMoveJoints,      readMirrorJoints,
    readMirrorBody,      readEmpty<Restart>, readEmpty<SetStart>, readSetComparedSettings,
    readSetLayerNames,   readOpenScene,      readPullBodies,      readFollowedStep};

DocumentOp readDocumentOpAt(const JsonLocation& location)
{
    return kReaders[readOpName(location, "an operation on a document", kOpNames)](location);
}

Command readCommandAt(const JsonLocation& location)
{
    const JsonFields fields(location, "a command", {"label", "kind", "mergeKey", "ops"});
    Command command;
    command.label = readText(fields.require("label"), kMaxTextBytes);
    command.kind = static_cast<CommandKind>(readEnumName(fields.require("kind"), kKindNames));
    if (const auto key = fields.find("mergeKey")) command.mergeKey = readText(*key, kMaxTextBytes);
    const JsonLocation ops = fields.require("ops");
    const JsonArray& items = readArray(ops, "operations", 0, kMaxOps);
    for (size_t i = 0; i < items.size(); ++i) command.ops.push_back(readDocumentOpAt(element(ops, items, i)));
    return command;
}

// Like readJson(), with the limit of scene files.
template<class Read>
std::string readLine(std::string_view line, Read&& read)
{
    if (line.size() > kMaxSceneBytes)
        return fmt::format("{} bytes, expected at most {}", line.size(), kMaxSceneBytes);
    return readJson(line, std::forward<Read>(read));
}

} // namespace

std::string documentOpText(const DocumentOp& op)
{
    JsonObjectText object;
    object.add("op", jsonText(kOpNames[op.index()]));
    std::visit(Writer{object}, op);
    return jsonOnOneLine(object.text());
}

std::string commandText(const Command& command)
{
    JsonObjectText object;
    object.add("label", jsonText(command.label));
    object.add("kind", jsonText(kKindNames[static_cast<size_t>(command.kind)]));
    if (!command.mergeKey.empty()) object.add("mergeKey", jsonText(command.mergeKey));
    std::vector<std::string> ops;
    for (const DocumentOp& op : command.ops) ops.push_back(documentOpText(op));
    object.add("ops", jsonArray(ops));
    return jsonOnOneLine(object.text());
}

DocumentOpTextResult readDocumentOp(std::string_view line)
{
    DocumentOpTextResult result;
    result.error = readLine(line, [&](const JsonLocation& root) { result.op = readDocumentOpAt(root); });
    return result;
}

CommandTextResult readCommand(std::string_view line)
{
    CommandTextResult result;
    result.error = readLine(line, [&](const JsonLocation& root) { result.command = readCommandAt(root); });
    return result;
}

} // namespace satbox::app
