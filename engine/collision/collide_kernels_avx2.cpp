// Compiled with -mavx2 (and without FMA) where the target is x86-64; used only where widest() finds that
// the processor has it.
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
