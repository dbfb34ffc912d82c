#pragma once

#include "engine/constraints/joint/chain_kernels.h"
#include "engine/core/frame_arena.h"
#include "engine/core/parallel.h"
#include <satbox/executor.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// As JointChain; `joints`: of the active ones.
struct PlannedChain {
    std::span<const uint32_t> joints;
    bool isHeld = false;
};

// The chains of a group. Different ones share no body that can be pushed.
struct ChainSet {
    const ChainKernels* kernels = nullptr;
    std::span<const PlannedChain> planned;
    std::span<ChainBlock> blocks; // of `planned`
    size_t jointCount = 0;        // of all of them

    bool empty() const { return blocks.empty(); }
};
// Its blocks are not filled yet.
ChainSet makeChainSet(std::span<const PlannedChain> planned, const ChainKernels& kernels, FrameArena& arena);

// fn(chain) for all of them, in parallel.
template<class Fn>
void forChains(const ChainSet& set, TaskExecutor* executor, Fn&& fn)
{
    if (set.empty()) return;
    constexpr size_t kMinJointsPerTask = 32; // some microseconds
    const size_t grain = kMinJointsPerTask * set.blocks.size() / set.jointCount + 1;
    parallelFor(executor, set.blocks.size(), grain, [&](size_t first, size_t last) {
        for (size_t chain = first; chain < last; ++chain) fn(chain);
    });
}

// Fills the blocks. describe(lanes, lane, joint) sets all numbers of a lane; describeEnd(lanes, lane, joint)
// those of a body in a lane without a joint: body B of the last joint.
template<class Describe, class DescribeEnd>
void packChains(const ChainSet& set, TaskExecutor* executor, Describe&& describe, DescribeEnd&& describeEnd)
{
    forChains(set, executor, [&](size_t chain) {
        const std::span<const uint32_t> joints = set.planned[chain].joints;
        const ChainBlock& block = set.blocks[chain];
        ChainLanes lanes{};
        for (uint32_t row = 0; row < block.rows; ++row) {
            if ((kChainSegments - 1) * block.rows + row >= joints.size()) {
                lanes = {};
                std::fill_n(lanes.joint, kChainSegments, kNoIndex);
            }
            for (uint32_t segment = 0; segment < kChainSegments; ++segment) {
                const size_t i = size_t{segment} * block.rows + row;
                if (i < joints.size()) describe(lanes, segment, joints[i]);
                if (i == joints.size()) describeEnd(lanes, segment, joints.back());
            }
            set.kernels->pack(block, row, lanes);
        }
    });
}
// fn(chain, result) for all joints.
template<class Fn>
void forEachChainResult(const ChainSet& set, TaskExecutor* executor, Fn&& fn)
{
    forChains(set, executor, [&](size_t chain) {
        const ChainBlock& block = set.blocks[chain];
        for (uint32_t segment = 0; segment < kChainSegments; ++segment)
            for (uint32_t row = 0; row < block.rows; ++row)
                if (const ChainResult result = set.kernels->result(block, row, segment);
                    result.joint != kNoIndex)
                    fn(chain, result);
    });
}

void runChainPass(const ChainSet& set, ChainPass ChainKernels::*pass, BodyState* states,
                  const ChainParams& params, TaskExecutor* executor);

} // namespace satbox
