#include "app/document/new_joint.h"

#include "app/text/names.h"
#include <satbox/shapes.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kMaxWorldArm = 100.0f; // m; anchors are floats: within 8 µm of where they should be

std::string describeEnd(const World& world, BodyId body)
{
    return body.isNull() ? "the world" : describeBody(world, body);
}

// A static body without shapes near the point; null: there is none.
BodyId worldBodyNear(const World& world, Position point)
{
    BodyId found{};
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (found.isNull() && body.type == BodyType::Static &&
            length(point - motion.origin()) < kMaxWorldArm && world.shapesOf(id).empty())
            found = id;
    });
    return found;
}

// Where a body is, or where the body that stands for the world will be.
WorldTransform frameOf(const World& world, BodyId body, Position anchor)
{
    return body.isNull() ? WorldTransform{anchor, {}} : world.motion(body).transform();
}

void setLengths(JointDef& def, float length) // of what the joint holds, m
{
    if (auto* rod = std::get_if<DistanceJoint>(&def.kind)) {
        rod->length = rod->spring.target = length;
        rod->limit.lower = 0.0f;
        rod->limit.upper = length;
    }
    if (auto* pulley = std::get_if<PulleyJoint>(&def.kind)) pulley->length = length;
}

float lengthOf(const NewJoint& joint)
{
    if (const auto* pulley = std::get_if<PulleyJoint>(&joint.def.kind))
        return length(joint.anchorA - Position(pulley->groundA)) +
               pulley->ratio * length(joint.anchorB - Position(pulley->groundB));
    return length(joint.anchorB - joint.anchorA);
}

// The bodies that can move and that joints connect with these two, including them.
std::vector<BodyId> connectedBodies(const World& world, BodyId a, BodyId b)
{
    std::vector<BodyId> found;
    const auto add = [&](BodyId body) {
        if (!isFixed(world, body) && std::ranges::find(found, body) == found.end()) found.push_back(body);
    };
    add(a);
    add(b);
    for (size_t i = 0; i < found.size(); ++i)
        for (const JointId joint : world.jointsOf(found[i])) {
            const JointDef def = world.jointDef(joint);
            add(def.bodyA);
            add(def.bodyB);
        }
    return found;
}

} // namespace

bool isFixed(const World& world, BodyId body)
{
    return body.isNull() || world.body(body).type == BodyType::Static;
}

std::string describeBodiesOf(const World& world, const NewJoint& joint)
{
    return fmt::format("{} and {}", describeEnd(world, joint.def.bodyA), describeEnd(world, joint.def.bodyB));
}

std::string refusalOf(const World& world, const NewJoint& joint)
{
    const BodyId a = joint.def.bodyA, b = joint.def.bodyB;
    const bool isFilter = std::holds_alternative<FilterJoint>(joint.def.kind);
    if (a.isNull() && b.isNull())
        return "There is no body at either end of the joint. Start or end it on a body.";
    if (a == b)
        return fmt::format("Both ends of the joint are on {}. It needs two bodies, or a body and the world.",
                           describeBody(world, a));
    if (isFilter && (a.isNull() || b.isNull()))
        return "A filter joint keeps two bodies from colliding. Start and end it on a body.";
    if (isFixed(world, a) && isFixed(world, b))
        return fmt::format("Neither of {} can move. A joint needs a dynamic or kinematic body.",
                           describeBodiesOf(world, joint));
    if (std::holds_alternative<DistanceJoint>(joint.def.kind) && lengthOf(joint) < kMinSize)
        return "The ends of a distance joint are at one point. Place them apart.";
    return {};
}

DraftedCommand newJointCommand(const Document& document, const NewJoint& joint)
{
    const World& world = document.world;
    if (std::string refusal = refusalOf(world, joint); !refusal.empty())
        return {.refusal = std::move(refusal)};
    JointDef def = joint.def;
    if (def.bodyA.isNull()) def.bodyA = worldBodyNear(world, joint.anchorA);
    if (def.bodyB.isNull()) def.bodyB = worldBodyNear(world, joint.anchorB);
    const WorldTransform frameA = frameOf(world, def.bodyA, joint.anchorA),
                         frameB = frameOf(world, def.bodyB, joint.anchorB);
    def.anchorA = invTransformPoint(frameA, joint.anchorA);
    def.anchorB = invTransformPoint(frameB, joint.anchorB);
    def.angleA = joint.axis - angleOf(frameA.q);
    def.angleB = joint.axis - angleOf(frameB.q);
    setLengths(def, lengthOf(joint));

    DraftedCommand draft;
    draft.command.label =
        fmt::format("Create {} joint of {}", toString(def.kind), describeBodiesOf(world, joint));
    std::vector<DocumentOp>& ops = draft.command.ops;
    const std::vector<BodyId> connected = connectedBodies(world, def.bodyA, def.bodyB);
    for (const BodyId body : connected) {
        const WorldTransform pose = world.motion(body).transform();
        if (pose != document.scene.world.motion(body).transform())
            ops.push_back(SceneOp{op::SetTransform{body, pose}});
    }
    if (!ops.empty()) ops.push_back(WorldOp{op::RefreshContacts{}});
    // At most one end is the world: the other one's body is not created.
    const std::array ends{def.bodyA, def.bodyB};
    if (def.bodyA.isNull() || def.bodyB.isNull()) {
        ops.push_back(SceneOp{op::CreateBody{{.type = BodyType::Static,
                                              .position = def.bodyA.isNull() ? frameA.p : frameB.p,
                                              .name = "world"}}});
        (def.bodyA.isNull() ? def.bodyA : def.bodyB) = createdBody(0);
    }
    ops.push_back(SceneOp{op::CreateJoint{std::move(def)}});
    for (const BodyId body : ends)
        if (!isFixed(world, body)) ops.push_back(WorldOp{op::WakeBody{body}});
    return draft;
}

} // namespace satbox::app
