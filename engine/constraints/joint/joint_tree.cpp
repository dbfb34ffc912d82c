#include "engine/constraints/joint/joint_tree.h"

#include "engine/constraints/joint/joint_blocks.h"
#include "engine/constraints/joint/joint_rules.h"
#include "engine/core/sort_by_key.h"

#include <algorithm>
#include <limits>

namespace satbox {

namespace {

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

// Grows trees in one component after the other.
class TreeFinder {
  public:
    TreeFinder(std::span<const JointLink> links, const TreeRules& rules, FrameArena& arena)
        : links_(links), rules_(rules), arena_(arena), list_(listJoints(links, arena)),
          componentOf_(arena.makeUninitialized<uint32_t>(rowCount())),
          rows_(arena.make<uint32_t>(rowCount())), isReached_(arena.make<uint8_t>(rowCount())),
          isTaken_(arena.make<uint8_t>(links.size())), order_(arena.make<uint32_t>(links.size())),
          rowOfBody_(arena.make<uint32_t>(rowCount()))
    {}

    std::span<FoundComponent> find()
    {
        FrameArena& arena = arena_;
        const uint32_t count = labelComponents();
        const std::span<FoundComponent> components = arena.make<FoundComponent>(count);
        const std::span<uint32_t> rowsBegin = arena.make<uint32_t>(count + 2);
        const std::span<uint32_t> linksBegin = arena.make<uint32_t>(count + 2);
        const std::span<uint32_t> linksOf = arena.make<uint32_t>(links_.size());
        sortByKey(rowsBegin, rows_, [&](size_t row) { return componentOf_[row]; });
        sortByKey(linksBegin, linksOf, [&](size_t i) { return componentOfLink(links_[i]); });
        for (uint32_t c = 0; c < count; ++c)
            components[c] = findIn(rows_.subspan(rowsBegin[c], rowsBegin[c + 1] - rowsBegin[c]),
                                   linksOf.subspan(linksBegin[c], linksBegin[c + 1] - linksBegin[c]));
        return components;
    }

  private:
    size_t rowCount() const { return list_.begin.empty() ? 0 : list_.begin.size() - 1; }
    uint32_t componentOfLink(const JointLink& link) const
    {
        return componentOf_[list_.index(link.invMassA > 0.0f ? link.rowA : link.rowB)];
    }

    // Numbers the components, in the order of their lowest rows; returns how many there are.
    uint32_t labelComponents()
    {
        std::fill(componentOf_.begin(), componentOf_.end(), kNoIndex);
        uint32_t count = 0;
        for (uint32_t row = 0; row < rowCount(); ++row) {
            if (componentOf_[row] != kNoIndex || list_.of(row).empty()) continue;
            size_t end = 0; // of the rows whose joints are still to be followed, in rowOfBody_
            const auto add = [&](size_t other) {
                if (componentOf_[other] != kNoIndex) return;
                componentOf_[other] = count;
                rowOfBody_[end++] = static_cast<uint32_t>(other);
            };
            add(row);
            for (size_t next = 0; next < end; ++next)
                for (const uint32_t i : list_.of(rowOfBody_[next]))
                    forEachMovableRow(links_[i], [&](int32_t other) { add(list_.index(other)); });
            ++count;
        }
        return count;
    }

    FoundComponent findIn(std::span<const uint32_t> rows, std::span<const uint32_t> links)
    {
        const size_t firstLink = linkCount_;
        jointCount_ = bodyCount_ = 0;
        // A tree has at most one joint for each body; all others close loops.
        bool net = !rules_.exactJoints ||
                   (links.size() > rows.size() && isNet(links.size() - rows.size(), rows.size()));
        if (!net) {
            joints_ = arena_.make<TreeJoint>(rows.size());
            bodies_ = arena_.make<TreeBody>(rows.size());
            growFromFixedBodies(rows);
            growFromFreeBodies(rows);
            net = isNet(links.size() - jointCount_, jointCount_);
        }
        JointLinkage linkage;
        if (net || jointCount_ < links.size())
            linkage = findLinkage(links_, links, rules_.exactJoints ? rules_.linkageProducts : 0, arena_);
        for (const TreeJoint& joint : joints_.first(jointCount_))
            if (joint.parent != kNoIndex) bodies_[joint.parent].isLeaf = false;
        if (net || !linkage.empty()) {
            for (const uint32_t i : links) isTaken_[i] = 0;
            linkCount_ = firstLink;
            jointCount_ = bodyCount_ = 0;
        }
        for (const uint32_t i : links)
            if (!isTaken_[i]) order_[linkCount_++] = i;
        return {order_.subspan(firstLink, links.size()),
                {{}, joints_.first(jointCount_), bodies_.first(bodyCount_)},
                linkage,
                net && linkage.empty()};
    }

