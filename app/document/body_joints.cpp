#include "app/document/body_joints.h"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

namespace satbox::app {

namespace {

void scaleLengths(JointSpring& spring, JointLimit& limit, float factor)
{
    spring.target *= factor;
    limit.lower *= factor;
    limit.upper *= factor;
}

// Scales the lengths of a kind. Those that have none stay as they are.
struct LengthScaler {
    float factor;
    Position fixed;

    void operator()(DistanceJoint& kind) const
    {
        kind.length *= factor;
        scaleLengths(kind.spring, kind.limit, factor);
    }
    void operator()(PrismaticJoint& kind) const { scaleLengths(kind.spring, kind.limit, factor); }
    void operator()(WheelJoint& kind) const { scaleLengths(kind.spring, kind.limit, factor); }
    void operator()(PulleyJoint& kind) const
    {
        kind.length *= factor;
        for (Vec2* point : {&kind.groundA, &kind.groundB})
            *point = toVec2(fixed + factor * (Position(*point) - fixed));
    }
    void operator()(RevoluteJoint&) const {}
    void operator()(WeldJoint&) const {}
    void operator()(MotorJoint&) const {}
    void operator()(FilterJoint&) const {}
    void operator()(GearJoint& kind) const { kind.pitch *= factor; }
};

} // namespace

std::vector<JointOfBodies> jointsOfBodies(const World& world, std::span<const BodyId> bodies)
{
    std::map<BodyId, size_t> indexOf;
    for (size_t i = 0; i < bodies.size(); ++i) indexOf.emplace(bodies[i], i);
    const auto indexIn = [&](BodyId body) {
        const auto found = indexOf.find(body);
        return found == indexOf.end() ? std::nullopt : std::optional(found->second);
    };
    std::vector<JointOfBodies> joints;
    for (const JointId id : world.joints()) {
        JointDef def = world.jointDef(id);
        const std::optional<size_t> a = indexIn(def.bodyA), b = indexIn(def.bodyB);
        if (a || b) joints.push_back({.id = id, .def = std::move(def), .a = a, .b = b});
    }
    return joints;
}

JointCopies::JointCopies(const World& world, std::span<const BodyId> bodies, StaticBodies staticBodies)
{
    for (JointOfBodies& joint : jointsOfBodies(world, bodies)) {
        Copied copied{.joint = std::move(joint)};
        if (!copied.joint.a || !copied.joint.b) {
            const BodyId other = copied.joint.a ? copied.joint.def.bodyB : copied.joint.def.bodyA;
            if (staticBodies == StaticBodies::LeaveOut || world.body(other).type != BodyType::Static)
                continue;
            copied.staticRotation = world.motion(other).q;
        }
        joints_.push_back(std::move(copied));
    }
}

std::vector<JointDef> JointCopies::defsFor(std::span<const BodyId> copies, Vec2 offset) const
{
    std::vector<JointDef> defs;
    for (const Copied& copied : joints_) {
        JointDef& def = defs.emplace_back(copied.joint.def);
        const auto follow = [&](std::optional<size_t> index, BodyId& body, Vec2& anchor) {
            if (index)
                body = copies[*index];
            else
                anchor += invRotate(copied.staticRotation, offset);
        };
        follow(copied.joint.a, def.bodyA, def.anchorA);
        follow(copied.joint.b, def.bodyB, def.anchorB);
        if (auto* pulley = std::get_if<PulleyJoint>(&def.kind)) {
            pulley->groundA += offset;
            pulley->groundB += offset;
        }
    }
    return defs;
}

JointDef scaledJoint(const JointOfBodies& joint, const BodyScale& scale)
{
    JointDef def = joint.def;
    if (joint.a) def.anchorA *= scale.factor;
    if (joint.b) def.anchorB *= scale.factor;
    if (joint.a && joint.b) std::visit(LengthScaler{scale.factor.x, scale.fixed}, def.kind);
    return def;
}

} // namespace satbox::app
