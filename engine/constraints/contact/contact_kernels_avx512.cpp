// Compiled with -mavx512f (and without contraction) where the target is x86-64; used only where
// widestKernel() finds that the processor has it.
#define SATBOX_LANES 16
#include "engine/constraints/contact/contact_kernels.inl"

namespace satbox {

const ContactKernels* avx512Kernels()
{
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
    static constexpr ContactKernels kKernels = makeKernels("AVX-512, 16 lanes");
    return &kKernels;
#else
    return nullptr;
#endif
}

} // namespace satbox
