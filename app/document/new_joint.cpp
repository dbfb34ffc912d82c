#include "app/document/new_joint.h"

#include "app/document/gear_teeth.h"
#include "app/document/joint_measure.h"
#include "app/text/joint_text.h"
#include "app/text/names.h"
#include <satbox/shapes.h>

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kMaxWorldArm = 100.0f; // m; anchors are floats: within 8 µm of where they should be

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
        return ropeLength(*pulley, joint.anchorA, joint.anchorB);
    return length(joint.anchorB - joint.anchorA);
}

// The bodies that can move and that joints connect with these two, including them.
std::vector<BodyId> connectedBodies(const World& world, BodyId a, BodyId b)
{
    std::map<BodyId, std::vector<BodyId>> neighbours;
    for (const JointId joint : world.joints()) {
        const JointDef def = world.jointDef(joint);
        neighbours[def.bodyA].push_back(def.bodyB);
        neighbours[def.bodyB].push_back(def.bodyA);
    }
    std::vector<BodyId> found;
    std::set<BodyId> visited;
    const auto add = [&](BodyId body) {
        if (!isFixed(world, body) && visited.insert(body).second) found.push_back(body);
    };
    add(a);
    add(b);
    for (size_t i = 0; i < found.size(); ++i)
        if (const auto of = neighbours.find(found[i]); of != neighbours.end())
            for (const BodyId body : of->second) add(body);
    return found;
}

// Lets these bodies start where they are now. Joints of theirs that have broken since the start are not there
// any more to keep them in place: in the start, they would be torn, so they are deleted.
std::vector<DocumentOp> moveStartOf(const Document& document, std::span<const BodyId> bodies)
{
    const World &world = document.world, &start = document.scene.world;
    std::vector<DocumentOp> ops;
    std::set<BodyId> moved;
    for (const BodyId body : bodies) {
        const WorldTransform pose = world.motion(body).transform();
        if (pose == start.motion(body).transform()) continue;
        moved.insert(body);
        ops.push_back(SceneOp{op::SetTransform{body, pose}});
    }
    if (moved.empty()) return ops;
    for (const JointId joint : start.joints()) {
        if (world.isValid(joint)) continue;
        const JointDef def = start.jointDef(joint);
        if (moved.contains(def.bodyA) || moved.contains(def.bodyB))
            ops.push_back(SceneOp{op::DestroyJoint{joint}});
    }
    ops.push_back(WorldOp{op::RefreshContacts{}});
    return ops;
}

} // namespace

std::vector<DocumentOp> moveStartOfJoined(const Document& document, BodyId a, BodyId b)
{
    return moveStartOf(document, connectedBodies(document.world, a, b));
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
    const auto* gear = std::get_if<GearJoint>(&joint.def.kind);
    if (gear && (a.isNull() || b.isNull()))
        return "A gear joint meshes the teeth of two bodies. Start and end it on a body.";
    if (gear && !gear->rack && length(joint.anchorB - joint.anchorA) < kMinSize)
        return "Both wheels have their centre at one point. Move one of them.";
    if (isFixed(world, a) && isFixed(world, b))
        return fmt::format("Neither of {} can move. A joint needs a dynamic or kinematic body.",
                           describeBothBodies(world, a, b));
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
    chooseTeeth(world, def);

    DraftedCommand draft;
    draft.command.label = "Create " + describeJoint(world, joint.def);
    const std::vector<BodyId> connected = connectedBodies(world, def.bodyA, def.bodyB);
    draft.command.ops = moveStartOf(document, connected);
    std::vector<DocumentOp>& ops = draft.command.ops;
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
