// Compiled for its instruction set (and without FMA) where the target is x86-64; called only after the
// processor was asked.
#define SATBOX_LANES 16
#include "engine/dynamics/keep_kernels.inl"

namespace satbox {

const KeepKernel* avx512KeepKernel()
{
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
    static constexpr KeepKernel kKernel{W, keep};
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl")
               ? &kKernel
               : nullptr;
#else
    return nullptr;
#endif
}

} // namespace satbox
