#include "engine/constraints/joint_constraints.h"

#include <algorithm>

namespace satbox {

namespace {

// fn(constraints) for the span of each kind.
template<class Fn>
void forEachKind(const JointConstraints& joints, Fn&& fn)
{
    std::apply([&](const auto&... constraints) { (fn(constraints), ...); }, joints);
}

template<class Constraint>
void prepareKind(std::span<Constraint>& constraints, const JointStore& joints, const BodyStore& bodies,
                 std::span<const uint32_t> rowOf, const StepContext& context, FrameArena& arena)
{
    const auto& map = joints.of<typename Constraint::Joint>();
    if (map.size() == 0) return;
    constraints = arena.make<Constraint>(map.size());
    size_t count = 0;
    const auto isActive = [&](uint32_t slot) {
        return slot != kNoIndex && rowOf[slot] != 0 && bodies.canBePushed(slot);
    };
    map.forEach([&](uint32_t slot, const auto& joint) {
        const ConstraintEdge edge = joint.edge(slot);
        if (!isActive(edge.bodyA) && !isActive(edge.bodyB)) return;
        const uint32_t rowB = edge.connectsBodies() ? rowOf[edge.bodyB] : 0;
        constraints[count++] = Constraint::prepare(joint, slot, {rowOf[edge.bodyA], rowB}, bodies, context);
    });
    constraints = constraints.first(count);
    std::sort(constraints.begin(), constraints.end(), [](const Constraint& a, const Constraint& b) {
        return a.row != b.row ? a.row < b.row : a.joint < b.joint;
    });
}

} // namespace

JointConstraints prepareJoints(const JointStore& joints, const BodyStore& bodies,
                               std::span<const uint32_t> rowOf, const StepContext& context, FrameArena& arena)
{
    JointConstraints prepared;
    std::apply(
        [&](auto&... constraints) { (prepareKind(constraints, joints, bodies, rowOf, context, arena), ...); },
        prepared);
    return prepared;
}

bool hasJoints(const JointConstraints& joints)
{
    bool any = false;
    forEachKind(joints, [&](const auto& constraints) { any |= !constraints.empty(); });
    return any;
}

JointConstraints jointsOfRows(const JointConstraints& joints, size_t first, size_t last)
{
    JointConstraints result = joints;
    const auto select = [&](auto& constraints) {
        const auto isBefore = [](size_t row) {
            return [row](const auto& c) { return static_cast<size_t>(c.row) < row; };
        };
        const auto begin = std::partition_point(constraints.begin(), constraints.end(), isBefore(first));
        constraints = {begin, std::partition_point(begin, constraints.end(), isBefore(last))};
    };
    std::apply([&](auto&... constraints) { (select(constraints), ...); }, result);
    return result;
}

void warmStartJoints(const JointConstraints& joints, std::span<BodyState> states, ContactRecorder* recorder)
{
    forEachKind(joints, [&]<class C>(const std::span<C>& constraints) {
        C::warmStart(constraints, states, recorder);
    });
}

void solveJoints(const JointConstraints& joints, std::span<BodyState> states, ContactRecorder* recorder)
{
    forEachKind(joints,
                [&]<class C>(const std::span<C>& constraints) { C::solve(constraints, states, recorder); });
}

void endJointSubstep(const JointConstraints& joints)
{
    forEachKind(joints, [](const auto& constraints) {
        for (auto& c : constraints) c.endSubstep();
    });
}

void storeJoints(const JointConstraints& constraints, JointStore& joints, const StepContext& context)
{
    joints.forEach([](uint32_t, auto& joint) { joint.clearImpulses(); });
    forEachKind(constraints, [&]<class C>(const std::span<C>& prepared) {
        auto& map = joints.of<typename C::Joint>();
        for (const C& c : prepared) c.store(map.at(c.joint), context);
    });
}

} // namespace satbox
