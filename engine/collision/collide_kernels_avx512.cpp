// Compiled with -mavx512f (and without contraction) where the target is x86-64; used only where widest()
// finds that the processor has it.
#define SATBOX_LANES 16
#include "engine/collision/collide_kernels.inl"

namespace satbox {

const CollideKernels* avx512CollideKernels()
{
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
    static constexpr CollideKernels kKernels = makeCollideKernels("AVX-512, 16 lanes");
    return &kKernels;
#else
    return nullptr;
#endif
}

} // namespace satbox
