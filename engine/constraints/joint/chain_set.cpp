#include "engine/constraints/joint/chain_set.h"

namespace satbox {

ChainSet makeChainSet(std::span<const PlannedChain> planned, const ChainKernels& kernels, FrameArena& arena)
{
    ChainSet set{&kernels, planned, arena.make<ChainBlock>(planned.size())};
    for (size_t i = 0; i < planned.size(); ++i) {
        set.jointCount += planned[i].joints.size();
        const size_t bodies = planned[i].joints.size() + 1;
        const auto rows = static_cast<uint32_t>((bodies + kChainSegments - 1) / kChainSegments);
        set.blocks[i] = {arena.makeUninitialized<std::byte>(kernels.bytes(rows)).data(), rows,
                         planned[i].isHeld};
    }
    return set;
}

void runChainPass(const ChainSet& set, ChainPass ChainKernels::*pass, BodyState* states,
                  const ChainParams& params, TaskExecutor* executor)
{
    forChains(set, executor, [&](size_t chain) { (set.kernels->*pass)(set.blocks[chain], states, params); });
}

} // namespace satbox
