#include "app/document/document_op.h"

#include "app/document/derived_body.h"
#include "engine/core/assert.h"
#include "engine/model/definition_fields.h"
#include "engine/world/world_access.h"
#include <satbox/validate.h>

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace satbox::app {

namespace {

// The message for an operation on a body, shape or joint that no longer exists; empty if its ids are valid.
std::string staleSentence(const World& world, const Op& op)
{
    return std::visit(
        [&](const auto& one) -> std::string {
            if constexpr (requires { one.body; })
                if (!world.isValid(one.body)) return "The body no longer exists.";
            if constexpr (requires { one.shape; })
                if (!world.isValid(one.shape)) return "The shape no longer exists.";
            if constexpr (requires { one.joint; })
                if (!world.isValid(one.joint)) return "The joint no longer exists.";
            return {};
        },
        op);
}

OpResult applyTo(World& world, const Op& op, TaskExecutor* executor)
{
    if (std::string stale = staleSentence(world, op); !stale.empty()) return {.refusal = std::move(stale)};
    return world.apply(op, nullptr, executor);
}

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

const MaterialField* findMaterialField(std::string_view key)
{
    for (const MaterialField& field : materialFields())
        if (field.key == key) return &field;
    return nullptr;
}

struct Performer {
    Document& document;
    TaskExecutor* executor;

    OpResult operator()(const WorldOp& op) const { return applyTo(document.world, op.op, executor); }

    OpResult operator()(const SceneOp& op) const
    {
        if (const auto* creation = std::get_if<op::CreateJoint>(&op.op)) return createJoint(*creation);
        OpResult result = applyTo(document.world, op.op, nullptr);
        if (!result.ok()) return result;
        const OpResult atStart = document.scene.world.apply(op.op);
        SATBOX_ASSERT(atStart.ok() && atStart.body == result.body && atStart.shape == result.shape,
                      "the scene's start has the same bodies and shapes as the world");
        static_cast<void>(atStart);
        return result;
    }

    // The new joint has the same id in both worlds. Joints that broke left slots that are free in the current
    // world only: while the joint is created there, others fill these.
    OpResult createJoint(const op::CreateJoint& op) const
    {
        if (!document.world.isValid(op.def.bodyA) || !document.world.isValid(op.def.bodyB))
            return {.refusal = "The body no longer exists."};
        if (std::string refusal = validate(op.def); !refusal.empty()) return {.refusal = std::move(refusal)};
        const std::optional<size_t> needed = fillersFor(op);
        if (!needed)
            return {.refusal = "A joint cannot be added now: joints that broke since the start would get its "
                               "place. Restart first."};
        std::vector<JointId> fillers;
        OpResult result = document.world.apply(op);
        while (result.ok() && fillers.size() < *needed) {
            fillers.push_back(result.joint);
            result = document.world.apply(op);
        }
        for (auto filler = fillers.rbegin(); filler != fillers.rend(); ++filler)
            document.world.destroyJoint(*filler);
        if (!result.ok()) return result;
        const JointId atStart = document.scene.world.createJoint(op.def);
        SATBOX_ASSERT(atStart == result.joint, "the scene's start has the same joints as the world");
        static_cast<void>(atStart);
        return result;
    }
    // How many joints createJoint() adds and removes; nothing if the ids would differ in any case.
    std::optional<size_t> fillersFor(const op::CreateJoint& op) const
    {
        const auto slots = [](const World& world) { return stateOf(world).joints.of<Joint>().slotHistory(); };
        if (slots(document.world) == slots(document.scene.world)) return 0;
        World now = document.world, start = document.scene.world; // which the search changes
        const JointId wanted = start.createJoint(op.def);
        for (size_t fillers = 0; fillers < start.joints().size(); ++fillers)
            if (now.createJoint(op.def) == wanted) return fillers;
        return std::nullopt;
    }

    OpResult operator()(const EditBody& op) const
    {
        OpResult result = applyTo(document.world, op::SetBody{op.body, op.after}, nullptr);
        if (!result.ok()) return result;
        World& start = document.scene.world;
        start.setBodyDef(op.body, withEdits(start.bodyDef(op.body), op.before, op.after));
        return result;
    }

    OpResult operator()(const SetAllMaterials& op) const
    {
        const MaterialField* field = findMaterialField(op.field);
        if (!field) return {.refusal = fmt::format("Materials have no property {}.", op.field)};
        const auto member = std::get<float Material::*>(field->member);
        Material probe;
        probe.*member = op.value;
        if (std::string refusal = validate(probe); !refusal.empty()) return {.refusal = std::move(refusal)};
        for (World* world : {&document.world, &document.scene.world}) {
            std::vector<ShapeId> shapes;
            world->forEachShape([&](ShapeId id, const BodyShape&) { shapes.push_back(id); });
            for (const ShapeId id : shapes) {
                ShapeDef def = world->shapeDef(id);
                def.material.*member = op.value;
                world->setShapeDef(id, def);
            }
        }
        return {};
    }

    OpResult operator()(const DeriveBody& op) const
    {
        if (op.sources.empty()) return {.refusal = "There is no body to make another one from."};
        for (const BodyId source : op.sources)
            if (!document.world.isValid(source)) return {.refusal = "The body no longer exists."};
        const BodyDef atStart = derivedBody(document.scene.world, op.sources, op.localOrigin);
        if (std::string refusal = validate(atStart); !refusal.empty()) return {.refusal = std::move(refusal)};
        OpResult result =
            document.world.apply(op::CreateBody{derivedBody(document.world, op.sources, op.localOrigin)});
        if (!result.ok()) return result;
        const BodyId created = document.scene.world.createBody(atStart);
        SATBOX_ASSERT(created == result.body, "the scene's start has the same bodies as the world");
        static_cast<void>(created);
        return result;
    }

    OpResult operator()(const MirrorBody& op) const
    {
        if (!document.world.isValid(op.body)) return {.refusal = "The body no longer exists."};
        const auto refusalIn = [&](const World& world) {
            return validate(mirrored(world.bodyDef(op.body), op.mirror));
        };
        for (const World* world : {&document.world, &document.scene.world})
            if (std::string refusal = refusalIn(*world); !refusal.empty())
                return {.refusal = std::move(refusal)};
        for (World* world : {&document.world, &document.scene.world}) {
            // The shapes first: the velocity is that of the centre of mass, which they move.
            const BodyDef def = mirrored(world->bodyDef(op.body), op.mirror);
            for (const ShapeId shape : world->shapesOf(op.body))
                world->setShapeDef(shape, mirrored(world->shapeDef(shape), op.mirror.axis));
            world->setBodyDef(op.body, def);
        }
        return {};
    }

    OpResult operator()(const Restart&) const
    {
        document.world = document.scene.world;
        return {};
    }
    OpResult operator()(const SetStart&) const
    {
        document.scene.world = document.world;
        return {};
    }
    OpResult operator()(const SetComparedSettings& op) const
    {
        document.comparedSettings = op.worlds;
        return {};
    }
    OpResult operator()(const SetLayerNames& op) const
    {
        if (op.names.size() > kMaxLayers)
            return {.refusal = fmt::format("A scene has at most {} layers.", kMaxLayers)};
        for (const std::string& name : op.names)
            if (name.size() > kMaxLayerNameLength)
                return {.refusal =
                            fmt::format("The name of a layer has at most {} bytes.", kMaxLayerNameLength)};
        document.scene.layers = op.names;
        return {};
    }
    OpResult operator()(const OpenScene& op) const
    {
        document.scene = *op.scene;
        document.world = op.scene->world;
        document.path = op.path;
        document.isLab = op.isLab;
        return {};
    }
    OpResult operator()(const PullBodies& op) const
    {
        if (!isFinite(op.center) || !std::isfinite(op.acceleration) || !(op.radius > 0.0f))
            return {.refusal = "The magnet needs a finite position, a radius above 0 and a finite strength."};
        for (op::ApplyForce& force : forcesOf(op, document.world)) document.world.apply(force);
        return {};
    }
};

} // namespace

bool operator==(const OpenScene& a, const OpenScene& b)
{
    return a.path == b.path && a.isLab == b.isLab && a.isUnsaved == b.isUnsaved &&
           (a.scene == b.scene || writeScene(*a.scene) == writeScene(*b.scene));
}

OpResult perform(Document& document, const DocumentOp& op, TaskExecutor* executor)
{
    return std::visit(Performer{document, executor}, op);
}

bool isStep(const DocumentOp& op)
{
    const WorldOp* world = std::get_if<WorldOp>(&op);
    return world && std::holds_alternative<op::Step>(world->op);
}

bool replacesWorld(const DocumentOp& op)
{
    return std::holds_alternative<Restart>(op) || std::holds_alternative<OpenScene>(op);
}

bool changesScene(const DocumentOp& op)
{
    return !std::holds_alternative<WorldOp>(op) && !std::holds_alternative<Restart>(op) &&
           !std::holds_alternative<SetComparedSettings>(op) && !std::holds_alternative<PullBodies>(op);
}

} // namespace satbox::app
