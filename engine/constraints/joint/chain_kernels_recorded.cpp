#define SATBOX_LANES 1
#define SATBOX_RECORDED 1
#include "engine/constraints/joint/chain_kernels.inl"

namespace satbox {

const ChainKernels& recordedChainKernels()
{
    static constexpr ChainKernels kKernels = makeChainKernels();
    return kKernels;
}

} // namespace satbox
