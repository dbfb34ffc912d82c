// Compiled for its instruction set (and without FMA) where the target is x86-64; called only after the
// processor was asked.
#define SATBOX_LANES 8
#include "engine/dynamics/keep_kernels.inl"

namespace satbox {

const KeepKernel* avx2KeepKernel()
{
#if defined(__AVX2__)
    static constexpr KeepKernel kKernel{W, keep};
    return __builtin_cpu_supports("avx2") ? &kKernel : nullptr;
#else
    return nullptr;
#endif
}

} // namespace satbox
