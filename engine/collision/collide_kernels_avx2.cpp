// Compiled with -mavx2 and without FMA if the target is x86-64; widestKernel() selects it only if the
// processor has AVX2.
#define SATBOX_LANES 8
#include "engine/collision/collide_kernels.inl"

namespace satbox {

const CollideKernels* avx2CollideKernels()
{
#if defined(__AVX2__)
    static constexpr CollideKernels kKernels = makeCollideKernels("AVX2, 8 lanes");
    return &kKernels;
#else
    return nullptr;
#endif
}

} // namespace satbox