    void growFromFixedBodies(std::span<const uint32_t> rows)
    {
        for (const uint32_t row : rows) {
            for (const uint32_t i : list_.of(row)) {
                const JointLink& link = links_[i];
                if (isReached_[row] || (link.invMassA > 0.0f && link.invMassB > 0.0f)) continue;
                take(i, kNoIndex, link.invMassA <= 0.0f);
                reach(row, link, link.invMassA > 0.0f);
                grow();
            }
        }
    }
    void growFromFreeBodies(std::span<const uint32_t> rows)
    {
        for (const uint32_t row : rows) {
            if (isReached_[row]) continue;
            const JointLink& any = links_[list_.of(row).front()];
            reach(row, any, any.invMassA > 0.0f && list_.index(any.rowA) == row);
            bodies_[bodyCount_ - 1].isRoot = true;
            grow();
        }
    }
    // Breadth first from the body that was reached last.
    void grow()
    {
        for (size_t body = bodyCount_ - 1; body < bodyCount_; ++body) {
            for (const uint32_t i : list_.of(rowOfBody_[body])) {
                const JointLink& link = links_[i];
                const bool parentIsA = link.invMassA > 0.0f && list_.index(link.rowA) == rowOfBody_[body];
                if (isTaken_[i] || (parentIsA ? link.invMassB : link.invMassA) <= 0.0f) continue;
                const size_t child = list_.index(parentIsA ? link.rowB : link.rowA);
                if (isReached_[child]) continue; // would close a loop
                take(i, static_cast<uint32_t>(body), parentIsA);
                reach(child, link, !parentIsA);
            }
        }
    }
    void take(uint32_t i, uint32_t parent, bool parentIsA)
    {
        isTaken_[i] = 1;
        joints_[jointCount_++] = {
            .parent = parent, .child = static_cast<uint32_t>(bodyCount_), .parentIsA = parentIsA};
        order_[linkCount_++] = i;
    }
    void reach(size_t row, const JointLink& link, bool isA)
    {
        isReached_[row] = 1;
        rowOfBody_[bodyCount_] = static_cast<uint32_t>(row);
        TreeBody& body = bodies_[bodyCount_++];
        body = {};
        body.row = list_.first + static_cast<int32_t>(row);
        body.mass = 1.0 / static_cast<double>(isA ? link.invMassA : link.invMassB);
        body.isLeaf = true;
    }

