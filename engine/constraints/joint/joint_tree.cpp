#include "engine/constraints/joint/joint_tree.h"

#include <algorithm>

namespace satbox {

namespace {

using Vector = std::array<double, 3>;

Vector times(const SymmetricBlock& m, const Vector& v)
{
    return {m.xx * v[0] + m.xy * v[1] + m.xz * v[2], m.xy * v[0] + m.yy * v[1] + m.yz * v[2],
            m.xz * v[0] + m.yz * v[1] + m.zz * v[2]};
}

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector sum(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

SymmetricBlock inverseOf(const SymmetricBlock& m)
{
    const double x = m.yy * m.zz - m.yz * m.yz, y = m.xz * m.yz - m.xy * m.zz, z = m.xy * m.yz - m.xz * m.yy;
    const double det = m.xx * x + m.xy * y + m.xz * z;
    const double s = det != 0.0 ? 1.0 / det : 0.0;
    return {s * x,
            s * y,
            s * z,
            s * (m.xx * m.zz - m.xz * m.xz),
            s * (m.xy * m.xz - m.xx * m.yz),
            s * (m.xx * m.yy - m.xy * m.xy)};
}

// J v by row.
Vector product(const std::array<Vector, kMaxTreeRows>& jacobian, const Vector& v)
{
    return {dot(jacobian[0], v), dot(jacobian[1], v), dot(jacobian[2], v)};
}
// J^T l.
Vector transposed(const std::array<Vector, kMaxTreeRows>& jacobian, const Vector& l)
{
    Vector result{};
    for (size_t k = 0; k < kMaxTreeRows; ++k)
        for (size_t axis = 0; axis < 3; ++axis) result[axis] += jacobian[k][axis] * l[k];
    return result;
}

// J M J^T for rows J.
SymmetricBlock around(const std::array<Vector, kMaxTreeRows>& jacobian, const SymmetricBlock& m)
{
    const Vector x = times(m, jacobian[0]), y = times(m, jacobian[1]), z = times(m, jacobian[2]);
    return {dot(jacobian[0], x), dot(jacobian[0], y), dot(jacobian[0], z),
            dot(jacobian[1], y), dot(jacobian[1], z), dot(jacobian[2], z)};
}
std::array<Vector, kMaxTreeRows> columns(const std::array<Vector, kMaxTreeRows>& rows)
{
    std::array<Vector, kMaxTreeRows> result{};
    for (size_t k = 0; k < kMaxTreeRows; ++k)
        for (size_t axis = 0; axis < 3; ++axis) result[axis][k] = rows[k][axis];
    return result;
}

void add(SymmetricBlock& m, const SymmetricBlock& other)
{
    m.xx += other.xx;
    m.xy += other.xy;
    m.xz += other.xz;
    m.yy += other.yy;
    m.yz += other.yz;
    m.zz += other.zz;
}

// The joints of each body that can be pushed, by solver row.
struct JointsOfRows {
    int32_t first = 0;
    std::span<uint32_t> begin; // row - first -> its first entry in `joints`
    std::span<uint32_t> joints;

    size_t index(int32_t row) const { return static_cast<size_t>(row - first); }
    std::span<const uint32_t> of(size_t row) const
    {
        return joints.subspan(begin[row], begin[row + 1] - begin[row]);
    }
};

JointsOfRows listJoints(std::span<const JointConstraint> constraints, FrameArena& arena)
{
    JointsOfRows list;
    const auto [first, rows] = movableRowsOf(constraints);
    if (rows == 0) return list;
    list.first = first;
    list.begin = arena.make<uint32_t>(rows + 2);
    const auto forEachEntry = [&](auto&& fn) {
        for (uint32_t i = 0; i < constraints.size(); ++i)
            if (!constraints[i].isEmpty())
                forEachMovableRow(constraints[i], [&](int32_t row) { fn(list.index(row), i); });
    };
    forEachEntry([&](size_t row, uint32_t) { ++list.begin[row + 2]; });
    for (size_t row = 1; row < list.begin.size(); ++row) list.begin[row] += list.begin[row - 1];
    list.joints = arena.make<uint32_t>(list.begin.back());
    forEachEntry([&](size_t row, uint32_t joint) { list.joints[list.begin[row + 1]++] = joint; });
    list.begin = list.begin.first(rows + 1);
    return list;
}

} // namespace

JointTree makeJointTree(std::span<JointConstraint> constraints, FrameArena& arena)
{
    const JointsOfRows list = listJoints(constraints, arena);
    if (list.joints.empty()) return {};
    const size_t rows = list.begin.size() - 1;
    const std::span<uint32_t> rowOfBody = arena.make<uint32_t>(rows);
    const std::span<uint8_t> isReached = arena.make<uint8_t>(rows);
    const std::span<uint32_t> order = arena.make<uint32_t>(constraints.size()); // of the tree's joints
    JointTree tree{{}, arena.make<TreeJoint>(constraints.size()), arena.make<TreeBody>(rows)};
    size_t bodies = 0, joints = 0;
    const auto reach = [&](size_t row, const JointConstraint& c, bool isA) {
        isReached[row] = 1;
        rowOfBody[bodies] = static_cast<uint32_t>(row);
        TreeBody& body = tree.bodies[bodies++];
        body.row = list.first + static_cast<int32_t>(row);
        body.mass = 1.0 / static_cast<double>(isA ? c.invMassA : c.invMassB);
    };
    const auto takeJoint = [&](uint32_t i, uint32_t parent, bool parentIsA) {
        constraints[i].isInTree = true;
        tree.joints[joints] = {
            .parent = parent, .child = static_cast<uint32_t>(bodies), .parentIsA = parentIsA};
        order[joints++] = i;
    };
    // Breadth first from the body that was reached last.
    const auto grow = [&] {
        for (size_t body = bodies - 1; body < bodies; ++body) {
            for (const uint32_t i : list.of(rowOfBody[body])) {
                const JointConstraint& c = constraints[i];
                const bool parentIsA = c.invMassA > 0.0f && list.index(c.rowA) == rowOfBody[body];
                if (c.isInTree || (parentIsA ? c.invMassB : c.invMassA) <= 0.0f) continue;
                const size_t child = list.index(parentIsA ? c.rowB : c.rowA);
                if (isReached[child]) continue; // would close a loop
                takeJoint(i, static_cast<uint32_t>(body), parentIsA);
                reach(child, c, !parentIsA);
            }
        }
    };
    for (size_t row = 0; row < rows; ++row) {
        for (const uint32_t i : list.of(row)) {
            const JointConstraint& c = constraints[i];
            if (isReached[row] || (c.invMassA > 0.0f && c.invMassB > 0.0f)) continue;
            takeJoint(i, kNoIndex, c.invMassA <= 0.0f);
            reach(row, c, c.invMassA > 0.0f);
            grow();
        }
    }
    for (size_t row = 0; row < rows; ++row) {
        if (isReached[row] || list.of(row).empty()) continue;
        const JointConstraint& any = constraints[list.of(row).front()];
        reach(row, any, any.invMassA > 0.0f && list.index(any.rowA) == row);
        tree.bodies[bodies - 1].isRoot = true;
        grow();
    }
    // In a net, where many joints close loops, the trees would be solved in turn with all of these: that
    // takes four times as long as solving all joints one after the other, for the same accuracy.
    const auto loops = static_cast<size_t>(
        std::count_if(constraints.begin(), constraints.end(),
                      [](const JointConstraint& c) { return !c.isInTree && !c.isEmpty(); }));
    constexpr size_t kFewLoops = 10; // machines
    if (loops > kFewLoops && 3 * loops > 2 * joints) {
        for (JointConstraint& c : constraints) c.isInTree = false;
        return {};
    }
    const std::span<JointConstraint> sorted = arena.make<JointConstraint>(constraints.size());
    size_t end = 0;
    for (const uint32_t i : order.first(joints)) sorted[end++] = constraints[i];
    for (const JointConstraint& c : constraints)
        if (!c.isInTree) sorted[end++] = c;
    std::copy(sorted.begin(), sorted.end(), constraints.begin());
    tree.constraints = constraints.first(joints);
    tree.joints = tree.joints.first(joints);
    tree.bodies = tree.bodies.first(bodies);
    return tree;
}

void updateInertia(const JointTree& tree, std::span<const JointBody> bodies, int32_t firstRow)
{
    double greatest = 0.0; // kg m^2
    for (TreeBody& body : tree.bodies) {
        const float invInertia = bodies[static_cast<size_t>(body.row - firstRow)].invInertia;
        body.inertia = invInertia > 0.0f ? 1.0 / static_cast<double>(invInertia) : 0.0;
        greatest = std::max(greatest, body.inertia);
    }
    // A body that does not rotate gets an inertia so much greater that it hardly does, and no greater: the
    // elimination subtracts numbers of its size.
    constexpr double kFixed = 1e6;
    for (TreeBody& body : tree.bodies)
        if (body.inertia == 0.0) body.inertia = kFixed * (greatest + body.mass);
}

// The equations for the impulses l and the changes of velocity dv, with J the rows of a joint, b their errors
// and s their softness:
//   M dv = sum J^T l,   J dv + s l = -b
// A child, whose own joints are eliminated, has D dv = r + J_c^T l for the joint to its parent. So that joint
// has
//   l = -E^-1 (e + J_p dv_p),   E = s + J_c D^-1 J_c^T,   e = b + J_c D^-1 r
// which adds J_p^T E^-1 J_p to the parent's D and -J_p^T E^-1 e to its r.
void solveJointTree(const JointTree& tree, std::span<BodyState> states, JointPass pass)
{
    for (TreeBody& body : tree.bodies) {
        body.block = {body.mass, 0.0, 0.0, body.mass, 0.0, body.inertia};
        body.rest = body.change = {};
    }
    for (size_t i = tree.joints.size(); i-- > 0;) {
        TreeJoint& joint = tree.joints[i];
        TreeRows& rows = joint.rows = treeRows(tree.constraints[i], joint.parentIsA, states, pass);
        TreeBody& child = tree.bodies[joint.child];
        child.inverse = inverseOf(child.block);
        SymmetricBlock block = rows.softness;
        add(block, around(rows.child, child.inverse));
        rows.error = sum(rows.error, product(rows.child, times(child.inverse, child.rest)));
        joint.inverse = inverseOf(block);
        if (joint.parent == kNoIndex) continue;
        TreeBody& parent = tree.bodies[joint.parent];
        add(parent.block, around(columns(rows.parent), joint.inverse));
        const Vector push = transposed(rows.parent, times(joint.inverse, rows.error));
        for (size_t axis = 0; axis < 3; ++axis) parent.rest[axis] -= push[axis];
    }
    for (TreeBody& body : tree.bodies)
        if (body.isRoot) body.change = times(inverseOf(body.block), body.rest);
    for (size_t i = 0; i < tree.joints.size(); ++i) {
        const TreeJoint& joint = tree.joints[i];
        Vector error = joint.rows.error;
        if (joint.parent != kNoIndex)
            error = sum(error, product(joint.rows.parent, tree.bodies[joint.parent].change));
        Vector impulse = times(joint.inverse, error);
        for (double& l : impulse) l = -l;
        TreeBody& child = tree.bodies[joint.child];
        child.change = times(child.inverse, sum(child.rest, transposed(joint.rows.child, impulse)));
        if (pass != JointPass::Correct) applyTreeImpulse(tree.constraints[i], states, impulse);
    }
}

} // namespace satbox
