#include "engine/constraints/joint/joint_tree.h"

#include <algorithm>
#include <limits>

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

JointsOfRows listJoints(std::span<const JointLink> links, FrameArena& arena)
{
    JointsOfRows list;
    const auto [first, rows] = movableRowsOf(links);
    if (rows == 0) return list;
    list.first = first;
    list.begin = arena.make<uint32_t>(rows + 2);
    const auto forEachEntry = [&](auto&& fn) {
        for (uint32_t i = 0; i < links.size(); ++i)
            forEachMovableRow(links[i], [&](int32_t row) { fn(list.index(row), i); });
    };
    forEachEntry([&](size_t row, uint32_t) { ++list.begin[row + 2]; });
    for (size_t row = 1; row < list.begin.size(); ++row) list.begin[row] += list.begin[row - 1];
    list.joints = arena.make<uint32_t>(list.begin.back());
    forEachEntry([&](size_t row, uint32_t joint) { list.joints[list.begin[row + 1]++] = joint; });
    list.begin = list.begin.first(rows + 1);
    return list;
}

} // namespace

RowRange movableRowsOf(std::span<const JointLink> links)
{
    int32_t first = std::numeric_limits<int32_t>::max(), last = -1;
    for (const JointLink& link : links)
        forEachMovableRow(link, [&](int32_t row) {
            first = std::min(first, row);
            last = std::max(last, row);
        });
    if (last < 0) return {};
    return {first, static_cast<size_t>(last - first + 1)};
}

namespace {

// In a net, where many joints close loops, the trees would be solved in turn with all of these: that takes
// longer than solving all joints one after the other, for the same accuracy.
bool isNet(size_t loops, size_t treeJoints)
{
    constexpr size_t kFewLoops = 10; // machines
    return loops > kFewLoops && 3 * loops > 2 * treeJoints;
}

} // namespace

FoundTrees findTrees(std::span<JointLink> links, FrameArena& arena)
{
    // A tree has at most one joint for each body, and all others close loops.
    const size_t most = movableRowsOf(links).count;
    if (links.size() > most && isNet(links.size() - most, most))
        return {.tree = {}, .order = {}, .isNet = true};
    const JointsOfRows list = listJoints(links, arena);
    if (list.joints.empty()) return {};
    const size_t rows = list.begin.size() - 1;
    const std::span<uint32_t> rowOfBody = arena.make<uint32_t>(rows);
    const std::span<uint8_t> isReached = arena.make<uint8_t>(rows);
    const std::span<uint32_t> order = arena.make<uint32_t>(links.size()); // of the tree's joints
    JointTree tree{{}, arena.make<TreeJoint>(links.size()), arena.make<TreeBody>(rows)};
    size_t bodies = 0, joints = 0;
    const auto reach = [&](size_t row, const JointLink& c, bool isA) {
        isReached[row] = 1;
        rowOfBody[bodies] = static_cast<uint32_t>(row);
        TreeBody& body = tree.bodies[bodies++];
        body.row = list.first + static_cast<int32_t>(row);
        body.mass = 1.0 / static_cast<double>(isA ? c.invMassA : c.invMassB);
    };
    const auto takeJoint = [&](uint32_t i, uint32_t parent, bool parentIsA) {
        links[i].isInTree = true;
        tree.joints[joints] = {
            .parent = parent, .child = static_cast<uint32_t>(bodies), .parentIsA = parentIsA};
        order[joints++] = i;
    };
    // Breadth first from the body that was reached last.
    const auto grow = [&] {
        for (size_t body = bodies - 1; body < bodies; ++body) {
            for (const uint32_t i : list.of(rowOfBody[body])) {
                const JointLink& c = links[i];
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
            const JointLink& c = links[i];
            if (isReached[row] || (c.invMassA > 0.0f && c.invMassB > 0.0f)) continue;
            takeJoint(i, kNoIndex, c.invMassA <= 0.0f);
            reach(row, c, c.invMassA > 0.0f);
            grow();
        }
    }
    for (size_t row = 0; row < rows; ++row) {
        if (isReached[row] || list.of(row).empty()) continue;
        const JointLink& any = links[list.of(row).front()];
        reach(row, any, any.invMassA > 0.0f && list.index(any.rowA) == row);
        tree.bodies[bodies - 1].isRoot = true;
        grow();
    }
    if (isNet(links.size() - joints, joints)) {
        for (JointLink& link : links) link.isInTree = false;
        return {.tree = {}, .order = {}, .isNet = true};
    }
    tree.joints = tree.joints.first(joints);
    tree.bodies = tree.bodies.first(bodies);
    return {tree, order.first(joints)};
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
// The blocks D and E depend on poses alone, so they are found once for all passes.
void eliminateJointTree(const JointTree& tree)
{
    for (TreeBody& body : tree.bodies) body.block = {body.mass, 0.0, 0.0, body.mass, 0.0, body.inertia};
    for (size_t i = tree.joints.size(); i-- > 0;) {
        TreeJoint& joint = tree.joints[i];
        const TreeRows& rows = joint.rows = treeRows(tree.constraints[i], joint.parentIsA);
        TreeBody& child = tree.bodies[joint.child];
        child.inverse = inverseOf(child.block);
        SymmetricBlock block = rows.softness;
        add(block, around(rows.child, child.inverse));
        joint.inverse = inverseOf(block);
        if (joint.parent != kNoIndex)
            add(tree.bodies[joint.parent].block, around(columns(rows.parent), joint.inverse));
    }
    for (TreeBody& body : tree.bodies)
        if (body.isRoot) body.inverse = inverseOf(body.block);
}

void solveJointTree(const JointTree& tree, std::span<BodyState> states, JointPass pass)
{
    for (TreeBody& body : tree.bodies) body.rest = body.change = {};
    for (size_t i = tree.joints.size(); i-- > 0;) {
        TreeJoint& joint = tree.joints[i];
        const TreeBody& child = tree.bodies[joint.child];
        joint.error = sum(treeErrors(tree.constraints[i], joint.rows, states, pass),
                          product(joint.rows.child, times(child.inverse, child.rest)));
        if (joint.parent == kNoIndex) continue;
        TreeBody& parent = tree.bodies[joint.parent];
        const Vector push = transposed(joint.rows.parent, times(joint.inverse, joint.error));
        for (size_t axis = 0; axis < 3; ++axis) parent.rest[axis] -= push[axis];
    }
    for (TreeBody& body : tree.bodies)
        if (body.isRoot) body.change = times(body.inverse, body.rest);
    for (size_t i = 0; i < tree.joints.size(); ++i) {
        const TreeJoint& joint = tree.joints[i];
        Vector error = joint.error;
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
