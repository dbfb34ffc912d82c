// Compiled with -mavx512f -mavx512vl -mavx512dq and without contraction if the target is x86-64;
// chainKernelsFor() selects it only if the processor has AVX-512.
#define SATBOX_LANES 8
#include "engine/constraints/joint/chain_kernels.inl"

namespace satbox {

const ChainKernels* avx512ChainKernels()
{
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
    static constexpr ChainKernels kKernels = makeChainKernels();
    return &kKernels;
#else
    return nullptr;
#endif
}

} // namespace satbox
