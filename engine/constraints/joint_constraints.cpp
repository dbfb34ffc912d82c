#include "engine/constraints/joint_constraints.h"

#include <algorithm>
#include <cstddef>

namespace satbox {

namespace {

template<class Constraint>
void prepareKind(std::span<Constraint>& constraints, const JointStore& joints, const BodyStore& bodies,
                 std::span<const uint32_t> rowOf, const StepContext& context, FrameArena& arena)
{
    const auto& map = joints.of<typename Constraint::Joint>();
    if (map.size() == 0) return;
    struct Active {
        uint32_t row, joint; // of a body that can be pushed; slot
        bool operator<(const Active& other) const
        {
            return row != other.row ? row < other.row : joint < other.joint;
        }
    };
    const std::span<Active> active = arena.make<Active>(map.size());
    size_t count = 0;
    const auto isActive = [&](uint32_t slot) {
        return slot != kNoIndex && rowOf[slot] != 0 && bodies.canBePushed(slot);
    };
    map.forEach([&](uint32_t slot, const auto& joint) {
        const ConstraintEdge edge = joint.edge(slot);
        if (isActive(edge.bodyA))
            active[count++] = {rowOf[edge.bodyA], slot};
        else if (isActive(edge.bodyB))
            active[count++] = {rowOf[edge.bodyB], slot};
    });
    std::sort(active.begin(), active.begin() + static_cast<std::ptrdiff_t>(count));
    constraints = arena.make<Constraint>(count);
    for (size_t i = 0; i < count; ++i) {
        const auto& joint = map.at(active[i].joint);
        const ConstraintEdge edge = joint.edge(active[i].joint);
        const uint32_t rowB = edge.connectsBodies() ? rowOf[edge.bodyB] : 0;
        constraints[i] =
            Constraint::prepare(joint, active[i].joint, {rowOf[edge.bodyA], rowB}, bodies, context);
    }
}

template<class Constraint>
std::span<Constraint> ofRows(std::span<Constraint> constraints, size_t first, size_t last)
{
    const auto isBefore = [](size_t row) {
        return [row](const Constraint& c) { return static_cast<size_t>(c.row) < row; };
    };
    const auto begin = std::partition_point(constraints.begin(), constraints.end(), isBefore(first));
    return {begin, std::partition_point(begin, constraints.end(), isBefore(last))};
}

template<class Constraint>
void storeKind(std::span<const Constraint> constraints, JointStore& joints, const StepContext& context)
{
    auto& map = joints.of<typename Constraint::Joint>();
    for (const Constraint& c : constraints) c.store(map.at(c.joint), context);
}

} // namespace

JointConstraints prepareJoints(const JointStore& joints, const BodyStore& bodies,
                               std::span<const uint32_t> rowOf, const StepContext& context, FrameArena& arena)
{
    JointConstraints prepared;
    prepareKind(prepared.mouse, joints, bodies, rowOf, context, arena);
    prepareKind(prepared.joints, joints, bodies, rowOf, context, arena);
    return prepared;
}

JointConstraints jointsOfRows(const JointConstraints& joints, size_t first, size_t last)
{
    JointConstraints result;
    result.mouse = ofRows(joints.mouse, first, last);
    result.joints = ofRows(joints.joints, first, last);
    return result;
}

void findTrees(JointConstraints& joints, FrameArena& arena)
{
    if (joints.joints.empty()) return;
    joints.tree = makeJointTree(joints.joints, arena);
    const RowRange rows = movableRowsOf(joints.joints);
    joints.firstRow = rows.first;
    joints.bodies = arena.make<JointBody>(rows.count);
}

namespace {

// See JointBody. The momentum of a body is kept, so its spin becomes slower.
void limitInertia(const JointConstraints& joints, std::span<BodyState> states)
{
    for (JointBody& body : joints.bodies) body = {};
    for (const JointConstraint& c : joints.joints) c.addStiffness(states, joints.bodies, joints.firstRow);
    const auto limited = [&](int32_t row, float full, float h) {
        if (full <= 0.0f) return full;
        JointBody& body = joints.bodies[static_cast<size_t>(row - joints.firstRow)];
        if (body.isLimited) return body.invInertia;
        body.isLimited = true;
        const float least = h * body.stiffness; // kg m^2
        body.invInertia = full;
        if (least * full > 1.0f) {
            body.invInertia = 1.0f / least;
            states[static_cast<size_t>(row)].w *= body.invInertia / full;
        }
        return body.invInertia;
    };
    for (JointConstraint& c : joints.joints) {
        c.invInertiaA = limited(c.rowA, c.fullInvInertiaA, c.h);
        c.invInertiaB = limited(c.rowB, c.fullInvInertiaB, c.h);
    }
    updateInertia(joints.tree, joints.bodies, joints.firstRow);
}

constexpr int kMaxTreePasses = 8;

} // namespace

void warmStartJoints(const JointConstraints& joints, std::span<BodyState> states, ContactRecorder* recorder)
{
    MouseConstraint::warmStart(joints.mouse, states, recorder);
    if (joints.joints.empty()) return;
    limitInertia(joints, states);
    JointConstraint::warmStart(joints.joints, states, recorder);
}

void solveJoints(const JointConstraints& joints, std::span<BodyState> states, JointPass pass,
                 ContactRecorder* recorder)
{
    const bool isRelaxing = pass == JointPass::Relax;
    if (!isRelaxing) MouseConstraint::solve(joints.mouse, states, recorder); // a spring does not relax
    if (joints.joints.empty()) return;
    if (isRelaxing) JointConstraint::beginRelaxing(joints.joints, states, recorder);
    for (JointConstraint& c : joints.tree.constraints) chooseTreeRows(c, pass);
    // Limits, motors and joints outside of the trees change what the trees solved, so both are solved in
    // turn. The end of a substep depends on the velocity not quite linearly, hence at least two passes of
    // Push.
    const int least = pass == JointPass::Push ? 2 : 1;
    for (int i = 1; i <= kMaxTreePasses; ++i) {
        const bool hasChanged = JointConstraint::solve(joints.joints, states, pass, recorder);
        solveJointTree(joints.tree, states, pass);
        if (!hasChanged && i >= least) break;
    }
    if (isRelaxing) JointConstraint::endRelaxing(joints.joints);
}

void correctJoints(const JointConstraints& joints, std::span<BodyState> states)
{
    for (JointConstraint& c : joints.tree.constraints) chooseTreeRows(c, JointPass::Correct);
    JointConstraint::correct(joints.joints, states);
    for (JointConstraint& c : joints.tree.constraints) updateToPoses(c, states);
    solveJointTree(joints.tree, states, JointPass::Correct);
    for (const TreeBody& body : joints.tree.bodies) {
        BodyState& state = states[static_cast<size_t>(body.row)];
        state.dp += Vec2{static_cast<float>(body.change[0]), static_cast<float>(body.change[1])};
        state.dq = integrate(state.dq, static_cast<float>(body.change[2]));
    }
}

void endJointSubstep(const JointConstraints& joints)
{
    for (MouseConstraint& c : joints.mouse) c.endSubstep();
    for (JointConstraint& c : joints.joints) c.endSubstep();
}

void storeJoints(const JointConstraints& constraints, JointStore& joints, const BodyStore& bodies,
                 const StepContext& context)
{
    const auto sleeps = [&](uint32_t slot) {
        return bodies.canBePushed(slot) && !bodies.slots.at(slot).awake;
    };
    joints.of<MouseJoint>().forEach([](uint32_t, MouseJoint& joint) { joint.clearImpulses(); });
    joints.of<Joint>().forEach([&](uint32_t, Joint& joint) {
        if (!sleeps(joint.bodyA) && !sleeps(joint.bodyB)) joint.clearImpulses();
    });
    storeKind<MouseConstraint>(constraints.mouse, joints, context);
    storeKind<JointConstraint>(constraints.joints, joints, context);
}

} // namespace satbox
