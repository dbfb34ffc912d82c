#pragma once

#include "engine/constraints/joint/tree_kernels.h"
#include "engine/core/frame_arena.h"
#include "engine/model/joint.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace satbox {

// The shape of a component that can be solved in lanes: trees of at most kMaxBatchedJoints joints, without
// gears, pulleys, and limits of power or of a spring's force, and with no more pins, locks and springs than a
// tree takes of a joint. Nothing for others. `joints`: in the order of the tree.
std::optional<TreeShape> shapeOf(const FoundComponent& component, std::span<const Joint* const> joints);

// Components of one shape.
struct TreeGroup {
    TreeShape shape;
    std::span<uint32_t> components;
};
// `shapes`: by component; nothing for those that are not solved in lanes. A component that would leave most
// lanes of its batch empty is in no group: it is faster by itself.
std::span<TreeGroup> groupTrees(std::span<const std::optional<TreeShape>> shapes, uint32_t lanes,
                                FrameArena& arena);

// The trees of a batch are the components first .. first + batch.count - 1 of a group.
struct PlannedBatch {
    uint32_t group = 0, first = 0;
};
std::span<const PlannedBatch> planBatches(std::span<const TreeGroup> groups, uint32_t lanes,
                                          FrameArena& arena);

// All batches of a step.
struct TreeBatches {
    const TreeKernels* kernels = nullptr;
    std::span<TreeBatch> batches;
    std::span<TreeLane> lanes; // by batch and lane

    bool empty() const { return batches.empty(); }
};
// Its batches are not packed yet.
TreeBatches makeTreeBatches(std::span<const TreeGroup> groups, std::span<const PlannedBatch> planned,
                            const TreeKernels& kernels, FrameArena& arena);
void packBatch(const TreeBatches& all, size_t batch);
void unpackBatch(const TreeBatches& all, size_t batch);

} // namespace satbox
