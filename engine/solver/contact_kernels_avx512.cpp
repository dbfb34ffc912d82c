// Compiled with -mavx512f (and without contraction) where the target is x86-64; called only after the
// processor was asked.
#define SATBOX_LANES 16
#include "engine/solver/contact_kernels.inl"

namespace satbox {

const ContactKernels* avx512Kernels()
{
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
    static constexpr ContactKernels kKernels = makeKernels("AVX-512, 16 lanes");
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl")
               ? &kKernels
               : nullptr;
#else
    return nullptr;
#endif
}

} // namespace satbox
