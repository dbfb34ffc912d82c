#include "engine/step/mouse_joints.h"

#include <algorithm>

namespace satbox {

namespace {

// True if the joint's body takes part in this step.
bool isActive(const WorldState& world, const SolverProblem& problem, const MouseJoint& joint)
{
    return problem.graph.rowOf[joint.body] != 0 && world.bodies.canMove(joint.body);
}

} // namespace

void prepareMouseJoints(const WorldState& world, FrameArena& arena, SolverStep& step)
{
    for (SolverGroup& group : step.graph.groups) group.mouseJoints = {};
    if (world.mouseJoints.size() == 0) return;
    step.mouseJoints = arena.make<MouseConstraint>(world.mouseJoints.size());
    size_t next = 0;
    for (uint32_t i = 0; i < world.mouseJoints.slotCount(); ++i) {
        if (!world.mouseJoints.isLive(i)) continue;
        const MouseJoint& joint = world.mouseJoints.at(i);
        const BodyMotion& m = world.bodies.motions[joint.body];
        if (!isActive(world, step, joint)) continue;
        const uint32_t row = step.graph.rowOf[joint.body];
        const Vec2 anchor = rotate(m.q, joint.localAnchor - m.localCenter);
        MouseConstraint& mouse = step.mouseJoints[next++];
        mouse = prepareMouse(joint, static_cast<int32_t>(row), m.invMass, m.invInertia, anchor,
                             (m.center - joint.target) + anchor, step.context);
        mouse.joint = i;
    }
    step.mouseJoints = step.mouseJoints.first(next);
    const auto row = [](const MouseConstraint& mouse) { return static_cast<size_t>(mouse.row); };
    std::sort(step.mouseJoints.begin(), step.mouseJoints.end(),
              [&](const MouseConstraint& a, const MouseConstraint& b) {
                  return row(a) != row(b) ? row(a) < row(b) : a.joint < b.joint;
              });
    auto first = step.mouseJoints.begin();
    for (SolverGroup& group : step.graph.groups) {
        const auto last = std::find_if(first, step.mouseJoints.end(), [&](const MouseConstraint& mouse) {
            return row(mouse) >= group.lastRow;
        });
        group.mouseJoints = {first, last};
        first = last;
    }
}

void storeMouseJoints(WorldState& world, const SolverStep& step)
{
    for (uint32_t i = 0; i < world.mouseJoints.slotCount(); ++i) {
        if (!world.mouseJoints.isLive(i)) continue;
        world.mouseJoints.at(i).impulse = {0.0f, 0.0f};
        world.mouseJoints.at(i).force = {0.0f, 0.0f};
    }
    for (const MouseConstraint& mouse : step.mouseJoints) {
        MouseJoint& joint = world.mouseJoints.at(mouse.joint);
        joint.impulse = mouse.impulse;
        joint.force = (1.0f / step.context.dt) * mouse.total;
    }
}

std::vector<uint32_t> mouseHeldBodies(const WorldState& world)
{
    std::vector<uint32_t> held;
    for (uint32_t i = 0; i < world.mouseJoints.slotCount(); ++i)
        if (world.mouseJoints.isLive(i)) held.push_back(world.mouseJoints.at(i).body);
    return held;
}

} // namespace satbox
