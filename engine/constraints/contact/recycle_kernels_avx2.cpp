// Compiled with -mavx2 and without FMA if the target is x86-64; widestKernel() selects it only if the
// processor has AVX2.
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
