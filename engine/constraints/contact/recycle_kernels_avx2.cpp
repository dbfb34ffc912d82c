// Compiled for AVX2 (without FMA) if the target is x86-64. Precondition: called only if widestKernel() finds
// that the processor supports it.
#define SATBOX_LANES 8
#include "engine/constraints/contact/recycle_kernels.inl"

namespace satbox {

const RecycleKernel* avx2RecycleKernel()
{
#if defined(__AVX2__)
    static constexpr RecycleKernel kKernel{kLanes, recycle};
    return &kKernel;
#else
    return nullptr;
#endif
}

} // namespace satbox
