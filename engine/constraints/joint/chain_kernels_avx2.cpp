// Compiled with -mavx2 and without FMA if the target is x86-64; chainKernelsFor() selects it only if the
// processor has AVX2.
#define SATBOX_LANES 4
#include "engine/constraints/joint/chain_kernels.inl"

namespace satbox {

const ChainKernels* avx2ChainKernels()
{
#if defined(__AVX2__)
    static constexpr ChainKernels kKernels = makeChainKernels();
    return &kKernels;
#else
    return nullptr;
#endif
}

} // namespace satbox
