// Compiled with -mavx2 (and without FMA) where the target is x86-64; used only where widestKernel() finds
// that the processor has it.
#define SATBOX_LANES 8
#include "engine/constraints/contact/contact_kernels.inl"

namespace satbox {

const ContactKernels* avx2Kernels()
{
#if defined(__AVX2__)
    static constexpr ContactKernels kKernels = makeKernels("AVX2, 8 lanes");
    return &kKernels;
#else
    return nullptr;
#endif
}

} // namespace satbox
