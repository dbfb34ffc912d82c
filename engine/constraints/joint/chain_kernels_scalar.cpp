#define SATBOX_LANES 1
#include "engine/constraints/joint/chain_kernels.inl"

namespace satbox {

const ChainKernels& scalarChainKernels()
{
    static constexpr ChainKernels kKernels = makeChainKernels();
    return kKernels;
}

} // namespace satbox