    std::span<const JointLink> links_;
    TreeRules rules_;
    FrameArena& arena_;
    JointsOfRows list_;
    std::span<uint32_t> componentOf_, rows_; // by row; rows by component
    std::span<uint8_t> isReached_, isTaken_; // by row, by link
    std::span<uint32_t> order_;              // links by component, those of trees first
    std::span<uint32_t> rowOfBody_;
    size_t linkCount_ = 0;
    // Of the present component; it has no more joints than bodies.
    std::span<TreeJoint> joints_;
    std::span<TreeBody> bodies_;
    size_t jointCount_ = 0, bodyCount_ = 0;
};

} // namespace

std::span<FoundComponent> findTrees(std::span<const JointLink> links, const TreeRules& rules,
                                    FrameArena& arena)
{
    return links.empty() ? std::span<FoundComponent>{} : TreeFinder(links, rules, arena).find();
}

std::span<FoundComponent> FoundComponents::find(std::span<const JointLink> links, const TreeRules& rules)
{
    if (rules_ == rules && std::equal(links_.begin(), links_.end(), links.begin(), links.end()))
        return found_;
    links_.clear(); // in case memory runs out
    arena_.reset();
    found_ = findTrees(links, rules, arena_);
    links_.assign(links.begin(), links.end());
    rules_ = rules;
    return found_;
}

void updateInertia(const JointTree& tree, std::span<const JointBody> bodies, int32_t firstRow)
{
    double greatest = 0.0; // kg m^2
    for (TreeBody& body : tree.bodies) {
        const float invInertia = bodies[static_cast<size_t>(body.row - firstRow)].invInertia;
        body.inertia = invInertia > 0.0f ? 1.0 / static_cast<double>(invInertia) : 0.0;
        greatest = std::max(greatest, body.inertia);
    }
    for (TreeBody& body : tree.bodies) {
        if (body.inertia == 0.0) body.inertia = kFixedInertia * (greatest + body.mass);
        if (body.isLeaf) body.inverse = {1.0 / body.mass, 0.0, 0.0, 1.0 / body.mass, 0.0, 1.0 / body.inertia};
    }
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
        const TreeRows& rows = joint.rows;
        setTreeRows(joint.rows, tree.constraints[i], joint.parentIsA);
        TreeBody& child = tree.bodies[joint.child];
        if (!child.isLeaf) child.inverse = inverseOf(child.block);
        withSize(rows.count, [&](auto size) {
            SymmetricBlock block = rows.softness;
            add(block, around<size>(rows.child, child.inverse));
            joint.inverse = inverseOf<size>(block);
            if (joint.parent != kNoIndex)
                add(tree.bodies[joint.parent].block, within<size>(rows.parent, joint.inverse));
        });
    }
    for (TreeBody& body : tree.bodies)
        if (body.isRoot) body.inverse = inverseOf(body.block);
}

void solveJointTree(const JointTree& tree, std::span<BodyState> states, JointPass pass)
{
    for (TreeBody& body : tree.bodies) body.rhs = body.change = {};
    for (size_t i = tree.joints.size(); i-- > 0;) {
        TreeJoint& joint = tree.joints[i];
        const TreeBody& child = tree.bodies[joint.child];
        joint.error = treeErrors(tree.constraints[i], joint.rows.softness, states, pass);
        withSize(joint.rows.count, [&](auto size) {
            if (!child.isLeaf)
                joint.error =
                    sum(joint.error, product<size>(joint.rows.child, times(child.inverse, child.rhs)));
            if (joint.parent == kNoIndex) return;
            TreeBody& parent = tree.bodies[joint.parent];
            parent.rhs = difference(
                parent.rhs, transposed<size>(joint.rows.parent, times<size>(joint.inverse, joint.error)));
        });
    }
    for (TreeBody& body : tree.bodies)
        if (body.isRoot) body.change = times(body.inverse, body.rhs);
    for (size_t i = 0; i < tree.joints.size(); ++i) {
        const TreeJoint& joint = tree.joints[i];
        TreeBody& child = tree.bodies[joint.child];
        Vector3 fromOthers{}, impulse{};
        withSize(joint.rows.count, [&](auto size) {
            if (joint.parent != kNoIndex)
                fromOthers = product<size>(joint.rows.parent, tree.bodies[joint.parent].change);
            impulse = negated(times<size>(joint.inverse, sum(joint.error, fromOthers)));
            if (!child.isLeaf || pass == JointPass::Correct)
                child.change =
                    times(child.inverse, sum(child.rhs, transposed<size>(joint.rows.child, impulse)));
        });
        if (pass == JointPass::Correct) continue;
        JointConstraint& c = tree.constraints[i];
        applyTreeImpulse(c, states, impulse);
        if (c.recorder)
            c.recorder->solvedInTree({.joint = c.joint,
                                      .mass = joint.inverse,
                                      .error = joint.error,
                                      .fromOthers = fromOthers,
                                      .impulse = impulse,
                                      .after = treeImpulses(c)});
    }
}

} // namespace satbox
