// Compiled for its instruction set (and without FMA) where the target is x86-64; used only where
// widest() finds that the processor has it.
#define SATBOX_LANES 16
#include "engine/dynamics/recycle_kernels.inl"

namespace satbox {

const RecycleKernel* avx512KeepKernel()
{
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
    static constexpr RecycleKernel kKernel{W, keep};
    return &kKernel;
#else
    return nullptr;
#endif
}

} // namespace satbox
