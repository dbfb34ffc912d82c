// Compiled for AVX-512 (without FMA) if the target is x86-64. Precondition: called only if widestKernel()
// finds that the processor supports it.
#define SATBOX_LANES 16
#include "engine/constraints/contact/recycle_kernels.inl"

namespace satbox {

const RecycleKernel* avx512RecycleKernel()
{
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
    static constexpr RecycleKernel kKernel{kLanes, recycle};
    return &kKernel;
#else
    return nullptr;
#endif
}

} // namespace satbox
