#include "app/text/joint_text.h"

#include "app/text/format.h"
#include "app/text/names.h"

#include <fmt/format.h>

#include <cmath>

namespace satbox::app {

namespace {

std::string describeEnd(const World& world, BodyId body)
{
    return body.isNull() ? "the world" : describeBody(world, body);
}

std::string bodiesOf(const World& world, BodyId a, BodyId b)
{
    if (isFixed(world, a) && !isFixed(world, b)) return describeBody(world, b);
    if (isFixed(world, b) && !isFixed(world, a)) return describeBody(world, a);
    return describeBothBodies(world, a, b);
}

} // namespace

bool isFixed(const World& world, BodyId body)
{
    return body.isNull() || (world.isValid(body) && world.body(body).type == BodyType::Static);
}

std::string describeBothBodies(const World& world, BodyId a, BodyId b)
{
    return fmt::format("{} and {}", describeEnd(world, a), describeEnd(world, b));
}

std::string describeJoint(const World& world, const JointDef& def)
{
    if (!def.name.empty()) return def.name;
    return fmt::format("{} joint of {}", toString(def.kind), bodiesOf(world, def.bodyA, def.bodyB));
}

std::string describeJoint(const World& world, JointId joint)
{
    return world.isValid(joint) ? describeJoint(world, world.jointDef(joint)) : "joint";
}

std::string brokenJointSentence(const World& world, const World& start, const JointBrokenEvent& event)
{
    const JointDef def = start.jointDef(event.joint);
    const bool isKnown = start.isValid(event.joint) && def.bodyA == event.bodyA && def.bodyB == event.bodyB;
    const std::string name =
        isKnown ? describeJoint(world, def) : "joint of " + bodiesOf(world, event.bodyA, event.bodyB);
    const bool byForce = !isKnown || (def.breakForce > 0.0f && event.force > def.breakForce);
    return fmt::format("{} broke at {}.", withUpperFirst(name),
                       byForce ? formatQuantity(static_cast<double>(event.force), "N")
                               : formatQuantity(std::abs(static_cast<double>(event.torque)), "N m"));
}

} // namespace satbox::app
