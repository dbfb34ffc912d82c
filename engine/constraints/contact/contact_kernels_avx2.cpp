// Compiled with -mavx2 and without FMA if the target is x86-64; widestKernel() selects it only if the
// processor has AVX2.
#define SATBOX_LANES 8
#include "engine/constraints/contact/contact_kernels.inl"

namespace satbox {

const ContactKernels* avx2Kernels()
{
#if defined(__AVX2__)
    static constexpr ContactKernels kKernels = makeKernels();
    return &kKernels;
#else
    return nullptr;
#endif
}

} // namespace satbox
