#include "app/document/document_op.h"

#include "app/document/derived_body.h"
#include "app/document/gear_teeth.h"
#include "app/document/joint_ops.h"
#include "engine/core/assert.h"
#include "engine/model/definition_fields.h"
#include "engine/model/joint_fields.h"
#include <satbox/validate.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>
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

// Sets the fields of `owner`, a joint or a part of it, that differ between the other two.
template<class Owner>
void applyEdits(Owner& owner, const Owner& before, const Owner& after)
{
    if constexpr (!std::is_empty_v<Owner>)
        for (const auto& field : fieldsOf(static_cast<const Owner*>(nullptr)))
            std::visit(
                [&](auto member) {
                    if constexpr (kIsJointPart<std::remove_cvref_t<decltype(owner.*member)>>)
                        applyEdits(owner.*member, before.*member, after.*member);
                    else if (before.*member != after.*member)
                        owner.*member = after.*member;
                },
                field.member);
    // With another value than before at the other end, that end gives way.
    if constexpr (std::is_same_v<Owner, JointLimit>) {
        if (before.lower != after.lower) owner.upper = std::max(owner.upper, owner.lower);
        if (before.upper != after.upper) owner.lower = std::min(owner.lower, owner.upper);
    }
}

JointDef withEdits(JointDef def, const JointDef& before, const JointDef& after)
{
    applyEdits(def, before, after);
    if (before.bodyA != after.bodyA) def.bodyA = after.bodyA;
    if (before.bodyB != after.bodyB) def.bodyB = after.bodyB;
    if (before.kind.index() != after.kind.index() || def.kind.index() != after.kind.index())
        def.kind = after.kind;
    else
        std::visit(
            [&]<class Kind>(Kind& kind) {
                applyEdits(kind, std::get<Kind>(before.kind), std::get<Kind>(after.kind));
            },
            def.kind);
    return def;
}

const MaterialField* findMaterialField(std::string_view key)
{
    for (const MaterialField& field : materialNumbers())
        if (field.key == key) return &field;
    return nullptr;
}

struct Performer {
    Document& document;
    TaskExecutor* executor;

    OpResult refuseStale(std::span<const BodyId> bodies) const
    {
        for (const BodyId body : bodies)
            if (!document.world.isValid(body)) return {.refusal = "The body no longer exists."};
        return {};
    }

    OpResult operator()(const WorldOp& op) const { return applyTo(document.world, op.op, executor); }

    OpResult operator()(const SceneOp& op) const
    {
        if (const op::CreateJoint* joint = std::get_if<op::CreateJoint>(&op.op)) {
            const BodyId bodies[]{joint->def.bodyA, joint->def.bodyB};
            if (OpResult stale = refuseStale(bodies); !stale.ok()) return stale;
            return createJointInBoth(document.world, document.scene.world, joint->def);
        }
        if (const op::DestroyJoint* joint = std::get_if<op::DestroyJoint>(&op.op))
            return destroyJointInBoth(document.world, document.scene.world, joint->joint);
        OpResult result = applyTo(document.world, op.op, nullptr);
        if (!result.ok()) return result;
        World& start = document.scene.world;
        const OpResult atStart = start.apply(op.op);
        SATBOX_ASSERT(atStart.ok() && atStart.body == result.body && atStart.shape == result.shape,
                      "the scene's start has the same bodies and shapes as the world");
        static_cast<void>(atStart);
        return result;
    }

    OpResult operator()(const EditBody& op) const
    {
        OpResult result = applyTo(document.world, op::SetBody{op.body, op.after}, nullptr);
        if (!result.ok()) return result;
        World& start = document.scene.world;
        start.setBodyDef(op.body, withEdits(start.bodyDef(op.body), op.before, op.after));
        return result;
    }

    OpResult operator()(const EditJoint& op) const
    {
        World& start = document.scene.world;
        if (!document.world.isValid(op.joint) || !start.isValid(op.joint))
            return {.refusal = "The joint no longer exists."};
        JointDef atStart = withEdits(start.jointDef(op.joint), op.before, op.after);
        // The teeth of a gear mesh where the bodies are, which is elsewhere at the start.
        const bool isMoved = op.before.anchorA != op.after.anchorA || op.before.anchorB != op.after.anchorB;
        if (isMoved || op.before.kind != op.after.kind) meshTeeth(start, atStart);
        if (std::string refusal = validate(atStart); !refusal.empty()) return {.refusal = std::move(refusal)};
        OpResult result = applyTo(document.world, op::SetJoint{op.joint, op.after}, nullptr);
        if (result.ok()) start.setJointDef(op.joint, atStart);
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
        if (OpResult stale = refuseStale(op.sources); !stale.ok()) return stale;
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

    OpResult operator()(const MoveJoints& op) const
    {
        if (op.targets.empty()) return {.refusal = "There is no body to move the joints to."};
        std::vector<BodyId> bodies{op.from};
        for (const MoveJoints::Target& target : op.targets) bodies.push_back(target.body);
        if (OpResult stale = refuseStale(bodies); !stale.ok()) return stale;
        return moveJoints(document.world, document.scene.world, op);
    }

    OpResult operator()(const MirrorJoints& op) const
    {
        if (OpResult stale = refuseStale(op.bodies); !stale.ok()) return stale;
        return mirrorJoints(document.world, document.scene.world, op);
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
    OpResult operator()(const FollowedStep& op) const { return app::perform(document.world, op); }
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
    return (world && std::holds_alternative<op::Step>(world->op)) || std::holds_alternative<FollowedStep>(op);
}

float secondsOf(const DocumentOp& op)
{
    if (const FollowedStep* step = std::get_if<FollowedStep>(&op)) return step->dt;
    SATBOX_ASSERT(isStep(op), "only steps take time");
    return std::get<op::Step>(std::get<WorldOp>(op).op).dt;
}

bool hasFollowedStep(std::span<const DocumentOp> ops)
{
    return std::ranges::any_of(ops,
                               [](const DocumentOp& op) { return std::holds_alternative<FollowedStep>(op); });
}

bool replacesWorld(const DocumentOp& op)
{
    return std::holds_alternative<Restart>(op) || std::holds_alternative<OpenScene>(op);
}

bool changesScene(const DocumentOp& op)
{
    return !std::holds_alternative<WorldOp>(op) && !std::holds_alternative<Restart>(op) &&
           !std::holds_alternative<SetComparedSettings>(op) && !std::holds_alternative<PullBodies>(op) &&
           !std::holds_alternative<FollowedStep>(op);
}

} // namespace satbox::app
