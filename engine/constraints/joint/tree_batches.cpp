#include "engine/constraints/joint/tree_batches.h"

#include "engine/core/hash.h"
#include "engine/model/joint_parts.h"

#include <algorithm>
#include <vector>

namespace satbox {

namespace {

using Role = JointPart::Role;

// Whether kernels know all of the joint's rows and only limits and motors may have to stay out of the tree.
bool canBatch(const JointParts& parts)
{
    size_t held = parts.hasPin ? 2 : 0;
    for (size_t i = 0; i < parts.count; ++i) {
        const JointPart& row = parts.rows[i];
        const bool isDriven = row.role == Role::Limit || row.role == Role::Motor;
        if (row.coordinate == JointCoordinate::Rope || row.coordinate == JointCoordinate::Mesh ||
            row.maxPower > 0.0f || (row.maxForce > 0.0f && row.role != Role::Motor))
            return false;
        held += isDriven ? 0 : 1;
    }
    return held <= kMaxTreeRows && parts.pinMaxForce <= 0.0f;
}

TreeShape::Joint shapeOf(const TreeJoint& joint, const JointParts& parts)
{
    TreeShape::Joint shape{.parent = joint.parent,
                           .child = joint.child,
                           .parentIsFixed = joint.parent == kNoIndex,
                           .parentIsA = joint.parentIsA,
                           .hasPin = parts.hasPin,
                           .isPinRigid = parts.pinFrequency <= 0.0f,
                           .rowCount = static_cast<uint32_t>(parts.count)};
    for (size_t i = 0; i < parts.count; ++i) {
        shape.rows[i] = {parts.rows[i].coordinate, parts.rows[i].role};
        shape.usesAngle |= parts.rows[i].coordinate == JointCoordinate::Angle;
    }
    return shape;
}

uint64_t hashOf(const TreeShape& shape)
{
    Hasher hasher;
    for (uint32_t i = 0; i < shape.jointCount; ++i) {
        const TreeShape::Joint& joint = shape.joints[i];
        hasher.add(joint.parent);
        hasher.add(joint.child);
        hasher.add(joint.parentIsA);
        hasher.add(joint.hasPin);
        hasher.add(joint.isPinRigid);
        for (uint32_t r = 0; r < joint.rowCount; ++r) {
            hasher.add(static_cast<uint32_t>(joint.rows[r].coordinate));
            hasher.add(static_cast<uint32_t>(joint.rows[r].role));
        }
    }
    return hasher.value();
}

} // namespace

std::optional<TreeShape> shapeOf(const FoundComponent& component, std::span<const Joint* const> joints)
{
    const JointTree& tree = component.tree;
    const bool isTree = !component.isNet && component.linkage.empty() && tree.joints.size() == joints.size();
    if (!isTree || joints.empty() || joints.size() > kMaxBatchedJoints) return {};
    TreeShape shape;
    shape.jointCount = static_cast<uint32_t>(joints.size());
    shape.treeBodyCount = shape.bodyCount = static_cast<uint32_t>(tree.bodies.size());
    for (size_t i = 0; i < tree.bodies.size(); ++i) {
        shape.isRoot[i] = tree.bodies[i].isRoot;
        shape.isLeaf[i] = tree.bodies[i].isLeaf;
    }
    for (size_t i = 0; i < joints.size(); ++i) {
        const JointParts parts = partsOf(joints[i]->def->kind);
        if (!canBatch(parts)) return {};
        TreeShape::Joint& joint = shape.joints[i] = shapeOf(tree.joints[i], parts);
        if (joint.parentIsFixed) joint.parent = shape.bodyCount++;
        shape.rowCount += joint.rowCount;
    }
    return shape;
}

std::span<TreeGroup> groupTrees(std::span<const std::optional<TreeShape>> shapes, uint32_t lanes,
                                FrameArena& arena)
{
    // In the order of the hashes of shapes, and of components among equal ones.
    struct Candidate {
        uint64_t hash;
        uint32_t component;
        bool operator<(const Candidate& other) const
        {
            return hash != other.hash ? hash < other.hash : component < other.component;
        }
    };
    std::vector<Candidate> candidates;
    for (uint32_t c = 0; c < shapes.size(); ++c)
        if (shapes[c]) candidates.push_back({hashOf(*shapes[c]), c});
    std::sort(candidates.begin(), candidates.end());

    const uint32_t minTrees = lanes / 2; // of a batch: with fewer, one tree after the other is as fast
    const std::span<uint32_t> components = arena.makeUninitialized<uint32_t>(candidates.size());
    const std::span<TreeGroup> groups = arena.make<TreeGroup>(candidates.size() / std::max(minTrees, 1u));
    size_t groupCount = 0, used = 0;
    for (size_t first = 0, last = 0; first < candidates.size(); first = last) {
        const TreeShape& shape = *shapes[candidates[first].component];
        const size_t begin = used;
        for (last = first; last < candidates.size() && candidates[last].hash == candidates[first].hash;
             ++last)
            if (*shapes[candidates[last].component] == shape) components[used++] = candidates[last].component;
        const size_t beyond = (used - begin) % lanes;
        if (beyond < minTrees) used -= beyond;
        if (used > begin) groups[groupCount++] = {shape, components.subspan(begin, used - begin)};
    }
    return groups.first(groupCount);
}

std::span<const PlannedBatch> planBatches(std::span<const TreeGroup> groups, uint32_t lanes,
                                          FrameArena& arena)
{
    size_t count = 0;
    for (const TreeGroup& group : groups) count += (group.components.size() + lanes - 1) / lanes;
    const std::span<PlannedBatch> batches = arena.makeUninitialized<PlannedBatch>(count);
    count = 0;
    for (uint32_t g = 0; g < groups.size(); ++g)
        for (uint32_t first = 0; first < groups[g].components.size(); first += lanes)
            batches[count++] = {g, first};
    return batches;
}

TreeBatches makeTreeBatches(std::span<const TreeGroup> groups, std::span<const PlannedBatch> planned,
                            const TreeKernels& kernels, FrameArena& arena)
{
    TreeBatches all{&kernels, arena.make<TreeBatch>(planned.size()),
                    arena.make<TreeLane>(planned.size() * kernels.lanes)};
    for (size_t i = 0; i < planned.size(); ++i) {
        const TreeGroup& group = groups[planned[i].group];
        const size_t count = group.components.size() - planned[i].first;
        all.batches[i] = {&group.shape, arena.makeUninitialized<std::byte>(kernels.bytes(group.shape)).data(),
                          static_cast<uint32_t>(std::min<size_t>(count, kernels.lanes))};
    }
    return all;
}

void packBatch(const TreeBatches& all, size_t batch)
{
    const TreeBatch& target = all.batches[batch];
    for (uint32_t lane = 0; lane < all.kernels->lanes; ++lane) {
        const bool isEmpty = lane >= target.count;
        all.kernels->pack(target, lane, all.lanes[batch * all.kernels->lanes + (isEmpty ? 0 : lane)],
                          isEmpty);
    }
}

void unpackBatch(const TreeBatches& all, size_t batch)
{
    for (uint32_t lane = 0; lane < all.batches[batch].count; ++lane)
        all.kernels->unpack(all.batches[batch], lane, all.lanes[batch * all.kernels->lanes + lane]);
}

} // namespace satbox
