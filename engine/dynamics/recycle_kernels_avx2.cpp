// Compiled for its instruction set (and without FMA) where the target is x86-64; used only where
// widest() finds that the processor has it.
#define SATBOX_LANES 8
#include "engine/dynamics/recycle_kernels.inl"

namespace satbox {

const RecycleKernel* avx2KeepKernel()
{
#if defined(__AVX2__)
    static constexpr RecycleKernel kKernel{W, keep};
    return &kKernel;
#else
    return nullptr;
#endif
}

} // namespace satbox
